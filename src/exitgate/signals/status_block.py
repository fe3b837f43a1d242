"""What it sees: a well-formed status block in the final message or in the structured output,
whatever it answers.

Why it matters: an agent that fills in the block follows its instructions, so its other answers
can be read too.

Example: a DOYAKEN_STATUS block with `PHASE_COMPLETE: false` is found here and is not a done
signal.

False alarms: a promise alone is not a block; forms with `true/false` or `<count>` left in are
not blocks.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.reading import BlockStyle
from exitgate.core.signal import NoOptions, Signal
from exitgate.signals.said import NOTHING_SAID, block_ref, has_words

NAME = "status_block"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    if not has_words(facts):
        return unmeasured(NAME, NOTHING_SAID)
    block = facts.reading.block
    if block is None or block.style is BlockStyle.PROMISE:
        return clear(NAME, "no status block in the final message")
    status = f", status {block.status}" if block.status else ""
    return found(
        NAME, f"a status block ({block.style}){status}", refs=block_ref(block), measure=block
    )


SIGNAL = Signal(name=NAME, question="Did the agent fill in a status block?", check=check)
