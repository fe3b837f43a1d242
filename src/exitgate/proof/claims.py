"""Each claim of the final message and the status block, paired with what could prove it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from exitgate.core.changes import ChangeSet
from exitgate.core.facts import Facts
from exitgate.core.plan import Plan
from exitgate.core.reading import Claim, Modality, Polarity, StatusBlock, Subject
from exitgate.core.suite import SuiteRun, SuiteSource
from exitgate.core.transcript import CallKind
from exitgate.core.verification import CheckedClaim, Standing, Verification
from exitgate.core.wording import counted
from exitgate.proof.files import check_files
from exitgate.proof.runs import ProofRun, build_runs, test_runs

MAX_CLAIMS = 60
SHOWN = 200


def check_claims(facts: Facts) -> tuple[CheckedClaim, ...]:
    """Every claim that is about something checkable, in the order in which it was made."""
    checked = [
        *(_check(claim, facts) for claim in facts.reading.claims if _is_asserted(claim)),
        *_check_block(facts),
        *check_files(facts),
        *_check_ticks(facts),
    ]
    return tuple(dict.fromkeys(checked))[:MAX_CLAIMS]


def _is_asserted(claim: Claim) -> bool:
    about = claim.subject in {Subject.TASK, Subject.TESTS, Subject.BUILD}
    said = claim.modality is Modality.FACT and claim.polarity is Polarity.DONE
    return about and said and not claim.aside


def _check(claim: Claim, facts: Facts) -> CheckedClaim:
    text = claim.text[:SHOWN]
    match claim.subject:
        case Subject.TESTS:
            return _tests(text, claim.total or claim.done, facts)
        case Subject.BUILD:
            return _build(text, facts)
        case Subject.TASK | Subject.STEP | Subject.OTHER:
            return _task(text, facts)
        case _:
            assert_never(claim.subject)


def _tests(text: str, count: int | None, facts: Facts) -> CheckedClaim:
    suite = facts.tests
    if isinstance(suite, SuiteRun):
        return _against_suite(text, count, suite, facts)
    runs = test_runs(facts.transcript)
    if runs:
        return _against_run(text, runs[-1], "tests")
    if facts.transcript.has_tools and not facts.transcript.cut and not _ran_anything(facts):
        return CheckedClaim(text, Standing.CONTRADICTED, "the transcript shows no command at all")
    return CheckedClaim(text, Standing.UNVERIFIABLE, "no test report, and no test run was recorded")


def _against_suite(text: str, count: int | None, suite: SuiteRun, facts: Facts) -> CheckedClaim:
    if suite.is_red:
        because = f"{suite.failed + suite.errors} of {suite.collected} tests fail"
        return CheckedClaim(text, Standing.CONTRADICTED, because, suite.refs)
    if not suite.is_green:
        return CheckedClaim(text, Standing.CONTRADICTED, "no test ran and passed", suite.refs)
    if count and count > suite.collected and suite.source is not SuiteSource.PRINTED:
        because = f"it speaks of {counted(count, 'test')}, the report has {suite.collected}"
        return CheckedClaim(text, Standing.CONTRADICTED, because, suite.refs)
    if suite.source is SuiteSource.PRINTED and _is_stale(facts):
        because = "the tests ran before the last edit"
        return CheckedClaim(text, Standing.UNVERIFIABLE, because, suite.refs)
    because = counted(suite.passed, "test passes", "tests pass")
    return CheckedClaim(text, Standing.VERIFIED, because, suite.refs)


def _is_stale(facts: Facts) -> bool:
    runs = test_runs(facts.transcript)
    return bool(runs) and not runs[-1].is_fresh


def _against_run(text: str, run: ProofRun, noun: str) -> CheckedClaim:
    shown = f"`{run.command.strip()[:60]}`"
    if run.passed is False:
        return CheckedClaim(
            text, Standing.CONTRADICTED, f"the last run failed: {shown}", (run.ref,)
        )
    if not run.is_fresh:
        because = f"the {noun} last ran before the last edit"
        return CheckedClaim(text, Standing.UNVERIFIABLE, because, (run.ref,))
    if run.passed is None:
        because = f"the result of {shown} was not recorded"
        return CheckedClaim(text, Standing.UNVERIFIABLE, because, (run.ref,))
    return CheckedClaim(text, Standing.VERIFIED, f"{shown} passed after the last edit", (run.ref,))


def _ran_anything(facts: Facts) -> bool:
    return any(call.kind in {CallKind.RUN, CallKind.AGENT} for call in facts.transcript.calls)


def _build(text: str, facts: Facts) -> CheckedClaim:
    runs = build_runs(facts.transcript)
    if runs:
        return _against_run(text, runs[-1], "build")
    return CheckedClaim(text, Standing.UNVERIFIABLE, "no build was recorded")


def _task(text: str, facts: Facts) -> CheckedClaim:
    if why := _against_task(facts):
        return CheckedClaim(text, Standing.CONTRADICTED, why)
    if isinstance(facts.verified, Verification) and facts.verified.runs:
        return CheckedClaim(text, Standing.VERIFIED, "the gate's own checks passed")
    if isinstance(facts.plan, Plan) and facts.plan.is_complete:
        return CheckedClaim(text, Standing.VERIFIED, "every plan item is ticked", facts.plan.refs)
    if isinstance(facts.tests, SuiteRun) and facts.tests.is_green:
        return CheckedClaim(text, Standing.VERIFIED, "the tests pass", facts.tests.refs)
    return CheckedClaim(text, Standing.UNVERIFIABLE, "nothing independent confirms it")


def _against_task(facts: Facts) -> str:
    """The first fact that speaks against a finished task, or an empty string."""
    if isinstance(facts.verified, Verification) and facts.verified.failed:
        return f"the gate ran `{facts.verified.failed[0].command[:60]}` and it failed"
    if isinstance(facts.tests, SuiteRun) and facts.tests.is_red:
        return counted(facts.tests.failed + facts.tests.errors, "test fails", "tests fail")
    if isinstance(facts.plan, Plan) and facts.plan.open_items:
        return f"{counted(len(facts.plan.open_items), 'plan item is', 'plan items are')} open"
    changes = facts.changes
    if isinstance(changes, ChangeSet) and changes.base and not changes.files and not changes.cut:
        return "nothing differs from the base"
    return ""


def _check_block(facts: Facts) -> Iterator[CheckedClaim]:
    block = facts.reading.block
    if block is None:
        return
    if block.tests == "PASSING":
        yield _tests("TESTS_STATUS: PASSING", None, facts)
    if block.done:
        yield _task(f"{block.style.value} signal: done", facts)
    if block.files_modified:
        yield _files_count(block, facts)
    if block.tasks_completed:
        yield _tasks_count(block.tasks_completed, facts)


def _files_count(block: StatusBlock, facts: Facts) -> CheckedClaim:
    text = f"FILES_MODIFIED: {block.files_modified}"
    changes = facts.changes
    if not isinstance(changes, ChangeSet) or changes.cut:
        return CheckedClaim(text, Standing.UNVERIFIABLE, "the changes could not be measured")
    known = len({*(file.path for file in changes.files), *facts.transcript.edits})
    if not known and changes.tree is None and changes.patch is None:
        return CheckedClaim(text, Standing.UNVERIFIABLE, "the list of changes is empty")
    standing = Standing.VERIFIED if (block.files_modified or 0) <= known else Standing.CONTRADICTED
    return CheckedClaim(text, standing, f"{counted(known, 'file')} changed")


def _tasks_count(claimed: int, facts: Facts) -> CheckedClaim:
    text = f"TASKS_COMPLETED: {claimed}"
    if not isinstance(facts.plan, Plan):
        return CheckedClaim(text, Standing.UNVERIFIABLE, "there is no plan to compare with")
    last = facts.history.last
    before = last.plan_done if last else None
    done = facts.plan.done_count - (before or 0)
    if claimed > done:
        since = "since the last iteration" if before is not None else "in all"
        because = f"the plan has {counted(max(0, done), 'item')} ticked {since}"
        return CheckedClaim(text, Standing.CONTRADICTED, because, facts.plan.refs)
    if before is None:
        return CheckedClaim(text, Standing.UNVERIFIABLE, "no earlier iteration to compare with")
    because = f"{counted(done, 'plan item was', 'plan items were')} ticked"
    return CheckedClaim(text, Standing.VERIFIED, because, facts.plan.refs)


def _check_ticks(facts: Facts) -> Iterator[CheckedClaim]:
    """Plan items ticked in an iteration in which nothing else changed."""
    last = facts.history.last
    if not isinstance(facts.plan, Plan) or last is None or last.plan_done is None:
        return
    ticked = facts.plan.done_count - last.plan_done
    if ticked > 0 and facts.current.changed is False:
        text = f"{counted(ticked, 'plan item')} ticked"
        because = "nothing changed that could have done them"
        yield CheckedClaim(text, Standing.CONTRADICTED, because, facts.plan.refs)
