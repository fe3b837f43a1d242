"""Loops inside one run: which pattern, from which step, and whether the agent got out."""

from __future__ import annotations

from typing import Any

import pytest

from exitgate.core.facts import Facts
from exitgate.core.transcript import CallKind, EndStatus, Message, Role, ToolCall, Transcript
from exitgate.language.chant import chant_in
from exitgate.language.loop_patterns import Pattern, RunLimits, RunLoop
from exitgate.language.run_loop import find_run_loop
from exitgate.signals.run_loop import SIGNAL
from loops.build import transcript_of

FAIL: list[Any] = ["edit", "a.py", "x", "old text not found", True]


def loop_in(*steps: Any, **more: Any) -> RunLoop | None:
    return find_run_loop(transcript_of({"steps": list(steps), **more}), RunLimits())


def pattern_of(*steps: Any, **more: Any) -> Pattern | None:
    loop = loop_in(*steps, **more)
    return loop.pattern if loop and loop.going else None


def test_three_equal_calls_are_a_retry_and_four_a_loop() -> None:
    assert pattern_of(FAIL, FAIL, FAIL) is None
    assert loop_in(FAIL, FAIL, FAIL, FAIL) == RunLoop(Pattern.SAME_CALL, 4, "edit a.py", 1, 4)


def test_a_check_that_never_changes_whatever_is_edited() -> None:
    steps = [
        step
        for n in range(5)
        for step in (
            ["edit", "a.py", f"try {n}", f"edited {n}"],
            ["run", "pytest", "1 failed", 1],
            ["read", f"b{n}.py", "x", f"text {n}"],
        )
    ]
    assert pattern_of(*steps) is Pattern.SAME_CHECK
    assert pattern_of(*steps[:-3]) is None


@pytest.mark.parametrize("green", ["12 passed in 0.31s", "test result: ok. 3 passed", ""])
def test_a_check_that_stays_green_after_every_edit_is_no_loop(green: str) -> None:
    steps = [
        step
        for n in range(8)
        for step in (
            ["edit", f"m{n}.py", f"split {n}", f"edited {n}"],
            ["run", "pytest -q", green, 0],
        )
    ]
    assert pattern_of(*steps) is None


def test_one_error_from_different_calls() -> None:
    steps = [["run", f"make target{n}", "error: linker not found", 1] for n in range(6)]
    assert pattern_of(*steps) is Pattern.SAME_ERROR


def test_failure_after_failure_with_other_errors() -> None:
    steps = [["run", f"try {n}", f"error: kind {n} is missing", 1] for n in range(12)]
    assert pattern_of(*steps) is Pattern.ALL_FAILING
    assert pattern_of(*steps, ["run", "make", "built", 0]) is None


def test_nothing_new() -> None:
    reads = [["read", f"f{n}.py", "all", f"text {n}"] for n in range(8)]
    order = [3, 1, 6, 0, 5, 2]
    assert pattern_of(*reads, *(reads[n] for n in order)) is Pattern.NOTHING_NEW
    assert pattern_of(*reads) is None


def test_a_call_without_its_result_at_the_end_hides_no_loop() -> None:
    call = ToolCall("edit", CallKind.EDIT, "a.py z")
    steps = (*transcript_of({"steps": [FAIL] * 4}).steps, call)
    loop = find_run_loop(Transcript("exitgate", steps), RunLimits())
    assert loop is not None
    assert loop.going


def test_calls_that_never_get_a_result_are_a_loop_too() -> None:
    call = ToolCall("browse", CallKind.OTHER, '{"url": "x"}')
    nudge = Message(Role.USER, "Please go on.")
    loop = find_run_loop(Transcript("exitgate", (call, nudge) * 4), RunLimits())
    assert loop is not None
    assert loop.pattern is Pattern.SAME_CALL


def test_the_agents_finish_is_a_way_out() -> None:
    loop = loop_in(FAIL, FAIL, FAIL, FAIL, ["finish"])
    assert loop is not None
    assert not loop.going


def test_a_closing_message_of_a_finished_run_is_a_way_out() -> None:
    steps = [FAIL, FAIL, FAIL, FAIL, ["say", "I give up on this."]]
    loop = loop_in(*steps, end="finished")
    assert loop is not None
    assert not loop.going
    assert pattern_of(*steps, end="max_turns") is Pattern.SAME_CALL


def test_a_person_who_answers_is_no_automatic_prompt() -> None:
    talk = [
        part
        for n in range(5)
        for part in (["say", f"Thought {n}."], ["user", f"Answer number {n}"])
    ]
    assert pattern_of(["run", "ls", "a", 0], *talk) is None


def test_sub_agents_that_read_the_same_files_side_by_side_are_no_loop() -> None:
    reads = [
        ToolCall("read", CallKind.READ, f"f{n}", f"text {n}", parent=agent)
        for agent in ("one", "two", "three")
        for n in range(8)
    ]
    assert find_run_loop(Transcript("exitgate", tuple(reads)), RunLimits()) is None


