"""Does the agent's status block say that the tests pass?

What it sees: the tests field of the status block, e.g. `TESTS_STATUS: pass`.

Why it matters: it is only a claim, so it adds little and proves nothing.

Example: `TESTS_STATUS: PASSING` in a RALPH_STATUS block.

False alarms: none; a block that does not name its tests leaves this unmeasured.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal

NAME = "tests_claimed"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    block = facts.reading.block
    if block is None or block.tests is None:
        return unmeasured(NAME, "no status block says how the tests are")
    if block.tests == "PASSING":
        return found(
            NAME, "the status block says that tests pass", refs=(f"response:{block.line}",)
        )
    return clear(NAME, f"the status block says that tests are {block.tests}")


SIGNAL = Signal(NAME, "Does the agent's status block say that the tests pass?", check)
