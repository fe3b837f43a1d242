"""What it sees: completion keywords in sentences that report results.

Why it matters: this is how the response analyzer of the first design tells "done": at least two
keywords, or one of very high weight.

Example: "The feature is complete and ready for review." holds two; "All tests passing." alone
is enough.

False alarms: asides, negated, planned or conditional sentences, qualifying language anywhere in
the message, and keywords that the task itself uses are discounted.
"""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.core.absence import Missing
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import Signal
from exitgate.core.wording import clause
from exitgate.language.keywords import is_detected, keyword_score, keywords_in
from exitgate.language.qualified import defeaters, results, says_not_done
from exitgate.signals.said import NOTHING_SAID, has_words, line_ref

NAME = "completion_keywords"


@dataclass(frozen=True, slots=True)
class Options:
    discount_echoes: bool = True
    """Leave out keywords that the task description uses itself."""


@dataclass(frozen=True, slots=True)
class KeywordsFound:
    keywords: tuple[str, ...]
    score: float


def check(facts: Facts, options: Options) -> Evidence:
    if not has_words(facts):
        return unmeasured(NAME, NOTHING_SAID)
    if says_not_done(facts.reading):
        return clear(NAME, "the agent's own signal says not done")
    extra = (*facts.keywords.very_high, *facts.keywords.done)
    very_high = facts.keywords.very_high
    names = keywords_in(results(facts.reading), extra)
    if options.discount_echoes and not isinstance(facts.task, Missing):
        echoed = keywords_in(facts.task, extra)
        names = tuple(name for name in names if name not in echoed)
    measure = KeywordsFound(names, keyword_score(names, very_high))
    if not is_detected(names, very_high):
        said = ", ".join(names) or "none"
        return clear(NAME, f"not enough completion keywords: {said}", measure=measure)
    if against := next(iter(defeaters(facts.reading)), None):
        return clear(
            NAME,
            f"keywords, but qualified: {clause(against.text)}",
            refs=line_ref(against),
            measure=measure,
        )
    headline = f"completion keywords: {', '.join(names)}"
    return found(NAME, headline, strength=measure.score, measure=measure)


SIGNAL = Signal(
    name=NAME,
    question="Do completion keywords report that the work is done?",
    check=check,
    options=Options,
)
