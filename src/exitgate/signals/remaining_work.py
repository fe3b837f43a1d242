"""What it sees: work that the agent itself says is still to be done.

Why it matters: it contradicts every claim of completion in the same message.

Example: "3 of 7 stories done", "2 remain", `REMAINING_WORK: write the docs`, a list under
"Remaining", or a message that ends in "Next I will wire up the parser".

False alarms: advice to a person ("you can now deploy", "consider adding"), offers and optional
steps are not the agent's work.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.wording import clause
from exitgate.language.ahead import says_nothing
from exitgate.language.qualified import open_work
from exitgate.language.tagging import words_of
from exitgate.signals.said import NOTHING_SAID, block_ref, has_words, line_ref

NAME = "remaining_work"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    if not has_words(facts):
        return unmeasured(NAME, NOTHING_SAID)
    block = facts.reading.block
    if block is not None and block.remaining and not says_nothing(words_of(block.remaining)):
        return found(
            NAME,
            f"the status block names work left: {clause(block.remaining)}",
            refs=block_ref(block),
        )
    claims = open_work(facts.reading)
    if not claims:
        return clear(NAME, "no open work is named")
    first = claims[0]
    return found(NAME, f"open work: {clause(first.text)}", refs=line_ref(first), measure=first)


SIGNAL = Signal(
    name=NAME, question="Does the agent name work that is still to be done?", check=check
)
