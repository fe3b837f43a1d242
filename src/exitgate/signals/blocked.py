"""What it sees: the agent's word that it cannot go on without a person.

Why it matters: another iteration would only repeat it; a person has to act.

Example: `STATUS: BLOCKED` with its recommendation, or "I cannot proceed without write
permission."

False alarms: one blocked item beside finished ones is not a blocked agent, and a block that
says IN_PROGRESS or COMPLETE is believed over prose.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.wording import clause
from exitgate.signals.said import NOTHING_SAID, block_ref, has_words, place_ref

NAME = "blocked"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    if not has_words(facts):
        return unmeasured(NAME, NOTHING_SAID)
    reason = facts.reading.blocked
    if reason is None:
        return clear(NAME, "nothing says that a person is needed")
    block = facts.reading.block
    if block is not None and block.status == "BLOCKED":
        refs = block_ref(block)
    else:
        refs = place_ref(facts.reading.blocked_line)
    return found(NAME, f"needs a person: {clause(reason)}", refs=refs, measure=reason)


SIGNAL = Signal(
    name=NAME, question="Does the agent say that it cannot go on without a person?", check=check
)
