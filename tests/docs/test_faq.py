"""What the README answers to its users' questions is so."""

from __future__ import annotations

from typing import Any

import pytest

from exitgate.core.decision import Decision, Verdict
from support import decide

DONE = "The whole task is complete."
RED = {"passed": 8, "failed": 1, "failing": ["test_login"]}
GREEN = {"passed": 9, "failed": 0}


def last(*lines: dict[str, Any]) -> Decision:
    return decide(*lines)[-1]


def found(decision: Decision) -> set[str]:
    return {seen.signal for seen in decision.evidence if seen.is_found}


CONTRADICTED = {
    "a failing test": {"response": DONE, "tests": RED},
    "no test at all": {"response": DONE, "tests": {"passed": 0, "failed": 0}},
    "an open plan item": {"response": DONE, "plan": "- [x] a\n- [ ] b\n"},
    "work named in the same message": {
        "response": f"{DONE} 3 of 7 stories remain.",
        "tests": GREEN,
    },
    "an explicit no": {
        "response": f"{DONE}\n\n---RALPH_STATUS---\nEXIT_SIGNAL: false\n---END_RALPH_STATUS---\n",
        "tests": GREEN,
    },
    "nothing that confirms it": {"response": DONE},
}


@pytest.mark.parametrize("line", CONTRADICTED.values(), ids=CONTRADICTED)
def test_why_it_did_not_stop_when_the_agent_said_done(line: dict[str, Any]) -> None:
    assert last(line).verdict is Verdict.CONTINUE


def test_the_same_claim_with_proof_does_stop() -> None:
    assert last({"response": DONE, "tests": GREEN}).verdict is Verdict.COMPLETE


def test_the_third_unverified_claim_in_a_row_asks_for_review() -> None:
    claim = {"response": DONE}
    assert [decision.verdict for decision in decide(claim, claim, claim)] == [
        Verdict.CONTINUE,
        Verdict.CONTINUE,
        Verdict.REVIEW,
    ]


@pytest.mark.parametrize(
    "said",
    [
        f"The README now says:\n\n```\n{DONE}\n```\n\nI will go on with the parser.",
        f"> {DONE}\n\nThat is what the old log said.",
        "TASKS_COMPLETED_THIS_LOOP: 3\nThe work is incomplete.",
    ],
)
def test_words_about_completion_are_no_claim(said: str) -> None:
    decision = last({"response": said, "tests": GREEN})
    assert decision.verdict is Verdict.CONTINUE
    assert decision.reason == "in_progress"


def test_no_errors_found_is_no_error() -> None:
    said = "I read error_handler.py. No errors found."
    assert "response_errors" not in found(last({"response": said}))


def test_optional_items_do_not_keep_a_loop_going() -> None:
    plan = "- [x] add discounts\n- [ ] (optional) add a logo\n"
    assert last({"response": DONE, "plan": plan, "tests": GREEN}).verdict is Verdict.COMPLETE


def test_polling_with_new_results_is_not_stuck() -> None:
    lines = [
        {"response": f"Build {n} of 9 is done, I wait for the rest.", "changes": {"tree": f"t{n}"}}
        for n in range(1, 6)
    ]
    assert {decision.verdict for decision in decide(*lines)} == {Verdict.CONTINUE}
