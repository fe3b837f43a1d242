"""The loop's recent iterations read as series: what stayed the same, and what moved on."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from exitgate.core.breaker import Observation
from exitgate.core.facts import Facts
from exitgate.core.history import IterationRecord
from exitgate.core.repeats import streak


def timeline(facts: Facts, window: int | None = None) -> tuple[IterationRecord, ...]:
    """The last `window` iterations with this one at the end; all that are kept without one."""
    past = facts.history.recent if window is None else facts.history.tail(window - 1)
    return (*past, facts.current)


def equal_at_end(
    records: Sequence[IterationRecord], values: Sequence[Hashable | None]
) -> tuple[IterationRecord, ...]:
    """The iterations at the end whose value equals the last one's; unmeasured ones skipped."""
    count = streak(values)
    measured = [record for record, value in zip(records, values, strict=True) if value is not None]
    return tuple(measured[len(measured) - count :])


def numbers(records: Sequence[IterationRecord]) -> tuple[int, ...]:
    return tuple(record.number for record in records)


def refs(records: Sequence[IterationRecord]) -> tuple[str, ...]:
    return tuple(f"iteration {record.number}" for record in records)


def moved_on(records: Sequence[IterationRecord]) -> bool:
    """True where results got better over these iterations: plan items done, or tests passing."""
    return _rose([record.plan_done for record in records]) or _rose(
        [record.tests_passed for record in records]
    )


def got_better(records: Sequence[IterationRecord]) -> bool:
    """The same, or the run that fails prints fewer errors than it did."""
    printed = [record.errors_printed for record in records if record.errors_printed is not None]
    return moved_on(records) or (len(printed) > 1 and printed[-1] < printed[0])


def _rose(counts: Sequence[int | None]) -> bool:
    known = [count for count in counts if count is not None]
    return len(known) > 1 and known[-1] > known[0]


def unchanged_streak(records: Sequence[IterationRecord]) -> tuple[IterationRecord, ...]:
    """The iterations at the end that changed nothing. Unmeasured ones neither count nor reset."""
    found: list[IterationRecord] = []
    for record in reversed(records):
        if record.changed:
            break
        if record.changed is False:
            found.append(record)
    return tuple(reversed(found))


def learned(record: IterationRecord, before: Sequence[IterationRecord]) -> bool:
    """True where its tools answered something that they had not answered before."""
    if not record.results or record.agent_error is not None:
        return False
    return all(record.results != past.results for past in before)


def barren_streak(records: Sequence[IterationRecord]) -> tuple[IterationRecord, ...]:
    """The iterations at the end that changed nothing and brought no new result either."""
    found: list[IterationRecord] = []
    for place in range(len(records) - 1, -1, -1):
        record = records[place]
        if record.changed or learned(record, records[:place]):
            break
        if record.changed is False:
            found.append(record)
    return tuple(reversed(found))


def failure_text(record: IterationRecord) -> str | None:
    """The error an iteration ended on, its own or its tools'."""
    return record.error or record.agent_error


def same_error_streak(records: Sequence[IterationRecord]) -> tuple[IterationRecord, ...]:
    """The iterations at the end that ended on the same error, since results last got better."""
    found: list[IterationRecord] = []
    last = failure_text(records[-1]) if records else None
    for record in reversed(records):
        if last is None or failure_text(record) != last or got_better((record, records[-1])):
            break
        found.append(record)
    return tuple(reversed(found))


def observe(facts: Facts) -> Observation:
    """What this iteration shows the circuit breaker."""
    records = timeline(facts)
    return Observation(
        iteration=facts.iteration,
        now=facts.now,
        no_change=len(unchanged_streak(records)),
        nothing_new=len(barren_streak(records)),
        same_error=len(same_error_streak(records)),
        progressed=facts.current.changed is True or moved_on(records[-2:]),
    )
