"""What it sees: a status block that says done while another of its own fields says otherwise.

Why it matters: an agent that fills in "done" out of habit gives itself away in the fields around
it, and an ambiguous answer never means done.

Example: `EXIT_SIGNAL: true` beside `TESTS_STATUS: FAILING`, `STATUS: IN_PROGRESS` or
`REMAINING_WORK: the docs`, or `RECOMMENDATION: Continue to US-006`.

False alarms: an agent that means one task by STATUS and the whole loop by EXIT_SIGNAL. Such a
block has to be put right before it can end a loop.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.reading import StatusBlock
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.wording import clause
from exitgate.language.ahead import says_nothing
from exitgate.language.remarks import sends_on
from exitgate.language.tagging import words_of
from exitgate.signals.said import block_ref

NAME = "block_disagrees"
UNFINISHED = frozenset({"IN_PROGRESS", "BLOCKED"})


def check(facts: Facts, _options: NoOptions) -> Evidence:
    block = facts.reading.block
    if block is None:
        return unmeasured(NAME, "no structured signal in the final message")
    if block.done is not True:
        return clear(NAME, "the structured signal does not say done", refs=block_ref(block))
    if why := _against(block):
        headline = f"the {block.style} signal says done, but {' and '.join(why)}"
        return found(NAME, headline, refs=block_ref(block), measure=block)
    return clear(NAME, "the structured signal agrees with itself", refs=block_ref(block))


def _against(block: StatusBlock) -> list[str]:
    why = []
    if block.status in UNFINISHED:
        why.append(f"its status is {block.status}")
    if block.tests == "FAILING":
        why.append("its tests are FAILING")
    if block.remaining and not says_nothing(words_of(block.remaining)):
        why.append(f"names work left: {block.remaining}")
    if block.recommendation and sends_on(block.recommendation):
        why.append(f"recommends to go on: {clause(block.recommendation)}")
    return why


SIGNAL = Signal(
    name=NAME,
    question="Does a status block that says done contradict itself?",
    check=check,
)
