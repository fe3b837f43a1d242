"""Each claim of the final message and the status block, paired with what could prove it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from exitgate.core.changes import ChangeSet
from exitgate.core.checks import HeadChecks
from exitgate.core.facts import Facts
from exitgate.core.plan import Plan
from exitgate.core.reading import Claim, Modality, Polarity, Subject
from exitgate.core.suite import SuiteRun
from exitgate.core.verification import CheckedClaim, Matter, Standing, Verification
from exitgate.core.wording import counted
from exitgate.proof.builds import check_builds
from exitgate.proof.counts import check_counts, files_count
from exitgate.proof.files import check_files
from exitgate.proof.own_runs import independent
from exitgate.proof.tests import check_tests
from exitgate.proof.ticks import check_ticks
from exitgate.tamper.uncommitted import unpushed_source

MAX_CLAIMS = 60
SHOWN = 200


def claims_of(facts: Facts) -> tuple[CheckedClaim, ...]:
    """The claims as they were checked once for all signals, else checked now."""
    return check_claims(facts) if facts.claims is None else facts.claims


def check_claims(facts: Facts) -> tuple[CheckedClaim, ...]:
    """Every claim that is about something checkable; those about the whole task come first."""
    asserted = [claim for claim in facts.reading.claims if _is_asserted(claim)]
    parts = [
        *(one for claim in asserted for one in _check_part(claim, facts)),
        *_check_block(facts),
        *check_counts(facts),
        *check_files(facts),
        *check_ticks(facts),
    ]
    whole = [claim.text[:SHOWN] for claim in asserted if claim.subject is Subject.TASK]
    block = facts.reading.block
    if block is not None and block.done:
        whole.append(f"{block.style.value} signal: done")
    checked = (*(_task(text, facts, parts) for text in whole), *parts)
    return tuple(dict.fromkeys(checked))[:MAX_CLAIMS]


def _is_asserted(claim: Claim) -> bool:
    about = claim.subject in {Subject.TASK, Subject.TESTS, Subject.BUILD}
    said = claim.modality is Modality.FACT and claim.polarity is Polarity.DONE
    return about and said and not claim.aside


def _check_part(claim: Claim, facts: Facts) -> tuple[CheckedClaim, ...]:
    text = claim.text[:SHOWN]
    match claim.subject:
        case Subject.TESTS:
            return (check_tests(text, facts, claim.total or claim.done),)
        case Subject.BUILD:
            return check_builds(text, facts)
        case Subject.TASK | Subject.STEP | Subject.PLAN | Subject.OTHER:
            return ()
        case _:
            assert_never(claim.subject)


def _task(text: str, facts: Facts, parts: Sequence[CheckedClaim]) -> CheckedClaim:
    if why := _against_task(facts):
        return CheckedClaim(text, Standing.CONTRADICTED, why)
    wrong = [part for part in parts if part.standing is Standing.CONTRADICTED]
    if wrong:
        because = f"what was said beside it does not hold: {wrong[0].text}"
        return CheckedClaim(text, Standing.UNVERIFIABLE, because, wrong[0].refs)
    for_it, refs = _for_task(facts)
    if for_it:
        return CheckedClaim(text, Standing.VERIFIED, for_it, refs)
    return CheckedClaim(text, Standing.UNVERIFIABLE, "nothing independent confirms it")


def _for_task(facts: Facts) -> tuple[str, tuple[str, ...]]:
    """The best fact that speaks for a finished task, and where to look; empty for none."""
    verified, checks, plan = facts.verified, facts.checks, facts.plan
    seen_all = not unpushed_source(facts)
    if isinstance(verified, Verification) and verified.runs and seen_all:
        return f"what the gate ran itself passed: `{verified.runs[0].command[:60]}`", ()
    if isinstance(checks, HeadChecks) and checks.is_green and seen_all:
        verdict = independent(Matter.TESTS, facts) or independent(Matter.BUILD, facts)
        if verdict is not None and verdict[0] is Standing.VERIFIED:
            return verdict[1], ()
    if isinstance(plan, Plan) and plan.is_complete:
        return "every plan item is ticked", plan.refs
    if isinstance(facts.tests, SuiteRun) and facts.tests.is_green:
        return "the tests pass", facts.tests.refs
    return "", ()


def _against_task(facts: Facts) -> str:
    """The first fact that speaks against a finished task, or an empty string."""
    if isinstance(facts.verified, Verification) and facts.verified.failed:
        return f"the gate ran `{facts.verified.failed[0].command[:60]}` and it failed"
    if isinstance(facts.checks, HeadChecks) and facts.checks.failed:
        return f"GitHub's check {facts.checks.failed[0].name} failed on {facts.checks.sha[:7]}"
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
        yield check_tests("TESTS_STATUS: PASSING", facts)
    if block.files_modified:
        yield files_count(f"FILES_MODIFIED: {block.files_modified}", block.files_modified, facts)
    if block.tasks_completed:
        yield _tasks_count(block.tasks_completed, facts)


def _tasks_count(claimed: int, facts: Facts) -> CheckedClaim:
    text = f"TASKS_COMPLETED: {claimed}"
    if not isinstance(facts.plan, Plan):
        because = "there is no plan to compare with"
        return CheckedClaim(text, Standing.UNVERIFIABLE, because, about=Matter.PLAN)
    refs, last = facts.plan.refs, facts.history.last
    before = last.plan_done if last else None
    done = facts.plan.done_count - (before or 0)
    if claimed > done:
        since = "since the last iteration" if before is not None else "in all"
        because = f"the plan has {counted(max(0, done), 'item')} ticked {since}"
        return CheckedClaim(text, Standing.CONTRADICTED, because, refs, Matter.PLAN)
    if before is None:
        because = "no earlier iteration to compare with"
        return CheckedClaim(text, Standing.UNVERIFIABLE, because, about=Matter.PLAN)
    because = f"{counted(done, 'plan item was', 'plan items were')} ticked"
    return CheckedClaim(text, Standing.VERIFIED, because, refs, Matter.PLAN)
