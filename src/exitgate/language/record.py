"""This iteration as the loop will remember it: small, comparable, and honest about gaps."""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.core.absence import Missing
from exitgate.core.changes import ChangeSet
from exitgate.core.facts import Facts
from exitgate.core.history import IterationRecord
from exitgate.core.plan import Plan
from exitgate.core.reading import Claim, Modality, Polarity, Reading, Subject
from exitgate.language.activity import (
    agent_error,
    denial_of,
    edit_count,
    only_tests,
    tool_call_count,
    transcript_changed,
)
from exitgate.language.essence import essence_of
from exitgate.language.failure import error_of, errors_printed
from exitgate.language.fingerprint import message_digest, question_of, without_status_block
from exitgate.language.learned import results_of
from exitgate.language.notes import GENERATED, has_substance
from exitgate.language.printed_tests import known_suite
from exitgate.language.signature import digest, signature_of

WORK_CHARS = 120
KEPT_FAILING = 20
_FAILING_CHARS = 200


@dataclass(frozen=True, slots=True)
class _Tally:
    """Test and plan counts, None where they were not measured."""

    failing: tuple[str, ...] | None = None
    passed: int | None = None
    failed: int | None = None
    plan_done: int | None = None
    plan_total: int | None = None


def record_of(facts: Facts) -> IterationRecord:
    """What the next iterations will compare themselves with."""
    transcript, reading = facts.transcript, facts.reading
    measured = content_changed(facts)
    tally = _tally(facts)
    block = reading.block
    return IterationRecord(
        number=facts.iteration,
        at=facts.now,
        run=facts.run,
        work=work_line(transcript.final_message),
        signature=signature_of(transcript),
        error=error_of(transcript),
        tree=facts.changes.tree if isinstance(facts.changes, ChangeSet) else None,
        essence=essence_of(facts.changes) if isinstance(facts.changes, ChangeSet) else None,
        changed=_told_change(reading) if measured is None else measured,
        files=_file_count(facts),
        files_told=block.files_modified if block else None,
        failing=tally.failing,
        tests_passed=tally.passed,
        tests_failed=tally.failed,
        plan_done=tally.plan_done,
        plan_total=tally.plan_total,
        message=message_digest(transcript.final_message),
        message_length=len(transcript.final_message),
        tool_calls=tool_call_count(transcript),
        edits=edit_count(transcript),
        results=results_of(transcript),
        substance=has_substance(facts, measured),
        errors=reading.error_words,
        errors_printed=errors_printed(transcript),
        claimed=_claims_done(reading),
        exit_signal=block.done if block else None,
        status=block.status if block else None,
        tasks_completed=block.tasks_completed if block else None,
        head=facts.changes.head if isinstance(facts.changes, ChangeSet) else None,
        commits=facts.changes.commits if isinstance(facts.changes, ChangeSet) else None,
        test_only=only_tests(facts, measured),
        work_type=block.work_type if block else None,
        question=question_of(reading),
        denial=denial_of(transcript, measured),
        agent_error=agent_error(facts, measured),
        end=transcript.end,
        cost_usd=facts.usage.cost_usd,
        duration_s=facts.usage.duration_s,
        tokens=facts.usage.tokens,
    )


def content_changed(facts: Facts) -> bool | None:
    """Did content change since the last iteration? The tree knows best, then the agent's edits.

    A run that never got to speak or act changed nothing: no failure may freeze a counter.
    """
    if isinstance(facts.changes, ChangeSet) and _only_bookkeeping(facts.changes, facts.ignore):
        return False
    before = next((past for past in reversed(facts.history.recent) if past.tree), None)
    if isinstance(facts.changes, ChangeSet) and facts.changes.tree and before is not None:
        return before.tree != facts.changes.tree and not _differs_in_form(before, facts.changes)
    if isinstance(facts.changes, ChangeSet) and facts.changes.without(facts.ignore).is_base:
        return False
    acted = transcript_changed(facts.transcript)
    if acted is None and agent_error(facts, acted) is not None:
        return False
    return acted


def _differs_in_form(before: IterationRecord, changes: ChangeSet) -> bool:
    """The tree is another one, but only by its spacing or by what tools have built."""
    return before.essence is not None and before.essence == essence_of(changes)


def _only_bookkeeping(changes: ChangeSet, ignore: tuple[str, ...]) -> bool:
    """Files did change, and every one of them is a log, a status, built or the gate's own."""
    return bool(changes.files) and not changes.without((*ignore, *GENERATED)).files


def _told_change(reading: Reading) -> bool | None:
    """Where nothing was measured, the status block's own count stands in."""
    block = reading.block
    if block is None or block.files_modified is None:
        return None
    return block.files_modified > 0


def _shortened(line: str) -> str:
    """Cut between words, so that nobody takes a torn word for the agent's."""
    if len(line) <= WORK_CHARS:
        return line
    head, space, _ = line[:WORK_CHARS].rpartition(" ")
    return f"{head.rstrip(' ,;:')}…" if space else f"{line[: WORK_CHARS - 1]}…"


def work_line(message: str) -> str:
    """The first line of prose, for people: what this iteration says it did."""
    for line in without_status_block(message[:4_000]).splitlines():
        bare = line.strip().strip("#*`>-_ \t").replace("**", "")
        if any(char.isalnum() for char in bare):
            return _shortened(" ".join(bare.split()))
    return ""


def _file_count(facts: Facts) -> int | None:
    if isinstance(facts.changes, ChangeSet):
        return len(facts.changes.without(facts.ignore).files)
    return len(facts.transcript.edits) if facts.transcript.has_tools else None


def _tally(facts: Facts) -> _Tally:
    plan = facts.plan if isinstance(facts.plan, Plan) else None
    done, total = (plan.done_count, len(plan.required)) if plan else (None, None)
    suite = known_suite(facts)
    if isinstance(suite, Missing):
        return _Tally(plan_done=done, plan_total=total)
    if not suite.counts_failures:
        return _Tally(passed=suite.passed, plan_done=done, plan_total=total)
    known = _kept(suite.failing) if suite.failing or not suite.is_red else None
    return _Tally(known, suite.passed, suite.failed + suite.errors, done, total)


def _kept(failing: tuple[str, ...]) -> tuple[str, ...]:
    """The first names, and for the rest a digest that tells two sets apart."""
    names = sorted(set(failing))
    kept = tuple(name[:_FAILING_CHARS] for name in names[:KEPT_FAILING])
    rest = names[KEPT_FAILING:]
    return (*kept, f"and {len(rest)} more ({digest(rest)})") if rest else kept


def _claims_done(reading: Reading) -> bool:
    block = reading.block
    if block is not None and block.done is not None:
        return block.done
    return any(_is_whole_claim(claim) for claim in reading.claims)


def _is_whole_claim(claim: Claim) -> bool:
    plain = not (claim.hedged or claim.aside) and claim.modality is Modality.FACT
    return plain and claim.subject is Subject.TASK and claim.polarity is Polarity.DONE
