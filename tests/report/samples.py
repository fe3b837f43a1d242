"""Decisions of every kind, made the way the gate makes them, for all report tests."""

from __future__ import annotations

from dataclasses import replace

from exitgate.core.circuit import Circuit, CircuitState, Transition
from exitgate.core.confidence import Confidence, ConfidencePart
from exitgate.core.decision import Decision, InputFile, RuleTrace, Verdict
from exitgate.core.evidence import clear, found, unmeasured
from exitgate.core.history import History, IterationRecord
from exitgate.core.verification import CheckedClaim, Matter, Standing
from exitgate.report.links import Links

LINKS = Links(
    repository="https://github.com/octo/shop",
    sha="4f2a9c1d5e6b7a8091a2b3c4d5e6f708192a3b4c",
    run="https://github.com/octo/shop/actions/runs/77",
    elsewhere=frozenset({"agent.jsonl"}),
)
INPUTS = (InputFile("agent.jsonl", "claude-stream", 14, 9, 48_213, 0),)
QUIET = (
    clear("remaining_work", "the agent names no work that is left"),
    clear("repeated_signature", "this iteration did something new"),
    clear("repeated_error", "no error came back"),
    clear("open_question", "the agent asks nothing"),
)


def _history(*records: IterationRecord) -> History:
    history = History()
    for record in records:
        history = history.plus(record)
    return history


COMPLETE = Decision(
    loop_id="pr-42",
    iteration=4,
    verdict=Verdict.COMPLETE,
    reason="project_complete",
    summary="The agent says that it is done; 48 tests passed and all 5 plan items are ticked.",
    confidence=Confidence(
        94,
        (
            ConfidencePart("base", -2.2, "where every task starts"),
            ConfidencePart("tests_pass", 1.6, "48 tests passed, none failed"),
            ConfidencePart("done_signal", 1.2, "EXIT_SIGNAL is true"),
            ConfidencePart("plan_complete", 1.2, "all 5 plan items are done"),
            ConfidencePart("files_changed", 0.8, "6 files changed against the base"),
        ),
    ),
    merge_ready=True,
    circuit=Circuit(),
    signature="file:discounts.py-tests",
    work_summary="Modified 6 files, 48 tests passing",
    evidence=(
        found("done_signal", "EXIT_SIGNAL is true", refs=["response:31"]),
        found("tests_pass", "48 tests passed, none failed", refs=["reports/junit.xml"]),
        found("files_changed", "6 files changed against the base", refs=["src/shop/discounts.py"]),
        found(
            "plan_complete", "all 5 plan items are done", refs=["fix_plan.md:3", "fix_plan.md:7"]
        ),
        *QUIET,
        unmeasured("task_moved", "no task folder was found"),
        clear("tests_fail", "no test failed"),
    ),
    rules=(
        RuleTrace("cancelled", False, "nobody cancelled this loop"),
        RuleTrace("circuit_open", False, "the circuit is CLOSED"),
        RuleTrace("verified_complete", True, "EXIT_SIGNAL is true; confirmed: 48 tests passed"),
    ),
    guidance="",
    inputs=INPUTS,
    unmeasured=("task_moved: no task folder was found",),
)
COMPLETE_HISTORY = _history(
    *(
        IterationRecord(
            number=number,
            confidence=confidence,
            plan_done=done,
            plan_total=5,
            work=work,
            verdict="complete" if number == 4 else "continue",
        )
        for number, confidence, done, work in (
            (1, 12, 1, "Read the pricing code and wrote the first failing test"),
            (2, 21, 3, "Added percentage and fixed discounts"),
            (3, 34, 4, "Stacked discounts, one rounding test still red"),
            (4, 94, 5, "Added stacked discounts with rounding, and their tests"),
        )
    )
)

