"""Does the agent itself keep failing?

What it sees: iterations in a row that ended in the agent's own error: its API, a usage limit, a
login, a crash, a timeout, or no word at all.

Why it matters: once is weather and the next iteration may pass; `threshold` times running, no
work is possible until a person acts.

Example: "You've hit your limit" in iterations 7, 8 and 9.

False alarms: a productive run that ran into its time or turn limit is no failure.
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
from exitgate.language.shown_error import shown_error

NAME = "agent_failing"


def check(facts: Facts, options: InARow) -> Evidence:
    if facts.current.agent_error is None:
        return clear(NAME, "the agent ran to its own end")
    error = shown_error(facts, facts.current.agent_error)
    failed = _failed_at_end(timeline(facts))
    times = counted(len(failed), "time")
    measure = Repeats(error, len(failed), numbers(failed))
    if len(failed) < options.threshold:
        headline = f"the agent failed {times} running, which may pass: {error[:120]}"
        return clear(NAME, headline, refs=refs(failed), measure=measure)
    return found(
        NAME,
        f"the agent failed {times} running: {error[:120]}",
        strength=1.0,
        refs=refs(failed),
        measure=measure,
    )


def _failed_at_end(records: tuple[IterationRecord, ...]) -> list[IterationRecord]:
    failed: list[IterationRecord] = []
    for record in reversed(records):
        if record.agent_error is None:
            break
        failed.insert(0, record)
    return failed


SIGNAL = Signal(
    name=NAME, question="Does the agent itself keep failing?", check=check, options=InARow
)
