"""Does the final message repeat itself?

What it sees: the head of each final message, normalised, without status blocks; at least
`threshold` of the last `window`, this one included, that are `similarity` percent alike.

Why it matters: an agent that says the same thing each time is usually doing the same thing, or
nothing.

Example: "I am waiting for your instructions." three times, with other times and paths in it.

False alarms: iterations that changed content, moved the plan or made tests pass since are not
counted, nor are those whose tools answered something new (paging, polling) or whose words count
towards a total ("page 3 of 40"); a status block that every message shares is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.history import IterationRecord
from exitgate.core.policy import STRICT, Count, Percent
from exitgate.core.repeats import Repeats
from exitgate.core.signal import Signal
from exitgate.core.trend import moved_on, numbers, refs, timeline
from exitgate.core.wording import counted
from exitgate.language.learned import repeating
from exitgate.language.similar import alike

NAME = "repeated_message"


@dataclass(frozen=True, slots=True)
class Options:
    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    window: Count = 5
    """Iterations that are looked at."""
    threshold: Count = 3
    """Alike messages that make a repetition."""
    similarity: Percent = 90
    """Percent from which two messages are alike."""


def check(facts: Facts, options: Options) -> Evidence:
    message = facts.current.message
    if not message:
        return unmeasured(NAME, "this iteration left no message")
    records = _since_change(timeline(facts, max(options.window, options.threshold)))
    same = repeating([r for r in records if alike(r.message, message, options.similarity)])
    measure = Repeats(message[:80], len(same), numbers(same))
    if len(same) < options.threshold or moved_on(same):
        return clear(
            NAME, f"message seen {counted(len(same), 'time')} without a change", measure=measure
        )
    return found(
        NAME,
        f"the final message repeats itself, {counted(len(same), 'time')}: {message[:80]}",
        strength=0.85,
        refs=refs(same),
        measure=measure,
    )


def _since_change(records: tuple[IterationRecord, ...]) -> tuple[IterationRecord, ...]:
    """The iterations from the last one that changed content, which itself still counts once."""
    for index in range(len(records) - 1, -1, -1):
        if records[index].changed:
            return records[index:]
    return records


SIGNAL = Signal(
    name=NAME, question="Does the final message repeat itself?", check=check, options=Options
)
