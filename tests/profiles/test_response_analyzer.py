"""Seed 000, "Response Analyzer": 35/25/20/20, exit from 40 on, two signals or a very high one."""

from __future__ import annotations

import pytest

from support import decide

REPORT = "Implemented the login form in src/auth.py and src/views.py. "


def verdict(response: str, **more: object) -> str:
    (decision,) = decide({"response": response, **more}, profile="response-analyzer")
    return decision.verdict.value


@pytest.mark.parametrize(
    "response",
    [
        REPORT + "The work is complete and ready for review.",
        "The task is complete. Ready for review.",
        "I finished the work. Ready for review.",
        REPORT + "All tests passing.",
        REPORT + "There are no remaining issues.",
    ],
)
def test_two_signals_or_one_very_high_exit(response: str) -> None:
    assert verdict(response) == "complete"


@pytest.mark.parametrize(
    "response",
    [
        "That's done! Now let me look at the next file.",
        "Tests done but build failing.",
        REPORT + "It is finished.",
        "PASS src/a.test.ts\nPASS src/b.test.ts\nTest Suites: 2 passed\n12 tests passed\n",
    ],
    ids=["conversational", "partial", "a single keyword", "test only"],
)
def test_guards_against_false_positives(response: str) -> None:
    assert verdict(response) == "continue"


def test_an_echoed_keyword_is_discounted() -> None:
    task = "Stop when the work is complete and ready for review."
    response = "Understood: stop when the work is complete and ready for review. I will start now."
    assert verdict(response, task=task) == "continue"


def test_the_four_weights() -> None:
    (decision,) = decide(
        {
            "response": REPORT + "All tests passing. No remaining issues. Everything is complete.",
            "tests": {"passed": 12, "failed": 0},
        },
        profile="response-analyzer",
    )
    points = {part.signal: part.points for part in decision.confidence.parts}
    assert points["completion_keywords"] <= 35
    assert points["tests_reported"] == 25
    assert 0 < points["output_quality"] <= 20
    assert points["response_errors"] == 20
    assert decision.confidence.value == round(sum(points.values()))


def test_the_same_error_three_times_is_stuck() -> None:
    errors = [
        {"response": f"Attempt {n}: tried another way.\nError: ENOENT no such file config.json"}
        for n in range(3)
    ]
    decisions = decide(*errors, profile="response-analyzer")
    assert [d.verdict.value for d in decisions] == ["continue", "continue", "stuck"]


def test_repeated_test_only_output_is_stuck_and_not_complete() -> None:
    decisions = decide(
        *[
            {"response": f"PASS src/a{n}.test.ts\nTest Suites: {n} passed\n{n + 3} tests passed\n"}
            for n in range(1, 4)
        ],
        profile="response-analyzer",
    )
    assert decisions[-1].verdict.value == "stuck"
    assert all(d.verdict.value != "complete" for d in decisions)
