"""Seed 001, "Exit Detection": the seven rules in order, with the document's own examples."""

from __future__ import annotations

import pytest

from support import decide

CONFIDENT = "I am confident this is correct. Task 1 done."
ONE_OF_THREE = "- [x] a\n- [ ] b\n- [ ] c\n"


def blackbox(response: str, plan: str | None = None, **more: object) -> tuple[str, str, int]:
    (decision,) = decide({"response": response, "plan": plan, **more}, profile="blackbox")
    return decision.verdict.value, decision.reason, decision.confidence.value


def test_1_high_completion_exits() -> None:
    plan = "".join(f"- [x] task {n}\n" for n in range(5))
    verdict, reason, _ = blackbox("All tasks are now complete.", plan)
    assert (verdict, reason) == ("complete", "high_completion")


def test_2_low_confidence_exits() -> None:
    verdict, reason, confidence = blackbox("I think this might work, but I'm not sure.")
    assert (verdict, reason) == ("review", "low_confidence")
    assert confidence < 70


def test_3_continue_with_progress() -> None:
    verdict, _, confidence = blackbox(CONFIDENT, ONE_OF_THREE)
    assert verdict == "continue"
    assert confidence >= 70


@pytest.mark.parametrize(
    ("response", "confidence"),
    [
        ("I am confident this works.", 90),
        ("It will certainly work.", 90),
        ("This is absolutely right.", 90),
        ("It is likely fixed.", 60),
        ("It is probably fixed.", 60),
        ("Updated the parser.", 50),
        ("It might work.", 40),
        ("Maybe it works, it might, it could, approximately.", 10),
        ("It is definitely fixed.", 60),
        ("It is definitely fixed, assured, guaranteed.", 80),
    ],
)
def test_confidence_scoring(response: str, confidence: int) -> None:
    assert blackbox(response)[2] == confidence


def test_50_percent_task_completion_goes_on() -> None:
    assert blackbox("I am confident.", "- [x] a\n- [ ] b\n")[0] == "continue"


@pytest.mark.parametrize(("done", "verdict"), [(8, "complete"), (7, "continue")])
def test_80_percent_is_the_line(done: int, verdict: str) -> None:
    plan = "".join(f"- [{'x' if n < done else ' '}] t{n}\n" for n in range(10))
    assert blackbox("I am confident.", plan)[0] == verdict


@pytest.mark.parametrize(("errors", "verdict"), [(5, "continue"), (6, "stuck")])
def test_more_than_five_errors_exit(errors: int, verdict: str) -> None:
    response = "I am confident about the cause.\n" + "".join(
        f"Error: case {n} of module{n}.py\n" for n in range(errors)
    )
    (decision,) = decide({"response": response, "plan": ONE_OF_THREE}, profile="blackbox")
    trace = {rule.rule: rule.because for rule in decision.rules}
    if verdict == "stuck":
        assert decision.reason == "too_many_errors"
    else:
        assert decision.verdict.value == "continue", trace


def test_stagnation_after_three_loops_without_task_progress_and_reset_by_a_done_task() -> None:
    def working(n: int, plan: str) -> dict[str, object]:
        return {"response": f"I am confident. Looked into part {n} of the parser.", "plan": plan}

    two = "- [x] a\n- [x] b\n- [ ] c\n"
    decisions = decide(
        working(1, ONE_OF_THREE), working(2, ONE_OF_THREE), working(3, two), working(4, two),
        working(5, two), working(6, two), profile="blackbox",
    )  # fmt: skip
    verdicts = [d.verdict.value for d in decisions]
    assert verdicts[:4] == ["continue"] * 4
    assert "stuck" in verdicts[4:]
    assert decisions[-1].reason in ("stagnation", "circuit_open")


def test_the_open_circuit_overrides_all() -> None:
    plan = "- [x] a\n"
    failing = {
        "response": "Error: TypeError - boom at a.ts:4",
        "changes": {"tree": "same", "files": []},
    }
    decisions = decide(*[failing] * 8, {**failing, "plan": plan}, profile="blackbox")
    assert decisions[-1].reason == "circuit_open"
