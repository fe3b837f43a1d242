"""Does the agent keep telling of the same trouble in other words?

What it sees: iterations in a row whose message says that something fails, and that it failed
before ("still", "once more", "no luck"), all about one thing that every message names; `threshold`
of them while content is measured not to change, more of them otherwise.

Why it matters: a loop that is told anew each time shows the same signature never, and ends never.

Example: "Raised the limit, the login still times out", "Login keeps timing out with a larger
limit", "No luck with the login timeout after another increase".

False alarms: long debugging that comes nearer also says "still fails"; a plan that moves on,
tests that newly pass or tools that answer something new clear it.
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
from exitgate.core.trend import learned, moved_on, numbers, refs, timeline
from exitgate.core.wording import counted
from exitgate.language.trouble import tells_trouble, topics_of

NAME = "same_trouble"


@dataclass(frozen=True, slots=True)
class Options:
    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    threshold: Count = 4
    """Iterations in a row that tell of it while content does not change."""
    unmeasured: Count = 7
    """The same where it is not known whether content changed."""
    despite_changes: Count = 9
    """The same while content does change."""


def check(facts: Facts, options: Options) -> Evidence:
    if not facts.current.message:
        return unmeasured(NAME, "this iteration left no message")
    told, shared = _told_at_end(timeline(facts))
    measure = Repeats(", ".join(sorted(shared)[:3]), len(told), numbers(told))
    needed = _needed(told, options)
    if len(told) < needed or moved_on(told):
        times = counted(len(told), "iteration")
        return clear(NAME, f"lasting trouble told in {times} in a row", measure=measure)
    return found(
        NAME,
        f"the same trouble is told in {counted(len(told), 'iteration')}: {facts.current.work}",
        strength=0.8 if needed == options.threshold else 0.7,
        refs=refs(told),
        measure=measure,
    )


def _needed(told: list[IterationRecord], options: Options) -> int:
    """What the first one changed came before the trouble that is told again."""
    changed = {record.changed for record in told[1:]}
    if True in changed:
        return max(options.threshold, options.despite_changes)
    return max(options.threshold, options.unmeasured) if None in changed else options.threshold


def _told_at_end(
    records: tuple[IterationRecord, ...],
) -> tuple[list[IterationRecord], frozenset[str]]:
    """The iterations at the end that tell of trouble with one thing, and what that thing is."""
    told: list[IterationRecord] = []
    shared: frozenset[str] = frozenset()
    for place in range(len(records) - 1, -1, -1):
        record = records[place]
        if not record.message:
            continue
        if not tells_trouble(record.message) or learned(record, records[:place]):
            break
        about = topics_of(record.message)
        if not (common := about & shared if told else about):
            break
        shared = common
        told.insert(0, record)
    return told, shared


SIGNAL = Signal(
    name=NAME,
    question="Does the agent keep telling of the same trouble in other words?",
    check=check,
    options=Options,
)
