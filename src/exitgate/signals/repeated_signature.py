"""Does the output's signature repeat?

What it sees: the signature of each iteration (its main error, failing tests, changed file and
action, or search); the same one `threshold` times in a row, or a cycle of two to six signatures
that went round as often.

Why it matters: the same action with the same outcome again and again burns budget and will not
start to work by itself.

Example: iterations 3, 4 and 5 all read "Fixed auth.ts - added null check".

False alarms: a plan that moves on or tests that newly pass clear it, whatever the words; a
signature that is only how the message begins is ignored while content changes, the tools answer
something new or the rest of the message differs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.history import IterationRecord
from exitgate.core.policy import STRICT, Count
from exitgate.core.repeats import Repeats, ending_cycle
from exitgate.core.signal import Signal
from exitgate.core.trend import equal_at_end, moved_on, numbers, refs, timeline
from exitgate.core.wording import counted
from exitgate.language.learned import repeating
from exitgate.language.signature import SEARCH, is_specific
from exitgate.language.similar import alike

NAME = "repeated_signature"
_ALIKE = 80
"""Percent from which messages with the same beginning count as the same."""


@dataclass(frozen=True, slots=True)
class Options:
    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    window: Count = 5
    """Iterations that are looked at."""
    threshold: Count = 3
    """Equal signatures in a row that make a loop."""


def check(facts: Facts, options: Options) -> Evidence:
    signature = facts.current.signature
    if not signature:
        return unmeasured(NAME, "this iteration said nothing that a signature could be taken from")
    records = timeline(facts, max(options.window, options.threshold))
    same = equal_at_end(records, [record.signature or None for record in records])
    if len(same) >= options.threshold and not _progress(same):
        return _repeated(same, signature)
    return _cycling(facts, options) or clear(
        NAME,
        f"signature seen {len(same)} of {counted(options.threshold, 'time')} in a row",
        measure=Repeats(signature, len(same), numbers(same)),
    )


def _repeated(same: tuple[IterationRecord, ...], signature: str) -> Evidence:
    return found(
        NAME,
        f"same output signature repeated {counted(len(same), 'time')}: {signature}",
        strength=0.95 if is_specific(signature) else 0.8,
        refs=refs(same),
        measure=Repeats(signature, len(same), numbers(same)),
    )


def _cycling(facts: Facts, options: Options) -> Evidence | None:
    records = [record for record in timeline(facts) if record.signature]
    values = [record.signature for record in records]
    cycle = ending_cycle(values, single=len(values) + 1, rounds=options.threshold)
    span = tuple(records[-cycle.length :]) if cycle else ()
    if cycle is None or any(
        _progress(span[start :: cycle.period]) for start in range(cycle.period)
    ):
        return None
    return found(
        NAME,
        f"{cycle.period} signatures take turns, {counted(cycle.rounds, 'time')} over",
        strength=0.9,
        refs=refs(span),
        measure=Repeats(values[-1], cycle.rounds, numbers(span), cycle.period),
    )


def _progress(records: tuple[IterationRecord, ...]) -> bool:
    """Did something move on while these iterations, equal in their signature, went by?"""
    if moved_on(records):
        return True
    signature = records[-1].signature
    if signature.startswith(SEARCH):
        # The same question may be put to other sources: what came back decides.
        return not repeating(records)
    if is_specific(signature):
        return False
    if any(record.changed for record in records[1:]) or not repeating(records):
        return True
    return not alike(records[0].message, records[-1].message, _ALIKE)


SIGNAL = Signal(
    name=NAME, question="Does the output's signature repeat?", check=check, options=Options
)
