"""Does the agent only run tests?

What it sees: iterations in a row that ran tests and changed nothing, or changed only tests of
which no more pass than before. With `by_work_type` also those whose status block names TESTING
as their work, whatever they changed.

Why it matters: tests that are run again without a change in between can tell nothing new.

Example: three iterations that each run the suite and report that it passes.

False alarms: tests plus a real fix are work; so is writing tests that pass, or whose results are
not known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from exitgate.core.evidence import Evidence, clear, found
from exitgate.core.facts import Facts
from exitgate.core.history import IterationRecord
from exitgate.core.policy import STRICT, Count
from exitgate.core.repeats import Repeats
from exitgate.core.signal import Signal
from exitgate.core.trend import moved_on, numbers, refs, timeline
from exitgate.core.wording import counted

NAME = "test_saturation"


@dataclass(frozen=True, slots=True)
class Options:
    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    threshold: Count = 3
    """Iterations in a row that show it."""
    by_work_type: bool = False
    """Count every iteration whose status block says WORK_TYPE: TESTING."""


def check(facts: Facts, options: Options) -> Evidence:
    only = _test_only_at_end(timeline(facts), options)
    measure = Repeats("only tests", len(only), numbers(only))
    if len(only) < options.threshold:
        return clear(
            NAME, f"{counted(len(only), 'iteration')} in a row that only ran tests", measure=measure
        )
    return found(
        NAME,
        f"only tests were run for {counted(len(only), 'iteration')}",
        strength=0.85,
        refs=refs(only),
        measure=measure,
    )


def _test_only_at_end(
    records: tuple[IterationRecord, ...], options: Options
) -> list[IterationRecord]:
    only: list[IterationRecord] = []
    for place in range(len(records) - 1, -1, -1):
        record = records[place]
        by_its_word = options.by_work_type and record.work_type == "TESTING"
        measured = record.test_only and not moved_on(records[max(0, place - 1) : place + 1])
        if not (by_its_word or measured):
            break
        only.insert(0, record)
    return only


SIGNAL = Signal(name=NAME, question="Does the agent only run tests?", check=check, options=Options)
