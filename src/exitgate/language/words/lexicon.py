"""The shape of a word list: which phrases play which part in a sentence about work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache


class Role(StrEnum):
    """What a phrase does in a sentence."""

    DONE = "done"
    """The work has reached its end."""
    WORKS = "works"
    """Passing, green, working: says that a check is good, not that the task is over."""
    CLOSING = "closing"
    """A whole statement that nothing is left."""
    OPEN = "open"
    """Work is still to be done, whatever it is."""
    LEFT = "left"
    """Says that something remains; a "no" before it turns it round."""
    PARTIAL = "partial"
    FAILING = "failing"
    NEGATION = "negation"
    CONTRAST = "contrast"
    PLAN = "plan"
    WISH = "wish"
    CONDITION = "condition"
    """The main clause holds only if this does: once, if, unless."""
    TIME = "time"
    """Only the part behind it is uncertain: when, before."""
    HEDGE = "hedge"
    PAST = "past"
    """It was so earlier, and is no longer."""
    WHOLE = "whole"
    STEP = "step"
    PIECE = "piece"
    """Whole or step: "the task" against "task 3"."""
    TESTS = "tests"
    BUILD = "build"
    ALL = "all"
    ORDINAL = "ordinal"
    SCOPE = "scope"
    """Limits a claim to this round: "this session"."""
    REPORT = "report"
    """A verb that reports work: added, renamed."""
    NOW = "now"
    """Tells that something has become so: "accepts paths now", "no longer crashes"."""
    SELF = "self"
    """The agent speaks of itself."""
    THAT = "that"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """One language as data. Phrases are lower case, parted by `|`."""

    code: str
    roles: Mapping[Role, str]
    spaced: bool = True
    """False where words are not parted by spaces, so that phrases are found anywhere."""
    stopwords: str = ""
    """Frequent little words that tell this language from its neighbours."""
    blocked: str = ""
    """Phrases by which an agent says that it cannot go on alone."""
    needs: str = ""
    """How an agent starts to say what it needs."""
    only_a_person_has: str = ""
    """Things that an agent cannot make for itself."""
    to_go_on: str = ""
    """What such a thing is needed for, or from whom."""
    asks: str = ""
    """Starts of a request that waits for a person."""
    offers: str = ""
    """Starts of a question that only offers more."""
    left_titles: str = ""
    """Titles over work that is still to be done."""
    next_titles: str = ""
    """Titles over what comes next, which may be advice to a person."""
    work_verbs: str = ""
    """How an item under such a title starts when it is the agent's own work."""
    errors: str = ""
    """Words that report an error, beside the English ones that all languages borrow."""
    no_errors: str = ""
    """Words before an error that say there is none."""
    mended: str = ""
    """Words near an error that say it is over, or only a topic."""


@lru_cache(maxsize=512)
def phrases(text: str) -> tuple[str, ...]:
    """The phrases of one entry, in order. Asked for every sentence, so taken apart once."""
    return tuple(part for piece in text.split("|") if (part := " ".join(piece.split())))


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set, for lists that read better as a paragraph."""
    return frozenset(text.split())
