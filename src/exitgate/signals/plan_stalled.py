"""Does the plan stand still?

What it sees: done and open items of the plan after each iteration; `threshold` iterations in a
row that moved neither, while items are open. Iterations that really change content may take
`patience` times as many: writing notes, reports and status files is not such a change.

Why it matters: it shows being stuck on one task even where each iteration speaks of progress.

Example: 70 of 74 items after iterations 5, 6, 7, 8 and 9, each of which wrote a retrospective.

False alarms: a very large item, or a plan that nobody ticks; new items on the list count as
movement; an iteration without a readable plan neither counts nor starts afresh.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.history import IterationRecord
from exitgate.core.policy import STRICT, Count
from exitgate.core.repeats import Repeats
from exitgate.core.signal import Signal
from exitgate.core.trend import equal_at_end, numbers, refs, timeline
from exitgate.core.wording import counted

NAME = "plan_stalled"


@dataclass(frozen=True, slots=True)
class Options:
    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    threshold: Count = 4
    """Iterations in a row that moved nothing in the plan."""
    patience: Count = 3
    """How many times longer it may stand still while content really changes."""


def check(facts: Facts, options: Options) -> Evidence:
    done, total = facts.current.plan_done, facts.current.plan_total
    if done is None or total is None:
        return unmeasured(NAME, "no plan was read for this iteration")
    if done >= total:
        return clear(NAME, "no required item of the plan is open")
    records = timeline(facts)
    equal = equal_at_end(records, [_counts(record) for record in records])
    still = equal[1:]
    idle = _without_substance(still)
    measure = Repeats(f"{done} of {counted(total, 'item')}", len(still), numbers(still))
    if len(idle) < options.threshold and len(still) < options.threshold * options.patience:
        return clear(
            NAME,
            f"{done} of {counted(total, 'item')} for {counted(len(equal), 'iteration')}",
            measure=measure,
        )
    return found(
        NAME,
        f"the plan stands at {measure.what} for {counted(len(still), 'iteration')}",
        strength=min(1.0, 0.7 + 0.1 * (len(still) - options.threshold)),
        refs=refs(still),
        measure=measure,
    )


def _without_substance(records: tuple[IterationRecord, ...]) -> tuple[IterationRecord, ...]:
    """The iterations since the last that changed more than notes."""
    last = max((place for place, r in enumerate(records) if r.substance), default=-1)
    return records[last + 1 :]


def _counts(record: IterationRecord) -> tuple[int, int] | None:
    if record.plan_done is None or record.plan_total is None:
        return None
    return record.plan_done, record.plan_total


SIGNAL = Signal(name=NAME, question="Does the plan stand still?", check=check, options=Options)
