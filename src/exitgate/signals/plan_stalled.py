"""Does the plan stand still?

What it sees: done and open items of the plan after each iteration; `threshold` iterations in a
row that moved neither, while items are open.

Why it matters: it shows being stuck on one task even where each iteration edits files and speaks
of progress.

Example: 70 of 74 items after iterations 5, 6, 7, 8 and 9.

False alarms: a large item may take more iterations than the threshold; new items on the list
count as movement; an iteration without a readable plan neither counts nor starts afresh.
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


def check(facts: Facts, options: Options) -> Evidence:
    done, total = facts.current.plan_done, facts.current.plan_total
    if done is None or total is None:
        return unmeasured(NAME, "no plan was read for this iteration")
    if done >= total:
        return clear(NAME, "no required item of the plan is open")
    records = timeline(facts)
    equal = equal_at_end(records, [_counts(record) for record in records])
    still = equal[1:]
    measure = Repeats(f"{done} of {counted(total, 'item')}", len(still), numbers(still))
    if len(still) < options.threshold:
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


def _counts(record: IterationRecord) -> tuple[int, int] | None:
    if record.plan_done is None or record.plan_total is None:
        return None
    return record.plan_done, record.plan_total


SIGNAL = Signal(name=NAME, question="Does the plan stand still?", check=check, options=Options)
