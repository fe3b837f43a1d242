"""Did the agent only talk, without a single tool call?

What it sees: iterations in a row whose record of tools is empty.

Why it matters: no call means no work; in real loops this is among the strongest signs of being
stuck.

Example: three turns that each announce what will be done next, and do nothing.

False alarms: plain text does not record tools and is unmeasured. One short answer is below the
threshold.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.in_a_row import InARow
from exitgate.core.repeats import Repeats
from exitgate.core.signal import Signal
from exitgate.core.trend import equal_at_end, numbers, refs, timeline
from exitgate.core.wording import counted

NAME = "idle"


def check(facts: Facts, options: InARow) -> Evidence:
    calls = facts.current.tool_calls
    if calls is None:
        return unmeasured(NAME, f"{facts.transcript.format} output does not record tool calls")
    if calls > 0:
        return clear(NAME, f"{counted(calls, 'tool call')} in this iteration")
    records = timeline(facts)
    quiet = equal_at_end(records, [record.tool_calls for record in records])
    measure = Repeats("no tool call", len(quiet), numbers(quiet))
    if len(quiet) < options.threshold:
        return clear(NAME, f"no tool call for {counted(len(quiet), 'iteration')}", measure=measure)
    return found(
        NAME,
        f"no tool call at all for {counted(len(quiet), 'iteration')}",
        strength=0.9,
        refs=refs(quiet),
        measure=measure,
    )


SIGNAL = Signal(
    name=NAME,
    question="Did the agent only talk, without a single tool call?",
    check=check,
    options=InARow,
)
