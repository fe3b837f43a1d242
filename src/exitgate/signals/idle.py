"""Did the agent only talk, without a single tool call?

What it sees: iterations in a row whose record of tools is empty. Where tools are not recorded,
messages in a row that only announce what comes next, or excuse themselves.

Why it matters: no call means no work; in real loops this is among the strongest signs of being
stuck.

Example: three turns that each announce what will be done next, and do nothing.

False alarms: plain text does not record tools, so a single word about something done or seen
clears it. One short answer is below the threshold.
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
from exitgate.core.trend import equal_at_end, numbers, refs, timeline
from exitgate.core.wording import counted
from exitgate.language.announced import only_announces

NAME = "idle"


@dataclass(frozen=True, slots=True)
class Options:
    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    threshold: Count = 3
    """Iterations in a row without a tool call."""
    announced: Count = 5
    """The same where tools are not recorded and the words only announce."""


def check(facts: Facts, options: Options) -> Evidence:
    calls = facts.current.tool_calls
    if calls is None:
        return _by_words(facts, options)
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


def _by_words(facts: Facts, options: Options) -> Evidence:
    quiet: list[IterationRecord] = []
    for record in reversed(timeline(facts)):
        if record.changed or record.tool_calls or not only_announces(record.message):
            break
        quiet.insert(0, record)
    if len(quiet) < max(options.threshold, options.announced):
        return unmeasured(NAME, f"{facts.transcript.format} output does not record tool calls")
    return found(
        NAME,
        f"only announcements for {counted(len(quiet), 'iteration')}",
        strength=0.8,
        refs=refs(quiet),
        measure=Repeats("only announcements", len(quiet), numbers(quiet)),
    )


SIGNAL = Signal(
    name=NAME,
    question="Did the agent only talk, without a single tool call?",
    check=check,
    options=Options,
)
