"""Does the final message repeat itself?

What it sees: the head of each final message, normalised, without status blocks; `threshold` in a
row that are `similarity` percent alike, or two to six that took turns as often.

Why it matters: an agent that says the same thing each time is usually doing the same thing, or
nothing.

Example: "I am waiting for your instructions." three times, with other times and paths in it.

False alarms: iterations that changed content, moved the plan or made tests pass since are not
counted, nor are those whose tools answered something new (paging, polling). Where neither was
measured, words that count towards a total ("page 3 of 40") or report other work each time
("Implemented story 3") are no repetition. A status block that every message shares is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.history import IterationRecord
from exitgate.core.policy import STRICT, Count, Percent
from exitgate.core.repeats import Repeats, ending_cycle
from exitgate.core.signal import Signal
from exitgate.core.trend import moved_on, numbers, refs, timeline
from exitgate.core.wording import counted
from exitgate.language.learned import repeating
from exitgate.language.signature import is_specific
from exitgate.language.similar import alike

NAME = "repeated_message"


@dataclass(frozen=True, slots=True)
class Options:
    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    window: Count = 5
    """Iterations that are looked at."""
    threshold: Count = 3
    """Alike messages in a row that make a repetition."""
    similarity: Percent = 90
    """Percent from which two messages are alike."""


def check(facts: Facts, options: Options) -> Evidence:
    message = facts.current.message
    if not message:
        return unmeasured(NAME, "this iteration left no message")
    records = _since_change(timeline(facts, max(options.window, options.threshold)))
    same = repeating(_in_a_row(records, options))
    measure = Repeats(message[:80], len(same), numbers(same))
    if len(same) < options.threshold or moved_on(same):
        return _taking_turns(facts, options) or clear(
            NAME, f"message seen {counted(len(same), 'time')} without a change", measure=measure
        )
    return found(
        NAME,
        f"the final message repeats itself, {counted(len(same), 'time')}: {message[:80]}",
        strength=0.85,
        refs=refs(same),
        measure=measure,
    )


def _in_a_row(records: tuple[IterationRecord, ...], options: Options) -> list[IterationRecord]:
    """The messages at the end that are alike; an iteration without a word is skipped."""
    same: list[IterationRecord] = []
    for record in reversed(records):
        if record.message and not _says(record, records[-1], options):
            break
        if record.message:
            same.insert(0, record)
    return same


def _says(one: IterationRecord, other: IterationRecord, options: Options) -> bool:
    """Alike in words, and not about two things that their signatures tell apart."""
    if one.signature != other.signature and is_specific(one.signature):
        return False
    return alike(one.message, other.message, options.similarity)


def _taking_turns(facts: Facts, options: Options) -> Evidence | None:
    records = [record for record in _since_change(timeline(facts)) if record.message]
    cycle = ending_cycle(
        records,
        single=len(records) + 1,
        rounds=options.threshold,
        same=lambda one, other: _says(one, other, options),
    )
    span = records[-cycle.length :] if cycle else []
    if cycle is None or moved_on(span) or _brings_news(span, cycle.period):
        return None
    return found(
        NAME,
        f"{cycle.period} final messages take turns, {counted(cycle.rounds, 'time')} over",
        strength=0.85,
        refs=refs(span),
        measure=Repeats(facts.current.message[:80], cycle.rounds, numbers(span), cycle.period),
    )


def _brings_news(span: list[IterationRecord], period: int) -> bool:
    """True where one of the messages in the cycle went with new results each time."""
    return not all(repeating(span[start::period]) for start in range(period))


def _since_change(records: tuple[IterationRecord, ...]) -> tuple[IterationRecord, ...]:
    """The iterations from the last one that changed content, which itself still counts once."""
    for index in range(len(records) - 1, -1, -1):
        if records[index].changed:
            return records[index:]
    return records


SIGNAL = Signal(
    name=NAME, question="Does the final message repeat itself?", check=check, options=Options
)
