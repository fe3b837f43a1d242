"""Is the agent refused the same permission again and again?

What it sees: what the permission system denied in each iteration that changed nothing; an entry
that is there `threshold` times in a row.

Why it matters: the agent cannot grant itself a permission; only a person's setting can end this.

Example: `Edit settings.py` is refused in iterations 2, 3 and 4.

False alarms: a denial after which work still landed was recovered from and is not kept.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found
from exitgate.core.facts import Facts
from exitgate.core.history import IterationRecord
from exitgate.core.in_a_row import InARow
from exitgate.core.repeats import Repeats
from exitgate.core.signal import Signal
from exitgate.core.trend import numbers, refs, timeline
from exitgate.core.wording import counted

NAME = "repeated_denial"


def check(facts: Facts, options: InARow) -> Evidence:
    shared = _denials(facts.current)
    if not shared:
        return clear(NAME, "nothing was refused for good")
    same: list[IterationRecord] = []
    for record in reversed(timeline(facts)):
        if not shared & _denials(record):
            break
        shared &= _denials(record)
        same.insert(0, record)
    what = min(shared)
    measure = Repeats(what, len(same), numbers(same))
    if len(same) < options.threshold:
        return clear(
            NAME, f"refused {counted(len(same), 'time')} in a row: {what}", measure=measure
        )
    return found(
        NAME,
        f"the same permission was refused in {counted(len(same), 'iteration')}: {what}",
        strength=0.95,
        refs=refs(same),
        measure=measure,
    )


def _denials(record: IterationRecord) -> frozenset[str]:
    return frozenset((record.denial or "").splitlines())


SIGNAL = Signal(
    name=NAME,
    question="Is the agent refused the same permission again and again?",
    check=check,
    options=InARow,
)
