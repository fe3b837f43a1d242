"""Does the agent keep asking the same question?

What it sees: the question each iteration ended on, normalised; alike `threshold` times in a row,
or once more than that about the same things in other words.

Why it matters: nobody answers inside a loop, so the same question comes back for ever.

Example: "Shall I use PostgreSQL or SQLite?" at the end of three iterations.

False alarms: other questions each time are a conversation with the plan, not a loop; one asked
on the side while content changed is not counted.
"""

from __future__ import annotations

from collections.abc import Callable
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
from exitgate.language.trouble import topics_of

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
    same, needed = _asked_at_end(facts, lambda one: alike(one, question, options.similarity)), 0
    reworded = _asked_at_end(facts, lambda one: _about_the_same(one, question))
    if len(same) < options.threshold and len(reworded) > len(same):
        same, needed = reworded, 1
    measure = Repeats(question[:120], len(same), numbers(same))
    if len(same) < options.threshold + needed:
        return clear(NAME, f"question asked {counted(len(same), 'time')} in a row", measure=measure)
    return found(
        NAME,
        f"the same question for {counted(len(same), 'iteration')}: {question[:120]}",
        strength=0.9,
        refs=refs(same),
        measure=measure,
    )


def _asked_at_end(facts: Facts, is_same: Callable[[str], bool]) -> list[IterationRecord]:
    same: list[IterationRecord] = []
    for record in reversed(timeline(facts)):
        if record.changed or not is_same(record.question or ""):
            break
        same.insert(0, record)
    return same


def _about_the_same(one: str, other: str) -> bool:
    """At least two things named in both, and these most of what the shorter one names."""
    left, right = topics_of(one), topics_of(other)
    shared = left & right
    return len(shared) > 1 and len(shared) * 2 >= min(len(left), len(right))


SIGNAL = Signal(
    name=NAME,
    question="Does the agent keep asking the same question?",
    check=check,
    options=Options,
)
