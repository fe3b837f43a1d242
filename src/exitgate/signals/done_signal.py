"""What it sees: the agent's explicit word that the work is done, in a status block, a promise or
its structured output.

Why it matters: an agent that was told how to say "done" and says it is clearer than any prose.

Example: `EXIT_SIGNAL: true` in the last RALPH_STATUS block, or `<promise>COMPLETE</promise>` as
a line of its own.

False alarms: forms to fill in, quoted or example blocks, prose about the promise and echoes of
the prompt do not count.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.signals.said import NOTHING_SAID, block_ref, has_words

NAME = "done_signal"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    if not has_words(facts):
        return unmeasured(NAME, NOTHING_SAID)
    block = facts.reading.block
    if block is None:
        return clear(NAME, "no structured signal in the final message")
    if block.done is not True:
        return clear(NAME, f"the {block.style} signal does not say done", refs=block_ref(block))
    return found(NAME, f"the {block.style} signal says done", refs=block_ref(block), measure=block)


SIGNAL = Signal(
    name=NAME, question="Does a structured signal say that the work is done?", check=check
)
