"""What the signals about a run's end see, each both ways."""

from __future__ import annotations

import pytest

from exitgate.core.facts import Facts
from exitgate.core.reading import BlockStyle, Reading, StatusBlock
from exitgate.core.transcript import CallKind, Counts, EndStatus, Step, ToolCall, Transcript
from exitgate.signals import SIGNALS


def ran(command: str, code: int = 0) -> ToolCall:
    return ToolCall("bash", CallKind.RUN, command, "", exit_code=code, command=command)


EDIT = ToolCall("edit", CallKind.EDIT, "src/a.py", "ok", exit_code=0, paths=("src/a.py",))
READ = ToolCall("read", CallKind.READ, "src/a.py", "text")
FINISH = ToolCall("finish", CallKind.FINISH, "{}")


def facts(*steps: Step, end: EndStatus = EndStatus.UNKNOWN, format: str = "claude") -> Facts:
    transcript = Transcript(format, steps, end=end, counts=Counts(tool_calls=len(steps)))
    return Facts(loop_id="l", iteration=1, now=None, transcript=transcript)


CASES = [
    ("handed_in", facts(EDIT, FINISH), "found"),
    ("handed_in", facts(EDIT, end=EndStatus.FINISHED), "found"),
    ("handed_in", facts(FINISH, EDIT), "unmeasured"),
    ("handed_in", facts(EDIT, end=EndStatus.MAX_TURNS), "clear"),
    ("exercised", facts(EDIT, ran("python tool.py")), "found"),
    ("exercised", facts(EDIT, ran("cat a.py")), "clear"),
    ("exercised", facts(ran("pytest"), EDIT), "clear"),
    ("exercised", facts(EDIT, ran("pytest", 1)), "clear"),
    ("exercised", facts(), "unmeasured"),
    ("last_run_failed", facts(EDIT, ran("make", 2)), "found"),
    ("last_run_failed", facts(EDIT, ran("make", 2), ran("make")), "clear"),
    ("last_run_failed", facts(ran("make", 2), EDIT), "unmeasured"),
    ("nothing_done", facts(READ), "found"),
    ("nothing_done", facts(), "found"),
    ("nothing_done", facts(READ, ran("python setup.py build")), "clear"),
    ("nothing_done", facts(EDIT), "clear"),
    ("nothing_done", facts(format="exitgate"), "unmeasured"),
    ("nothing_done", facts(format="text"), "unmeasured"),
    ("steps_failing", facts(*[ran("make", 1)] * 3, *[ran("make")] * 3), "found"),
    ("steps_failing", facts(*[ran("make", 1)] * 2, *[ran("make")] * 4), "clear"),
    ("steps_failing", facts(*[ran("make", 1)] * 5), "unmeasured"),
]


@pytest.mark.parametrize(("signal", "given", "outcome"), CASES)
def test_signal(signal: str, given: Facts, outcome: str) -> None:
    asked = SIGNALS[signal]
    seen = asked.check(given, asked.options())
    assert (seen.signal, seen.outcome) == (signal, outcome)
    if outcome == "found":
        assert seen.refs


def test_a_test_exercises_more_than_another_command() -> None:
    asked = SIGNALS["exercised"]
    strengths = [
        asked.check(facts(EDIT, ran(command)), asked.options()).strength
        for command in ("pytest -q", "python tool.py")
    ]
    assert strengths == [1.0, 0.6]


def test_a_word_of_the_agent_is_no_recorded_end() -> None:
    """The signal itself is weighed already; counting it twice would make words a proof."""
    block = StatusBlock(style=BlockStyle.RALPH, done=True, line=3)
    transcript = Transcript("text", final_message="EXIT_SIGNAL: true")
    given = Facts(
        loop_id="l", iteration=1, now=None, transcript=transcript, reading=Reading(block=block)
    )
    asked = SIGNALS["handed_in"]
    assert asked.check(given, asked.options()).is_unmeasured
