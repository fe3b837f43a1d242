"""Does the same error come back?

What it sees: the error each iteration ended on, normalised (no times, folders, line numbers,
ids), taken from what the tools or the agent said; the same one `threshold` times in a row, once
more than that within the window, or in turns with others; `despite_changes` times in a row where
content changed in between.

Why it matters: different attempts that end on the same error do not get nearer to the goal.

Example: three iterations end on `TypeError: Cannot read property 'id' of null`, each after
another edit.

False alarms: errors that differ, however many, are no repetition; one that came back while the
plan moved on, more tests passed or fewer errors were printed is not counted. A broken tool that
the agent works around also repeats its error, so while changes land more of them are needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from exitgate.core.evidence import Evidence, clear, found
from exitgate.core.facts import Facts
from exitgate.core.history import IterationRecord
from exitgate.core.policy import STRICT, Count
from exitgate.core.repeats import Repeats, ending_cycle
from exitgate.core.signal import Signal
from exitgate.core.trend import (
    failure_text,
    got_better,
    numbers,
    refs,
    same_error_streak,
    timeline,
)
from exitgate.core.wording import counted
from exitgate.language.shown_error import shown_error

NAME = "repeated_error"


@dataclass(frozen=True, slots=True)
class Options:
    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    window: Count = 7
    """Iterations among which one that comes and goes is counted."""
    threshold: Count = 3
    """Times in a row that the same error is seen; where it comes and goes, once more."""
    despite_changes: Count = 5
    """Times that it must be seen while changes land in between."""


def check(facts: Facts, options: Options) -> Evidence:
    error = failure_text(facts.current)
    if error is None:
        return clear(NAME, "this iteration ended on no error")
    same = _same(facts, options)
    shown = shown_error(facts, error)
    measure = Repeats(shown, len(same), numbers(same))
    landed = any(record.changed for record in same)
    needed = max(options.threshold, options.despite_changes) if landed else options.threshold
    if len(same) < needed:
        return clear(NAME, f"error seen {len(same)} of {counted(needed, 'time')}", measure=measure)
    if got_better([record for record in timeline(facts) if record.number >= same[0].number]):
        return clear(NAME, "the error is the same, but results got better", measure=measure)
    return found(
        NAME,
        f"same error in {counted(len(same), 'iteration')}: {shown[:120]}",
        strength=min(1.0, 0.7 + 0.1 * (len(same) - options.threshold)),
        refs=refs(same),
        measure=measure,
    )


def _same(facts: Facts, options: Options) -> tuple[IterationRecord, ...]:
    """The iterations that ended on this error: in a row, or scattered often enough to count.

    The agent's own failures count only where nothing came between them.
    """
    running = same_error_streak(timeline(facts))
    current = facts.current
    own = current.error is None or current.agent_error is not None
    if own or len(running) >= options.threshold:
        return running
    return _in_turns(facts, options) or _scattered(facts, options) or running


def _scattered(facts: Facts, options: Options) -> tuple[IterationRecord, ...]:
    recent = timeline(facts, max(options.window, options.threshold + 1))
    seen = tuple(record for record in recent if record.error == facts.current.error)
    return seen if len(seen) > options.threshold else ()


def _in_turns(facts: Facts, options: Options) -> tuple[IterationRecord, ...]:
    records = timeline(facts)
    errors = [record.error for record in records]
    cycle = ending_cycle(errors, single=len(errors) + 1, rounds=options.threshold)
    span = records[-cycle.length :] if cycle else ()
    return tuple(record for record in span if record.error == facts.current.error)


SIGNAL = Signal(name=NAME, question="Does the same error come back?", check=check, options=Options)