_NULL_CHECK = "Fixed auth.ts - added null check"
STUCK = replace(
    COMPLETE,
    loop_id="pr-7",
    iteration=7,
    verdict=Verdict.STUCK,
    reason="loop_detected",
    summary="The same signature came back 3 times; the same 2 tests fail since iteration 5.",
    confidence=Confidence(
        6,
        (
            ConfidencePart("base", -2.2, "where every task starts"),
            ConfidencePart("tests_fail", -2.0, "2 of 31 tests fail"),
            ConfidencePart("files_changed", 0.8, "1 file changed against the base"),
            ConfidencePart("cap", 0.0, "at most 39: tests_fail found"),
        ),
    ),
    merge_ready=False,
    circuit=Circuit(
        CircuitState.HALF_OPEN,
        "2026-01-15T10:42:00Z",
        "no content changed in 3 iterations",
        (Transition(7, None, CircuitState.CLOSED, CircuitState.HALF_OPEN, "no change"),),
    ),
    signature="error:TypeError-null-auth.ts",
    work_summary="Modified 1 file, 29 tests passing, 2 failing",
    evidence=(
        found(
            "repeated_signature",
            "the same signature 3 times running",
            refs=["iteration 5", "iteration 6", "iteration 7"],
        ),
        found(
            "same_failures", "the same 2 tests fail since iteration 5", refs=["reports/junit.xml"]
        ),
        found(
            "tests_fail",
            "2 of 31 tests fail: login timeout, logout assertion",
            refs=[
                "tests/auth.test.ts:45",
                "tests/auth.test.ts:61",
                "reports/junit.xml",
                "response:12",
            ],
        ),
        found("files_changed", "1 file changed against the base", refs=["src/auth.ts:45"]),
        clear("done_signal", "the agent does not say that it is done"),
        unmeasured("plan_complete", "no plan was found"),
        unmeasured("plan_open", "no plan was found"),
        unmeasured("plan_stalled", "no plan was found"),
    ),
    rules=(
        RuleTrace("cancelled", False, "nobody cancelled this loop"),
        RuleTrace("verified_complete", False, "the agent does not say that the whole task is done"),
        RuleTrace("max_iterations", False, "7 of 20 iterations used"),
        RuleTrace(
            "loop_detected", True, "the same signature 3 times running; the same 2 tests fail"
        ),
    ),
    guidance=(
        "The null check in src/auth.ts was tried three times and did not help.\n"
        "Do not add it again. Look first at: login timeout (tests/auth.test.ts:45).\n"
        "Find out why user.profile is null before changing code."
    ),
    unmeasured=("plan_complete: no plan was found",),
)
STUCK_HISTORY = _history(
    *(
        IterationRecord(number=number, confidence=confidence, work=work, signature=signature)
        for number, confidence, work, signature in (
            (3, 11, "Read the login code", "search:login"),
            (4, 14, "Fixed session.ts - updated expiry", "file:session.ts-expiry"),
            (5, 8, _NULL_CHECK, STUCK.signature),
            (6, 7, _NULL_CHECK, STUCK.signature),
            (7, 6, _NULL_CHECK, STUCK.signature),
        )
    )
)
CONTINUE = replace(
    COMPLETE,
    iteration=2,
    verdict=Verdict.CONTINUE,
    reason="claimed_unverified",
    summary="Done was claimed, but the evidence says otherwise: 3 of 5 plan items are open.",
    confidence=Confidence(31, (ConfidencePart("plan_open", -1.5, "3 of 5 plan items are open"),)),
    merge_ready=False,
    evidence=(
        found("completion_claim", "“everything is implemented”", refs=["response:9"]),
        found("plan_open", "3 of 5 plan items are open", refs=["fix_plan.md:4"]),
        unmeasured("tests_pass", "no test report was given"),
        unmeasured("tests_fail", "no test report was given"),
        *QUIET,
    ),
    rules=(
        RuleTrace("verified_complete", False, "claimed, unverified: 3 of 5 plan items are open"),
        RuleTrace("unverified_claims", False, "completion claimed 1 of 3 times in a row"),
    ),
    guidance="Three plan items are open. Start with: apply the coupon before tax.",
    unmeasured=(),
    claims=(
        CheckedClaim(
            "changed src/shop/discounts.py",
            Standing.VERIFIED,
            "it differs from the base",
            ("src/shop/discounts.py",),
            Matter.FILES,
        ),
        CheckedClaim(
            "All 48 tests pass.",
            Standing.UNVERIFIABLE,
            "`pytest tests/test_tax.py` passed at step 7, but it ran only a part of the tests",
            ("step 7",),
            Matter.TESTS,
        ),
        CheckedClaim(
            "Everything is implemented.",
            Standing.CONTRADICTED,
            "3 plan items are open",
            ("fix_plan.md:4",),
        ),
    ),
)
BLOCKED = replace(
    CONTINUE,
    verdict=Verdict.BLOCKED,
    reason="blocked",
    summary="The agent needs the sandbox key of the payment provider.",
    evidence=(
        found("blocked", "needs the sandbox key of the payment provider", refs=["response:3"]),
    ),
    rules=(RuleTrace("blocked", True, "needs the sandbox key of the payment provider"),),
    guidance="",
    claims=(),
)
REVIEW = replace(
    CONTINUE,
    iteration=6,
    verdict=Verdict.REVIEW,
    reason="unverified_completion",
    summary="Done was claimed 3 times in a row and never verified; a person must look.",
    rules=(RuleTrace("unverified_claims", True, "done was claimed 3 times in a row"),),
)
EXHAUSTED = replace(
    CONTINUE,
    iteration=20,
    verdict=Verdict.EXHAUSTED,
    reason="max_iterations",
    summary="20 iterations used of 20 allowed.",
    rules=(RuleTrace("max_iterations", True, "20 iterations used of 20 allowed"),),
)
CANCELLED = replace(
    CONTINUE,
    verdict=Verdict.CANCELLED,
    reason="cancelled",
    summary="A maintainer cancelled this loop.",
    rules=(RuleTrace("cancelled", True, "a maintainer cancelled this loop"),),
)

CASES: dict[str, tuple[Decision, History]] = {
    "complete": (COMPLETE, COMPLETE_HISTORY),
    "stuck": (STUCK, STUCK_HISTORY),
    "continue": (CONTINUE, COMPLETE_HISTORY),
    "blocked": (BLOCKED, History()),
    "review": (REVIEW, COMPLETE_HISTORY),
    "exhausted": (EXHAUSTED, History()),
    "cancelled": (CANCELLED, History()),
}
