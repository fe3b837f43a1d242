"""What it sees: a final message that ends by asking a person something that is needed to go on.

Why it matters: in an autonomous loop nobody answers, so the next iteration asks again.

Example: "Should I proceed with this approach?" or "Please confirm the organisation name."

False alarms: offers after finished work ("Would you like me to add docs?") and rhetorical
questions further up do not count.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.signals.said import NOTHING_SAID, has_words, place_ref

NAME = "open_question"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    if not has_words(facts):
        return unmeasured(NAME, NOTHING_SAID)
    questions = facts.reading.questions
    if not questions:
        return clear(NAME, "no question waits for an answer")
    refs = place_ref(facts.reading.question_line)
    return found(NAME, f"asks: {questions[-1]}", refs=refs, measure=questions)


SIGNAL = Signal(
    name=NAME, question="Does the message end with a question to a person?", check=check
)