def test_a_loop_inside_one_sub_agent_is_seen_through_the_others() -> None:
    failing = ToolCall("edit", CallKind.EDIT, "x", "not found", is_error=True, parent="one")
    other = ToolCall("read", CallKind.READ, "f", "text", parent="two")
    loop = find_run_loop(Transcript("exitgate", (failing, other) * 4 + (failing,)), RunLimits())
    assert loop is not None
    assert loop.pattern is Pattern.SAME_CALL


def test_waiting_is_given_more_patience_but_not_for_ever() -> None:
    wait = ["run", "sleep 60", ""]
    assert pattern_of(*[wait] * 19) is None
    assert pattern_of(*[wait] * 20) is Pattern.SAME_CALL


@pytest.mark.parametrize(
    "text",
    [
        "| a | b |\n|---|---|\n" + "| 0 | 0 |\n" * 40,
        "step one. step two. step three. " * 3,
        "- [x] done\n" * 6,
        "\n".join(f"- [x] item {n} is done" for n in range(40)),
        "=" * 2000,
        "Log:\n```\n" + "test ok and fine\n" * 40 + "```",
        "| all | good |\n" * 60,
    ],
)
def test_tables_lists_and_rulers_do_not_chant(text: str) -> None:
    assert chant_in(text, 10) is None


REFUSED: list[Any] = ["run", "npm i", "npm ERR! code ERESOLVE", 1]


@pytest.mark.parametrize(
    "after",
    [
        [["run", "npm i --force", "added 20", 0], ["run", "npm test", "5 passing", 0]],
        [["run", "npm test", "5 passing", 0]],
        [["edit", "a.py", "x", "edited"], ["run", "npm i", "up to date", 0], ["say", "Installed."]],
    ],
)
def test_an_error_that_the_agent_got_past_is_no_loop(after: list[Any]) -> None:
    loop = loop_in(*[REFUSED] * 6, *after)
    assert loop is not None
    assert not loop.going


def test_a_check_that_came_out_well_at_last_is_no_loop() -> None:
    tries = [
        step
        for n in range(6)
        for step in (
            ["edit", "a.py", f"try {n}", f"edited {n}"],
            ["run", "pytest", "1 failed", 1],
            ["read", f"b{n}.py", "x", f"text {n}"],
        )
    ]
    assert pattern_of(*tries) is Pattern.SAME_CHECK
    assert pattern_of(*tries, ["run", "pytest", "1 passed", 0], ["say", "It passes."]) is None
    assert pattern_of(*tries, ["run", "ls", "a.py b.py", 0]) is Pattern.SAME_CHECK


def test_a_run_that_ended_on_the_loop_itself_did_not_get_out_of_it() -> None:
    assert pattern_of(*[FAIL] * 6, end="finished") is Pattern.SAME_CALL
    assert pattern_of(*[FAIL] * 6, ["say", "I give up."], end="finished") is None


def test_chant_names_its_words() -> None:
    chant = chant_in("So. " + "I must stop now. " * 12, 10)
    assert chant is not None
    assert (chant.words, chant.times) == ("i must stop now", 12)


def test_signal_points_at_the_steps_and_notes_an_escape() -> None:
    going = SIGNAL.check(_facts([FAIL] * 5), RunLimits())
    assert going.is_found
    assert going.refs == ("step 1", "step 5")
    left = SIGNAL.check(_facts([*[FAIL] * 5, ["edit", "a.py", "y", "ok"]]), RunLimits())
    assert left.is_clear
    assert left.headline == "got out of a loop (same call, same result, 5 times)"


def test_nothing_recorded_is_unmeasured() -> None:
    assert SIGNAL.check(_facts([]), RunLimits()).is_unmeasured


def test_limits_are_configuration() -> None:
    transcript = transcript_of({"steps": [FAIL] * 2})
    assert find_run_loop(transcript, RunLimits(identical=2)) is not None


def _facts(steps: list[Any]) -> Facts:
    transcript = transcript_of({"steps": steps, "end": EndStatus.MAX_TURNS})
    return Facts(loop_id="l", iteration=1, now=None, transcript=transcript)


@pytest.mark.parametrize("detail", ["AgentStuckInLoopError: Agent got stuck in a loop", "stuck"])
def test_the_word_of_the_agents_own_loop_detector_counts(detail: str) -> None:
    steps = [["run", "make", "built", 0], ["read", "a.py", "x", "text"]]
    assert pattern_of(*steps, end="error", end_detail=detail) is Pattern.STOPPED
    assert pattern_of(*steps, end="error", end_detail="API Error: 500") is None
    assert pattern_of(*steps, ["say", "I was stuck in a loop."], end="finished") is None


def test_a_bare_number_is_what_was_asked_for() -> None:
    rows = [["run", "cat rows.txt", f"{120_000 + n}\n", 0] for n in range(8)]
    assert pattern_of(*rows) is None
    same = [["run", "cat rows.txt", "120000\n", 0]] * 8
    assert pattern_of(*same) is Pattern.SAME_CALL
