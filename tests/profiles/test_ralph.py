"""Seed 003, "Ralph Analyzer": the dual condition, the breaker, saturation and the promise."""

from __future__ import annotations

import pytest

from support import decide


def block(status: str = "IN_PROGRESS", signal: str = "false", **more: str) -> str:
    fields = {
        "STATUS": status,
        "TASKS_COMPLETED_THIS_LOOP": "1",
        "FILES_MODIFIED": "2",
        "TESTS_STATUS": "PASSING",
        "WORK_TYPE": "IMPLEMENTATION",
        "EXIT_SIGNAL": signal,
        "RECOMMENDATION": "Continue to US-006",
        **more,
    }
    lines = "\n".join(f"{key}: {value}" for key, value in fields.items())
    return f"\n---RALPH_STATUS---\n{lines}\n---END_RALPH_STATUS---\n"


TWO = "All tests pass. The project is complete."


@pytest.mark.parametrize(
    ("response", "verdict", "reason"),
    [
        (TWO + block("COMPLETE", "true"), "complete", "project_complete"),
        (TWO + block("COMPLETE", "false"), "continue", "in_progress"),
        ("Added the last story." + block("COMPLETE", "true"), "complete", "project_complete"),
        ("Cannot reach the database." + block("BLOCKED", "false"), "blocked", "blocked"),
        ("Working on US-005." + block(), "continue", "in_progress"),
        (TWO, "complete", "project_complete"),
        ("Working on US-005.", "continue", "in_progress"),
        (TWO + block("COMPLETE", "maybe"), "continue", "in_progress"),
        (TWO + block("COMPLETE", "true") + block(), "continue", "in_progress"),
        ("All stories pass now.\n\n<promise>COMPLETE</promise>", "complete", "project_complete"),
        ("I will not say <promise>COMPLETE</promise> until it works.", "continue", "in_progress"),
    ],
    ids=[
        "both conditions", "indicators against EXIT_SIGNAL false", "EXIT_SIGNAL alone", "BLOCKED",
        "IN_PROGRESS", "no block, heuristics", "no block, nothing", "ambiguous signal is false",
        "the last of several blocks counts", "promise", "prose about the promise",
    ],
)  # fmt: skip
def test_dual_condition_exit_logic(response: str, verdict: str, reason: str) -> None:
    (decision,) = decide({"response": response}, profile="ralph")
    assert (decision.verdict.value, decision.reason) == (verdict, reason)


def test_blocked_gives_the_recommendation_as_the_reason() -> None:
    response = "Stop." + block("BLOCKED", RECOMMENDATION="Need the API key for staging")
    (decision,) = decide({"response": response}, profile="ralph")
    assert "Need the API key for staging" in decision.summary


def working(n: int, **more: object) -> dict[str, object]:
    return {"response": f"Step {n}: looked at module {n * 7}." + block(), **more}


def test_no_file_changes_in_3_iterations_half_open_the_circuit() -> None:
    same = {"tree": "t", "files": []}
    decisions = decide(*[working(n, changes=same) for n in range(1, 5)], profile="ralph")
    states = [d.circuit.state.value for d in decisions]
    assert states[1] == "CLOSED"
    assert "HALF_OPEN" in states


def test_talk_that_changes_no_file_does_not_go_on_for_ever() -> None:
    same = {"tree": "t1", "files": []}
    subjects = ("cache", "retry", "lock", "queue", "pool", "timer", "buffer", "socket")
    said = [{"response": f"Looked into the {one}.", "changes": same} for one in subjects]
    states = [d.circuit.state.value for d in decide(*said, profile="ralph")]
    assert states[2:6] == ["HALF_OPEN", "HALF_OPEN", "HALF_OPEN", "OPEN"]


def test_the_same_error_in_5_iterations_opens_the_circuit() -> None:
    decisions = decide(
        *[
            {"response": f"Attempt {n}, another idea each time.\nError: ENOENT no such file x.json"}
            for n in range(1, 6)
        ],
        profile="ralph",
    )
    assert decisions[4].circuit.state.value == "OPEN"
    assert decisions[4].reason == "circuit_open"
    assert decisions[3].circuit.state.value != "OPEN"


def test_test_only_work_in_3_iterations_is_test_saturation() -> None:
    decisions = decide(
        *[
            {"response": f"PASS src/m{n}.test.ts\nTest Suites: {n} passed\n{n + 9} tests passed\n"}
            for n in range(1, 4)
        ],
        profile="ralph",
    )
    assert decisions[2].reason == "test_saturation"


def test_the_same_tests_again_and_again_are_saturation_before_they_are_a_loop() -> None:
    line = {"response": "PASS src/m.test.ts\n12 tests passed\n" + block(WORK_TYPE="TESTING")}
    assert decide(line, line, line, profile="ralph")[2].reason == "test_saturation"


def test_output_declining_by_70_percent_is_a_warning() -> None:
    long, short = "word " * 400, "word " * 60
    decisions = decide(
        {"response": "First. " + long}, {"response": "Second. " + short}, profile="ralph"
    )
    (found,) = [e for e in decisions[1].evidence if e.signal == "output_declining"]
    assert found.is_found
    assert decisions[1].verdict.value == "continue"


def test_test_only_work_is_told_as_that_however_alike_the_iterations_are() -> None:
    block = "---RALPH_STATUS---\nSTATUS: IN_PROGRESS\nWORK_TYPE: TESTING\nEXIT_SIGNAL: false\n"
    said = {"response": f"Ran the tests.\n{block}---END_RALPH_STATUS---"}
    decisions = decide(said, said, said, profile="ralph")
    assert [d.reason for d in decisions] == ["in_progress", "in_progress", "test_saturation"]
