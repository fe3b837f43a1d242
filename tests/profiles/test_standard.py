"""The standard profile: complete needs a word, a proof and no contradiction."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from exitgate.config import load_policy
from exitgate.core.policy import Budgets
from support import decide

PROMISE = "<promise>COMPLETE</promise>"
CLAIM = "All tasks are complete."
FILES = {"tree": "t1", "files": [{"path": "src/a.py", "status": "M", "added": 3, "deleted": 1}]}
NONE = {"tree": "t0", "files": []}
GREEN = {"passed": 3, "failed": 0}


def with_its_own_tests(words: str, command: str = "pytest -q") -> str:
    """A run that edits, runs the tests itself, sees them pass and ends with these words."""
    steps = [
        {"type": "tool_call", "id": "1", "name": "edit", "input": {"path": "src/a.py"}},
        {"type": "tool_result", "id": "1", "output": "ok"},
        {"type": "tool_call", "id": "2", "name": "bash", "input": {"command": command}},
        {"type": "tool_result", "id": "2", "output": "3 passed in 0.1s", "exit_code": 0},
        {"type": "message", "role": "assistant", "text": words},
        {"type": "end", "status": "finished"},
    ]
    return "\n".join(json.dumps(step) for step in steps)


CASES: dict[str, tuple[dict[str, object], str, str]] = {
    "signal and change": ({"response": PROMISE, "changes": FILES}, "complete", "project_complete"),
    "signal and green tests": ({"response": PROMISE, "tests": GREEN}, "complete", "project_complete"),
    "claim and green tests": ({"response": CLAIM, "tests": GREEN, "changes": FILES}, "complete", "project_complete"),
    "claim and ticked plan": ({"response": CLAIM, "plan": "- [x] a", "changes": FILES}, "complete", "project_complete"),
    "claim and change only": ({"response": CLAIM, "changes": FILES}, "continue", "claimed_unverified"),
    "claim and all the tests, that the agent ran itself": (
        {"response": with_its_own_tests(CLAIM), "changes": FILES}, "complete", "project_complete"),
    "claim and some tests that the agent ran itself": (
        {"response": with_its_own_tests(CLAIM, "pytest tests/test_a.py"), "changes": FILES}, "continue", "claimed_unverified"),
    "claim and labels that the agent ran itself": (
        {"response": with_its_own_tests(CLAIM, "./tests/runtests.py schema"), "changes": FILES}, "continue", "claimed_unverified"),
    "signal and tests that the agent ran itself": (
        {"response": with_its_own_tests(PROMISE)}, "complete", "project_complete"),
    "bare signal": ({"response": PROMISE}, "continue", "claimed_unverified"),
    "nothing changed at all": (
        {"response": PROMISE, "changes": NONE, "plan": "- [x] a", "tests": GREEN}, "continue", "claimed_unverified"),
    "failing tests": ({"response": PROMISE, "changes": FILES, "tests": {"passed": 3, "failed": 1}}, "continue", "claimed_unverified"),
    "errors alone are failures": ({"response": PROMISE, "changes": FILES, "tests": {"errors": 3}}, "continue", "claimed_unverified"),
    "names alone are failures": ({"response": PROMISE, "changes": FILES, "tests": {"failing": ["a::b"]}}, "continue", "claimed_unverified"),
    "zero tests": ({"response": PROMISE, "changes": FILES, "tests": {"passed": 0, "failed": 0}}, "continue", "claimed_unverified"),
    "open plan": ({"response": PROMISE, "changes": FILES, "plan": "- [ ] a"}, "continue", "claimed_unverified"),
    "optional items do not block": (
        {"response": PROMISE, "changes": FILES, "plan": "- [x] a\n\n## Optional\n- [ ] b"}, "complete", "project_complete"),
    "the agent's process failed": ({"response": PROMISE, "changes": FILES, "exit_code": 1}, "continue", "claimed_unverified"),
    "only bookkeeping changed": (
        {"response": PROMISE, "changes": {"tree": "t", "files": [{"path": ".ralph/log.md", "status": "M"}]}}, "continue", "claimed_unverified"),
}  # fmt: skip


@pytest.mark.parametrize(("line", "verdict", "reason"), CASES.values(), ids=CASES)
def test_complete_needs_a_word_a_proof_and_no_contradiction(
    line: dict[str, object], verdict: str, reason: str
) -> None:
    (decision,) = decide(line)
    assert (decision.verdict.value, decision.reason) == (verdict, reason), decision.summary


def test_a_part_of_the_tests_is_named_as_such() -> None:
    (decision,) = decide(CASES["claim and some tests that the agent ran itself"][0])
    assert "only a part of the tests was run: tests/test_a.py" in decision.summary
    assert not decision.merge_ready


GOES_ON = [n for n, case in CASES.items() if case[1] == "continue" and "itself" not in n]


@pytest.mark.parametrize("name", GOES_ON)
def test_a_contradiction_caps_confidence_and_no_proof_keeps_it_below_70(name: str) -> None:
    (decision,) = decide(CASES[name][0])
    proofless = name in ("bare signal", "claim and change only", "only bookkeeping changed")
    assert decision.confidence.value < (70 if proofless else 40)
    assert decision.merge_ready is False


def test_plan_items_ticked_without_a_change_are_no_completion() -> None:
    decisions = decide(
        {"response": "Planned the work.", "plan": "- [ ] a", "changes": NONE},
        {"response": CLAIM, "plan": "- [x] a", "changes": NONE},
    )
    assert decisions[1].reason == "claimed_unverified"


def test_a_last_iteration_that_only_verifies_counts_the_earlier_changes() -> None:
    decisions = decide(
        {"response": "Wrote the parser in src/a.py.", "changes": FILES},
        {"response": PROMISE, "changes": {"tree": "t1", "files": []}},
    )
    assert decisions[1].verdict.value == "complete"


def test_an_iteration_that_only_verifies_may_tick_what_others_have_done() -> None:
    decisions = decide(
        {"response": "Wrote the parser in src/a.py.", "plan": "- [ ] a", "changes": FILES},
        {"response": CLAIM, "plan": "- [x] a", "changes": {"tree": "t1", "files": []}},
    )
    assert decisions[1].verdict.value == "complete", decisions[1].summary


def test_a_completion_that_was_verified_is_no_unverified_claim() -> None:
    done = {"response": PROMISE, "changes": FILES, "tests": GREEN}
    failing = {"response": PROMISE, "changes": FILES, "tests": {"passed": 3, "failed": 1}}
    assert decide(done, done, failing)[2].reason == "claimed_unverified"


def test_work_that_was_reverted_confirms_nothing() -> None:
    decisions = decide(
        {"response": "Wrote the parser in src/a.py.", "changes": FILES},
        {"response": PROMISE, "changes": {"tree": "t0", "files": []}},
    )
    assert decisions[1].reason == "claimed_unverified"


def test_an_explicit_false_beats_a_claim_a_plan_and_green_tests() -> None:
    block = "\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: false\n---END_RALPH_STATUS---"
    for count in (1, 3):
        decisions = decide(
            *[
                {"response": f"{CLAIM} ({n}){block}", "plan": "- [x] a", "tests": GREEN,
                 "changes": {**FILES, "tree": f"t{n}"}}
                for n in range(count)
            ]
        )  # fmt: skip
        assert decisions[-1].verdict.value == "continue"


@pytest.mark.parametrize(
    "profile", ["standard", "ralph", "doyaken", "blackbox", "response-analyzer"]
)
def test_budgets_of_money_and_tokens_hold_in_every_profile(profile: str) -> None:
    policy = load_policy(profile=profile).policy
    policy = replace(policy, budgets=Budgets(max_cost=5))
    line = {"response": "I am confident. Wrote the parser.", "cost_usd": 50, "plan": "- [ ] a"}
    (decision,) = decide(line, policy=policy)
    assert (decision.verdict.value, decision.reason) == ("exhausted", "max_cost")


def test_budgets_are_asked_in_the_order_of_the_safety_guards() -> None:
    rules = [trace.rule for trace in decide({"response": "Working on it."})[0].rules]
    order = ["max_iterations", "max_runtime", "loop_detected", "consecutive_errors"]
    assert [rule for rule in rules if rule in order] == order


def test_claims_against_an_open_plan_are_work_for_the_next_iteration() -> None:
    """A person is asked where nobody can tell; here the plan tells what is left."""
    open_plan = "- [x] a\n- [ ] b"
    lines = [
        {"response": f"{CLAIM} ({n})", "plan": open_plan, "changes": {**FILES, "tree": f"t{n}"}}
        for n in range(3)
    ]
    assert [d.verdict.value for d in decide(*lines)] == ["continue"] * 3
    bare = [{"response": f"{CLAIM} ({n})"} for n in range(3)]
    assert [d.verdict.value for d in decide(*bare)] == ["continue", "continue", "review"]


def test_bookkeeping_alone_is_no_change_however_its_tree_differs() -> None:
    parts = ("parser", "lexer", "emitter", "linker")
    decisions = decide(
        *[
            {"response": f"Worked on the {part} of it.",
             "changes": {"tree": f"t{part}", "files": [{"path": ".ralph/progress.json", "status": "M"}]}}
            for part in parts
        ]
    )  # fmt: skip
    assert decisions[2].circuit.state.value == "HALF_OPEN"


def test_two_status_blocks_run_together_are_two() -> None:
    def status(done: str) -> str:
        return f"---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: {done}\n---END_RALPH_STATUS---"

    (decision,) = decide({"response": status("false") + status("true"), "changes": FILES})
    assert decision.verdict.value == "complete"
