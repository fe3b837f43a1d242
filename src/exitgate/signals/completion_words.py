"""What it sees: the completion words that the doyaken design greps for.

Why it matters: there they give ten points, and carry the decision where no status block was
written.

Example: "Implementation finished, all checks pass." holds `finished` and `all.*pass`.

False alarms: words in code, quotes, keys, negated, planned or conditional sentences do not
count.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.language.keywords import completion_words_in
from exitgate.signals.said import NOTHING_SAID, has_words

NAME = "completion_words"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    if not has_words(facts):
        return unmeasured(NAME, NOTHING_SAID)
    words = completion_words_in(facts.reading.reported)
    if not words:
        return clear(NAME, "no completion words")
    return found(NAME, f"completion words: {', '.join(words)}", measure=words)


SIGNAL = Signal(name=NAME, question="Does the response use completion words?", check=check)
