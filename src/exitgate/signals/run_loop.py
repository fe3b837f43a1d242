"""Was the agent going round in circles inside this run?

What it sees: calls and their results near the end of the transcript: equal calls with equal
results, cycles of two to six calls, one error from different calls, a check that never gives
another result whatever is changed, nothing new at all, failure after failure, talk without
action, words that chant, and a run that the agent's own loop detector ended.

Why it matters: such a run would not have ended by itself, and the next one will start where it
stood.

Example: the same edit is refused four times with the same message while the thoughts vary.

False alarms: a repeated call that brings something new (polling, paging) is progress; calls that
only wait get more patience; a loop that the agent got out of is noted and does not count.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import Signal
from exitgate.core.wording import counted
from exitgate.language.loop_patterns import Pattern, RunLimits, RunLoop
from exitgate.language.run_loop import find_run_loop

NAME = "run_loop"
_CERTAIN = frozenset({Pattern.SAME_CALL, Pattern.CYCLE, Pattern.CHANT})


def check(facts: Facts, options: RunLimits) -> Evidence:
    if not facts.transcript.steps:
        return unmeasured(NAME, "no step of this run was recorded")
    loop = find_run_loop(facts.transcript, options)
    if loop is None:
        return clear(NAME, "no loop in this run")
    if not loop.going:
        headline = f"got out of a loop ({loop.pattern}, {counted(loop.times, 'time')})"
        return clear(NAME, headline, refs=_refs(loop), measure=loop)
    return found(
        NAME,
        f"{loop.pattern}, {counted(loop.times, 'time')}, still going at the end: {loop.what}"[:300],
        strength=0.95 if loop.pattern in _CERTAIN else 0.8,
        refs=_refs(loop),
        measure=loop,
    )


def _refs(loop: RunLoop) -> tuple[str, ...]:
    ends = (loop.first,) if loop.first == loop.last else (loop.first, loop.last)
    return tuple(f"step {number}" for number in ends)


SIGNAL = Signal(
    name=NAME,
    question="Was the agent going round in circles inside this run?",
    check=check,
    options=RunLimits,
)
