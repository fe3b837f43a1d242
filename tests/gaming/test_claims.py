"""Each claim beside its evidence: verified, contradicted or unverifiable, never guessed."""

from __future__ import annotations

from typing import Any

import pytest

from exitgate.core.changes import ChangeSet, FileChange
from exitgate.core.facts import Facts
from exitgate.core.history import History, IterationRecord
from exitgate.core.plan import Plan, PlanItem
from exitgate.core.reading import (
    BlockStyle,
    Claim,
    Modality,
    Polarity,
    Reading,
    StatusBlock,
    Subject,
)
from exitgate.core.signal import NoOptions
from exitgate.core.suite import SuiteRun, SuiteSource
from exitgate.core.transcript import CallKind, ToolCall, Transcript
from exitgate.core.verification import RunEnd, Standing, Verification, VerifyRun
from exitgate.proof.claims import check_claims
from exitgate.signals import claims_checked, claims_verified

PASS, FAIL, OPEN = Standing.VERIFIED, Standing.CONTRADICTED, Standing.UNVERIFIABLE


def edit(path: str = "src/a.py") -> ToolCall:
    return ToolCall("Edit", CallKind.EDIT, "{}", "ok", False, paths=(path,))


def run(command: str, output: str = "", code: int | None = 0) -> ToolCall:
    return ToolCall("Bash", CallKind.RUN, "{}", output, None, code, command)


def said(subject: Subject, **more: Any) -> Reading:
    return Reading(claims=(Claim("so it is", subject, Polarity.DONE, **more),))


def facts(*steps: ToolCall, final: str = "", **more: Any) -> Facts:
    edits = tuple(path for step in steps if step.kind is CallKind.EDIT for path in step.paths)
    transcript = Transcript(format="exitgate", steps=steps, final_message=final, edits=edits)
    return Facts(loop_id="l", iteration=2, now=None, transcript=transcript, **more)


TESTS, BUILD, TASK = said(Subject.TESTS), said(Subject.BUILD), said(Subject.TASK)
GREEN = run("pytest -q", "12 passed in 0.1s")
PLAN = Plan((PlanItem("a", True), PlanItem("b", False)), ("plan.md",))
DONE_PLAN = Plan((PlanItem("a", True), PlanItem("b", True)), ("plan.md",))
BEFORE = History((IterationRecord(number=1, plan_done=1, plan_total=2),))


@pytest.mark.parametrize(
    ("case", "standing"),
    [
        (facts(edit(), GREEN, reading=TESTS), PASS),
        (facts(GREEN, edit(), reading=TESTS), OPEN),
        (facts(GREEN, edit("README.md"), reading=TESTS), PASS),
        (facts(GREEN, run("sed -i s/a/b/ src/a.py"), reading=TESTS), OPEN),
        (facts(edit(), run("pytest -q | tail -3", "1 failed, 3 passed", 0), reading=TESTS), FAIL),
        (facts(edit(), run("pytest -q || true", "2 failed", 0), reading=TESTS), FAIL),
        (facts(edit(), run("pytest", "collected 0 items", 5), reading=TESTS), FAIL),
        (facts(edit(), run("npm test", "", 1), reading=TESTS), FAIL),
        (facts(edit(), run("npm test | tee log", "", 0), reading=TESTS), OPEN),
        (facts(edit(), reading=TESTS), FAIL),
        (facts(edit(), run("./verify"), reading=TESTS), OPEN),
        (facts(reading=TESTS, tests=SuiteRun(5)), PASS),
        (facts(reading=TESTS, tests=SuiteRun(5, 1)), FAIL),
        (facts(reading=TESTS, tests=SuiteRun(0, skipped=4)), FAIL),
        (facts(reading=said(Subject.TESTS, total=45), tests=SuiteRun(12)), FAIL),
        (facts(reading=said(Subject.TESTS, total=12), tests=SuiteRun(12)), PASS),
        (facts(GREEN, edit(), reading=TESTS, tests=SuiteRun(12, source=SuiteSource.PRINTED)), OPEN),
        (facts(edit(), run("cargo build", "Finished"), reading=BUILD), PASS),
        (facts(edit(), run("cargo build", "error[E0308]: mismatched", 101), reading=BUILD), FAIL),
        (facts(edit(), reading=BUILD), OPEN),
        (facts(edit(), reading=TASK, plan=PLAN), FAIL),
        (facts(edit(), reading=TASK, plan=DONE_PLAN), PASS),
        (facts(edit(), reading=TASK, tests=SuiteRun(3, 1)), FAIL),
        (facts(reading=TASK, changes=ChangeSet(base="abc")), FAIL),
        (facts(edit(), reading=TASK), OPEN),
        (facts(final="Updated `src/shop/a.py` to add", changes=ChangeSet(base="abc")), FAIL),
        (
            facts(
                edit("/w/src/shop/a.py"),
                final="Updated `src/shop/a.py`",
                changes=ChangeSet(base="abc"),
            ),
            PASS,
        ),
        (
            facts(
                final="- Created `x/a.py`",
                changes=ChangeSet(files=(FileChange("x/a.py", "A"),), base="b"),
            ),
            PASS,
        ),
        (facts(final="- Created `x/a.py`"), OPEN),
    ],
)
def test_one_claim(case: Facts, standing: Standing) -> None:
    (checked,) = check_claims(case)
    assert checked.standing is standing, checked


