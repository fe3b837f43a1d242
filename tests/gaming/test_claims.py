"""Each claim beside its evidence: verified, contradicted or unverifiable, never guessed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from exitgate.core.changes import ChangeSet, FileChange
from exitgate.core.checks import CheckEnd, HeadCheck, HeadChecks
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
from exitgate.core.verification import Matter, RunEnd, Standing, Verification, VerifyRun
from exitgate.proof.claims import check_claims
from exitgate.proof.partial import part_run
from exitgate.signals import (
    claims_checked,
    claims_refuted,
    claims_verified,
    tests_overclaimed,
)

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


RED = run("pytest -q", "1 failed, 11 passed in 0.1s", 1)
PART = run("pytest tests/test_a.py", "3 passed in 0.1s")
TYPED = Reading(claims=(Claim("mypy and ruff pass", Subject.BUILD, Polarity.DONE),))


def told(text: str, subject: Subject = Subject.TESTS) -> Reading:
    return Reading(claims=(Claim(text, subject, Polarity.DONE),))


@pytest.mark.parametrize(
    ("said", "steps", "standing", "because"),
    [
        ("All tests pass", (PART,), OPEN, "only a part: tests/test_a.py"),
        ("Tests pass", (PART,), OPEN, "only a part"),
        ("All tests pass", (GREEN, PART), PASS, "`pytest tests/test_a.py` at step 3 passed"),
        ("The new tests pass", (PART,), PASS, "3 tests"),
        ("The tests in test_a.py pass", (PART,), PASS, "after the last edit"),
        ("All the new tests pass", (PART,), OPEN, "only a part"),
        ("All 45 tests pass", (GREEN,), FAIL, "45 tests, the runs since the last edit show 12"),
        ("12/12 tests pass", (GREEN,), PASS, "12 tests"),
        ("All 15 tests pass", (GREEN, PART), PASS, "after the last edit"),
        ("All 45 tests pass", (run("make test", "fine"),), PASS, "`make test` at step 2"),
        ("All tests pass", (run("pytest -q --reruns 5", "12 passed"),), OPEN, "--reruns 5"),
        ("All tests pass", (run("until pytest; do :; done", "9 passed"),), OPEN, "until"),
        ("All tests pass", (RED, GREEN), OPEN, "failed at step 2 and passed at step 3 unchanged"),
        ("All tests pass", (RED, edit(), GREEN), PASS, "at step 4 passed"),
        ("All tests pass", (RED, run("pip install x"), GREEN), PASS, "at step 4 passed"),
        ("All tests pass", (GREEN, RED), FAIL, "the last run failed: `pytest -q` at step 3"),
        (
            "All logging tests pass",
            (run("pytest tests/logging", "9 passed in 0.1s"),),
            PASS,
            "9 tests",
        ),
        ("All tests pass", (run("docker compose run app pytest", "9 passed in 1s"),), PASS, "9 t"),
        (
            "All tests pass",
            (run("mvn verify -DskipTests", "BUILD SUCCESS"),),
            FAIL,
            "left the tests",
        ),
        ("All tests pass", (run("./gradlew build -x test"),), FAIL, "left the tests out"),
        ("All tests pass", (run("cargo test --no-run"),), FAIL, "left the tests out"),
        ("All tests pass", (run("pip install pytest", "fine"),), OPEN, "no test run was recorded"),
        ("All tests pass", (run("which pytest"),), OPEN, "no test run was recorded"),
        ("All tests pass", (GREEN, run("mvn package -DskipTests")), PASS, "`pytest -q` at step 2"),
    ],
)
def test_which_run_when_and_with_which_result(
    said: str, steps: tuple[ToolCall, ...], standing: Standing, because: str
) -> None:
    (checked,) = check_claims(facts(edit(), *steps, reading=told(said)))
    assert checked.standing is standing, checked
    assert because in checked.because
    assert checked.about is Matter.TESTS


def test_a_sentence_may_claim_two_things() -> None:
    steps = (edit(), run("mypy src", "Success: no issues found"), run("ruff check .", "", 1))
    lint, types = check_claims(facts(*steps, reading=TYPED))
    assert (lint.about, lint.standing) == (Matter.LINT, FAIL)
    assert (types.about, types.standing) == (Matter.TYPES, PASS)


def test_a_report_from_before_the_last_edit_proves_nothing() -> None:
    late = replace(edit(), at="2026-01-15T10:00:00Z")
    for made, standing in (("2026-01-15T09:00:00Z", OPEN), ("2026-01-15T11:00:00Z", PASS)):
        (checked,) = check_claims(facts(late, reading=TESTS, tests=SuiteRun(5, at=made)))
        assert checked.standing is standing


def patch(path: str, *lines: str) -> str:
    added = "".join(f"+{line}\n" for line in lines)
    head = f"diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n"
    return f"{head}@@ -0,0 +1,{len(lines)} @@\n{added}"


@pytest.mark.parametrize(
    ("said", "lines", "standing"),
    [
        ("Added 2 tests for it.", ("def test_a(): ...", "def test_b(): ..."), PASS),
        ("Added 12 tests for it.", ("def test_a(): ...",), FAIL),
        ("I wrote three new unit tests.", ("def test_a(): ...",), FAIL),
        (
            "Added 12 tests for it.",
            ("@pytest.mark.parametrize('x', range(12))", "def test_a(x): ..."),
            OPEN,
        ),
        ("Added 2 test files.", ("def test_a(): ...",), FAIL),
        ("Changed 1 file.", ("def test_a(): ...",), PASS),
        ("Nine files were modified.", ("def test_a(): ...",), FAIL),
    ],
)
def test_numbers_are_counted_again(said: str, lines: tuple[str, ...], standing: Standing) -> None:
    changes = ChangeSet(
        tree="t",
        base="b",
        files=(FileChange("tests/test_x.py", "A"),),
        patch=patch("tests/test_x.py", *lines),
    )
    (checked,) = check_claims(facts(reading=Reading(reported=said), changes=changes))
    assert checked.standing is standing, checked


def test_a_list_of_changed_files() -> None:
    final = "Done.\n\n## Files changed\n- `src/a.py`: the parser\n- **b.py** - the rest\n\nBye c.py"
    changes = ChangeSet(files=(FileChange("src/a.py", "M"),), base="b")
    checked = check_claims(facts(final=final, changes=changes))
    assert [(one.text, one.standing) for one in checked] == [
        ("changed src/a.py", PASS),
        ("changed b.py", FAIL),
    ]


@pytest.mark.parametrize("final", ["Added `self.name` to it", "Fixed e.g. that", "Updated v1.2.3"])
def test_what_only_looks_like_a_file(final: str) -> None:
    assert check_claims(facts(final=final, changes=ChangeSet(base="b"))) == ()


TICKED = """\
diff --git a/plan.md b/plan.md
--- a/plan.md
+++ b/plan.md
@@ -1,2 +1,2 @@
-- [ ] write `src/shop/tax.py`
-- [ ] add a cart
+- [x] write `src/shop/tax.py`
+- [x] add a cart
"""


@pytest.mark.parametrize(
    ("other", "standing", "because"),
    [
        ((), FAIL, "nothing changed that could have done them"),
        (("src/shop/tax.py",), PASS, "src/shop/tax.py changed"),
        (("src/shop/cart.py",), FAIL, "src/shop/tax.py did not change"),
    ],
)
def test_ticked_items_need_a_change_that_could_have_done_them(
    other: tuple[str, ...], standing: Standing, because: str
) -> None:
    files = tuple(FileChange(path, "M") for path in ("plan.md", *other))
    changes = ChangeSet(tree="t", base="b", files=files, patch=TICKED)
    (checked,) = check_claims(facts(plan=DONE_PLAN, changes=changes))
    assert checked.standing is standing
    assert because in checked.because


def own(command: str, end: RunEnd) -> Verification:
    return Verification(runs=(VerifyRun(command=command, end=end),), head="4f2c91ab")


def github(name: str, end: CheckEnd) -> HeadChecks:
    return HeadChecks("4f2c91ab", (HeadCheck(name, end),))


@pytest.mark.parametrize(
    ("more", "standing", "because"),
    [
        ({"verified": own("pytest", RunEnd.PASSED)}, PASS, "the gate ran `pytest` itself"),
        ({"verified": own("pytest", RunEnd.TIMED_OUT)}, FAIL, "timed out"),
        ({"verified": own("ruff check", RunEnd.FAILED)}, PASS, "`pytest -q` at step 2"),
        ({"checks": github("unit tests", CheckEnd.PASSED)}, PASS, "GitHub's check unit tests"),
        ({"checks": github("unit tests", CheckEnd.FAILED)}, FAIL, "failed on 4f2c91a"),
        ({"checks": github("unit tests", CheckEnd.PENDING)}, PASS, "`pytest -q` at step 2"),
        ({"checks": github("cla", CheckEnd.FAILED)}, PASS, "`pytest -q` at step 2"),
    ],
)
def test_who_was_not_the_agent_is_asked_first(
    more: dict[str, Any], standing: Standing, because: str
) -> None:
    (checked,) = check_claims(facts(edit(), GREEN, reading=TESTS, **more))
    assert checked.standing is standing
    assert because in checked.because


def test_what_is_not_committed_was_seen_by_nobody_else() -> None:
    changes = ChangeSet(base="b", files=(FileChange("a.py", "M"),), uncommitted=("a.py",))
    more = {"changes": changes, "verified": own("pytest", RunEnd.PASSED)}
    (checked,) = check_claims(facts(reading=TESTS, **more))
    assert checked.standing is OPEN


@pytest.mark.parametrize(
    ("command", "part"),
    [
        ("python -m pytest -x --tb=short", ""),
        ("pytest -k 'not slow'", "-k …"),
        ("python -m pytest tests/test_a.py::test_b", "tests/test_a.py::test_b"),
        ("pytest --junitxml r.xml tests", ""),
        ("go test ./...", ""),
        ("go test -run TestX ./...", "-run TestX"),
        ("cargo test parse", "parse"),
        ("cargo test --workspace", ""),
        ("npm test -- src/a.test.ts", "src/a.test.ts"),
        ("mvn test -Dtest=FooTest", "-Dtest=FooTest"),
        ("python manage.py test", ""),
        ("python manage.py test shop.tests", "shop.tests"),
        ("pytest tests/test_a.py && pytest", ""),
        ("bundle exec rspec spec/a_spec.rb:12", "spec/a_spec.rb:12"),
        ("vendor/bin/phpunit --filter total", "--filter total"),
        ("dotnet test", ""),
    ],
)
def test_what_a_command_is_limited_to(command: str, part: str) -> None:
    assert part_run(command) == part


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


def test_a_failure_refutes_and_a_number_does_not() -> None:
    failed = facts(edit(), run("ruff check .", "", 1), reading=told("Lint passes", Subject.BUILD))
    assert claims_refuted.check(failed, NoOptions()).is_found
    number = facts(reading=told("All 45 tests pass"), tests=SuiteRun(12, refs=("junit.xml",)))
    assert claims_refuted.check(number, NoOptions()).is_clear
    assert tests_overclaimed.check(number, NoOptions()).is_found
    part = facts(edit(), PART, reading=told("All tests pass"))
    assert tests_overclaimed.check(part, NoOptions()).is_clear
    assert tests_overclaimed.check(facts(edit()), NoOptions()).is_unmeasured


def test_a_whole_is_not_verified_beside_a_part_that_is_wrong() -> None:
    claims = (*TASK.claims, *told("All 45 tests pass").claims)
    case = facts(reading=Reading(claims=claims), plan=DONE_PLAN, tests=SuiteRun(12))
    whole, part = check_claims(case)
    assert (whole.standing, part.standing) == (OPEN, FAIL)
