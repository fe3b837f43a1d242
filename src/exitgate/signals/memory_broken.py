"""Is what the loop remembers not what the gate wrote?

What it sees: the hash chain over the loop's remembered iterations, signed where a key is set, and
the first iteration that does not fit it.

Why it matters: whoever can change the memory can hide a loop or forge progress. While the chain
is broken nothing is ready to merge.

Example: the agent edits `.exitgate/pr-7.json` so that an earlier failure reads as a success.

False alarms: a key that was set, changed or left out for a loop that began otherwise; `exitgate
reset` starts the loop afresh.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal

NAME = "memory_broken"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    if facts.memory_broken:
        return found(NAME, facts.memory_broken)
    return clear(NAME, "the loop's memory is as the gate wrote it")


SIGNAL = Signal(NAME, "Is the loop's memory not what the gate wrote?", check)
