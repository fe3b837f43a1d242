"""The figures that the whole gate must reach on recorded real loops, through the public replay.

Skipped where the recordings are not at hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from exitgate.config import load_policy
from exitgate.core.decision import Verdict
from exitgate.recording import RecordedIteration, RecordedLine, read_recording
from exitgate.replay import ReplayStep, replay

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus"
STOPPED = frozenset({Verdict.STUCK, Verdict.BLOCKED})
CLASSES = {
    Verdict.COMPLETE: "done",
    Verdict.CONTINUE: "continue",
}
"""What a label calls each verdict; all others end a loop that is stuck."""
CUTS = tuple(number / 20 for number in range(1, 20))
"""Shares of a solved run at which it is looked at, as if it had gone no further."""


def lines(name: str) -> Iterator[RecordedLine]:
    path = CORPUS / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"the recordings are not here: {path.name}")
    with path.open("rb") as stream:
        yield from read_recording(stream, path.name)


@cache
def labelled(name: str) -> tuple[ReplayStep, ...]:
    steps = replay(lines(name), load_policy().policy)
    return tuple(step for step in steps if step.label)


def verdicts(name: str, *keys: str) -> dict[tuple[str, ...], list[Verdict]]:
    """The verdicts by what is known of the runs: `class`, or how they ended too."""
    found: dict[tuple[str, ...], list[Verdict]] = defaultdict(list)
    for step in labelled(name):
        found[tuple(step.label[key] for key in keys)].append(step.decision.verdict)
    return found


def share_stopped(seen: list[Verdict]) -> float:
    return sum(verdict in STOPPED for verdict in seen) / len(seen)


def test_ralph_loops_that_go_on_are_neither_done_nor_stuck() -> None:
    going = verdicts("ralph-loops", "class")["continue",]
    assert going
    assert Verdict.COMPLETE not in going
    assert STOPPED.isdisjoint(going)


def test_ralph_loops_are_mostly_judged_right() -> None:
    right = [
        CLASSES.get(step.decision.verdict, "stuck") in step.label["accept"]
        for step in labelled("ralph-loops")
        if "accept" in step.label
    ]
    assert sum(right) >= 0.9 * len(right) > 0


def test_ralph_loops_that_are_stuck_are_found() -> None:
    assert share_stopped(verdicts("ralph-loops", "class")["stuck",]) >= 0.9


def test_runs_that_ended_stuck_are_found() -> None:
    seen = verdicts("openhands-swe-bench", "ended", "class")
    assert share_stopped(seen["stuck", "done_false"]) >= 0.97
    assert share_stopped(seen["maxiter", "done_false"]) >= 0.4


def test_runs_that_finished_and_solved_are_left_alone() -> None:
    solved = verdicts("openhands-swe-bench", "ended", "class")["finish", "done_true"]
    assert sum(verdict in STOPPED for verdict in solved) <= 1


def test_solved_runs_cut_anywhere_are_not_called_stuck() -> None:
    seen = [step.decision.verdict for step in replay(cut_runs(), load_policy().policy)]
    assert sum(verdict is Verdict.STUCK for verdict in seen) <= 0.03 * len(seen)
    assert len(seen) > 100


def cut_runs() -> Iterator[RecordedLine]:
    """Each solved run several times, ended earlier, every one a loop of its own."""
    for line in lines("openhands-swe-bench"):
        run = line.iteration
        if (run.label["ended"], run.label["class"]) != ("finish", "done_true"):
            continue
        records = run.response.splitlines(keepends=True)
        for share in CUTS:
            shorter = "".join(records[: max(1, int(len(records) * share))])
            part = RecordedIteration(loop=f"{run.loop} {share}", response=shorter, task=run.task)
            yield RecordedLine(line.number, part)
