"""Loops as people see them, through the public replay: honest ones go on, the others end."""

from __future__ import annotations

from io import BufferedReader, BytesIO

import pytest

from exitgate.config import load_policy
from exitgate.core.decision import Decision, Verdict
from exitgate.core.history import History, IterationRecord
from exitgate.recording import read_recording
from exitgate.replay import replay
from exitgate.report.escalation import escalation_of
from loops.written import loops, recording

HONEST, STUCK = loops("honest"), loops("stuck")
GOES_ON = {Verdict.CONTINUE, Verdict.COMPLETE}


def decisions(entry: dict[str, object]) -> list[Decision]:
    stream = BufferedReader(BytesIO(recording(entry)))
    steps = replay(read_recording(stream, "written"), load_policy().policy)
    return [step.decision for step in steps]


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_loop_is_never_stopped(name: str) -> None:
    seen = decisions(HONEST[name])
    stops = [(one.iteration, one.summary) for one in seen if one.verdict not in GOES_ON]
    assert stops == []
    assert len(seen) >= 4


@pytest.mark.parametrize("name", STUCK)
def test_a_loop_that_gets_nowhere_ends(name: str) -> None:
    seen = decisions(STUCK[name])
    stopped = [one.iteration for one in seen if one.verdict not in GOES_ON]
    assert stopped, [one.summary for one in seen]
    assert 1 < stopped[0] <= STUCK[name]["by"]


def test_both_sides_are_well_covered() -> None:
    assert min(len(HONEST), len(STUCK)) >= 40


PATTERNS = {
    "one fix, tried again": "Same output signature repeated 3 times",
    "one trouble in other words, tree unchanged": "Same trouble told 4 times",
    "the same tests fail after every edit": "No better test result in 3 iterations",
    "edits that undo each other": "Content returned to an earlier state 2 times",
    "three fixes in turns": "3 results take turns, 3 times over",
    "announcements": "No tool call in 5 iterations",
    "usage limit": "Agent failed 3 times running",
}


@pytest.mark.parametrize("name", PATTERNS)
def test_a_person_is_told_the_pattern_that_was_found(name: str) -> None:
    seen = decisions(STUCK[name])
    stopped = next(one for one in seen if one.verdict is Verdict.STUCK)
    records = tuple(
        IterationRecord(number=one.iteration, work=one.work_summary, signature=one.signature)
        for one in seen
    )
    told = escalation_of(stopped, History(records))
    assert told is not None
    assert told.pattern == PATTERNS[name]
    assert told.history[-1].iteration == stopped.iteration
    assert told.history[0].repeats
