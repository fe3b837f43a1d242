"""Does the agent keep asking the same question?

What it sees: the question each iteration ended on, normalised; alike `threshold` times in a row.

Why it matters: nobody answers inside a loop, so the same question comes back for ever.

Example: "Shall I use PostgreSQL or SQLite?" at the end of three iterations.

False alarms: other questions each time are a conversation with the plan, not a loop; one asked
on the side while content changed is not counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from exitgate.core.evidence import Evidence, clear, found
from exitgate.core.facts import Facts
from exitgate.core.history import IterationRecord
from exitgate.core.policy import STRICT, Count, Percent
from exitgate.core.repeats import Repeats
from exitgate.core.signal import Signal
from exitgate.core.trend import numbers, refs, timeline
from exitgate.core.wording import counted
from exitgate.language.similar import alike

NAME = "repeated_question"


@dataclass(frozen=True, slots=True)
class Options:
    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    threshold: Count = 3
    """Iterations in a row that end on the same question."""
    similarity: Percent = 85
    """Percent from which two questions are the same."""


def check(facts: Facts, options: Options) -> Evidence:
    question = facts.current.question
    if question is None or facts.current.changed:
        return clear(NAME, "no question waits for an answer")
    same: list[IterationRecord] = []
    for record in reversed(timeline(facts)):
        if record.changed or not alike(record.question or "", question, options.similarity):
            break
        same.insert(0, record)
    measure = Repeats(question[:120], len(same), numbers(same))
    if len(same) < options.threshold:
        return clear(NAME, f"question asked {counted(len(same), 'time')} in a row", measure=measure)
    return found(
        NAME,
        f"the same question for {counted(len(same), 'iteration')}: {question[:120]}",
        strength=0.9,
        refs=refs(same),
        measure=measure,
    )


SIGNAL = Signal(
    name=NAME,
    question="Does the agent keep asking the same question?",
    check=check,
    options=Options,
)