def test_a_plan_ticked_without_a_change() -> None:
    case = facts(plan=DONE_PLAN, history=BEFORE, current=IterationRecord(number=2, changed=False))
    (checked,) = check_claims(case)
    assert checked.standing is FAIL


@pytest.mark.parametrize(
    ("block", "standings"),
    [
        ({"tests": "PASSING"}, [FAIL]),
        ({"tests": "NOT_RUN"}, []),
        ({"files_modified": 1}, [PASS]),
        ({"files_modified": 9}, [FAIL]),
        ({"tasks_completed": 1}, [PASS]),
        ({"tasks_completed": 4}, [FAIL]),
        ({"done": True}, [FAIL]),
        ({"done": False}, []),
    ],
)
def test_the_status_block(block: dict[str, Any], standings: list[Standing]) -> None:
    case = facts(
        reading=Reading(block=StatusBlock(style=BlockStyle.RALPH, **block)),
        tests=SuiteRun(3, 1),
        plan=DONE_PLAN,
        history=BEFORE,
        changes=ChangeSet(tree="t", files=(FileChange("a.py", "M"),), base="abc"),
    )
    assert [checked.standing for checked in check_claims(case)] == standings


@pytest.mark.parametrize(
    "modality", [Modality.PLAN, Modality.WISH, Modality.CONDITION, Modality.QUESTION]
)
def test_what_is_not_asserted_is_not_checked(modality: Modality) -> None:
    assert check_claims(facts(edit(), reading=said(Subject.TESTS, modality=modality))) == ()


def test_the_gates_own_run_beats_a_claim() -> None:
    failed = Verification(runs=(VerifyRun(command="make test", end=RunEnd.FAILED, exit_code=2),))
    (checked,) = check_claims(facts(reading=TASK, plan=DONE_PLAN, verified=failed))
    assert checked.standing is FAIL


def test_signals_agree_with_the_claims() -> None:
    wrong, right, mute = (
        facts(reading=TESTS, tests=SuiteRun(5, 1)),
        facts(reading=TESTS, tests=SuiteRun(5)),
        facts(),
    )
    assert claims_checked.check(wrong, NoOptions()).is_found
    assert claims_checked.check(right, NoOptions()).is_clear
    assert claims_checked.check(mute, NoOptions()).is_unmeasured
    assert claims_verified.check(right, NoOptions()).is_found
    assert claims_verified.check(wrong, NoOptions()).is_clear
