"""Does the agent only run tests?

What it sees: iterations in a row that ran tests and changed nothing.

Why it matters: tests that are run again without a change in between can tell nothing new.

Example: three iterations that each run the suite and report that it passes.

False alarms: tests plus a real fix are work; so is writing tests, which changes files.
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

NAME = "test_saturation"


def check(facts: Facts, options: InARow) -> Evidence:
    only = _test_only_at_end(timeline(facts))
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


def _test_only_at_end(records: tuple[IterationRecord, ...]) -> list[IterationRecord]:
    only: list[IterationRecord] = []
    for record in reversed(records):
        if not record.test_only or record.changed:
            break
        only.insert(0, record)
    return only


SIGNAL = Signal(name=NAME, question="Does the agent only run tests?", check=check, options=InARow)
