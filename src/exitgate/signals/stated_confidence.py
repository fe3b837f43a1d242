"""What it sees: how confident the agent's words sound, 0 to 100.

Why it matters: the blackbox design stops when its agent is less than 70 % sure.

Example: "I am confident" is 90, "probably" is 60, "this might work" is 40, neutral words are
50.

False alarms: it measures tone, which says little about truth; only that profile decides on it.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.language.stated import stated_confidence
from exitgate.signals.said import NOTHING_SAID

NAME = "stated_confidence"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    if not facts.transcript.final_message.strip():
        return unmeasured(NAME, NOTHING_SAID)
    number = stated_confidence(facts.reading.asserted)
    headline = f"the words sound {number} % confident"
    return found(NAME, headline, strength=number / 100, measure=number)


SIGNAL = Signal(name=NAME, question="How confident do the agent's words sound?", check=check)
