"""What it sees: the agent's explicit word that the work is not done.

Why it matters: an explicit "false" beats every heuristic; no keyword may end a loop against it.

Example: `EXIT_SIGNAL: false` beside `STATUS: COMPLETE` means that one task is complete and the
loop goes on.

False alarms: an answer that cannot be understood counts as "false", since ambiguous never means
done.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.signals.said import NOTHING_SAID, block_ref, has_words

NAME = "not_done_signal"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    if not has_words(facts):
        return unmeasured(NAME, NOTHING_SAID)
    block = facts.reading.block
    if block is None or block.done is not False:
        return clear(NAME, "no structured signal says not done")
    headline = f"the {block.style} signal says not done"
    return found(NAME, headline, refs=block_ref(block), measure=block)


SIGNAL = Signal(
    name=NAME, question="Does a structured signal say that the work is not done?", check=check
)
