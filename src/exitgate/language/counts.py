"""Numbers that say how far the work is: "3 of 7", "2 remain", "98 % complete"."""

from __future__ import annotations

from typing import NamedTuple

from exitgate.language.tagging import HARD_STOPS, Tagged
from exitgate.language.words.lexicon import Role

UNITS = (Role.STEP, Role.PIECE, Role.TESTS, Role.WHOLE)
OF = frozenset({"of", "out", "von", "de", "sur", "aus"})
NUMBER_WORDS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
DIGITS = 9
PERCENT = frozenset({"percent", "pct", "prozent", "porcento"})
ABOUT = frozenset(
    {"to", "at", "about", "around", "roughly", "approximately", "some", "zu", "al"}
    | {"à", "environ", "etwa", "ungefähr", "en", "em", "un", "cerca", "de", "uns"}
)
"""May stand between "complete" and the figure: "complete to about 80 percent"."""
MOST_ABOUT = 4
MEASURES = frozenset({"coverage", "covered", "faster", "slower", "smaller", "less", "fewer"})


class Progress(NamedTuple):
    done: int | None = None
    total: int | None = None
    remaining: int | None = None
    percent: float | None = None

    @property
    def is_partial(self) -> bool:
        if self.remaining:
            return True
        if self.done is not None and self.total is not None:
            return self.done < self.total
        return self.percent is not None and self.percent < 100

    @property
    def is_full(self) -> bool:
        return not self.is_partial and (self.total is not None or self.percent is not None)


def number(word: str) -> int | None:
    if word.isascii() and word.isdigit() and len(word) <= DIGITS:
        return int(word)
    return NUMBER_WORDS.get(word)


def progress_in(tagged: Tagged) -> Progress | None:
    """The first figure of progress in a sentence, or None."""
    tokens = tagged.tokens
    if not any(word[0].isdigit() or word in NUMBER_WORDS for word in tokens):
        return None
    return _ratio(tagged) or _left(tagged) or _percent(tagged)


def _ratio(tagged: Tagged) -> Progress | None:
    """ "3/7 stories", "3 of 7", "3 out of the 7": of units, or of something called done."""
    if not tagged.has(*UNITS, Role.DONE):
        return None
    tokens = tagged.tokens
    for place, word in enumerate(tokens):
        done, slash, total = word.partition("/")
        if slash and (pair := _pair(done, total)):
            return pair
        if word in OF and place:
            behind = place + (2 if tokens[place + 1 : place + 2] == ("of",) else 1)
            behind += tokens[behind : behind + 1] in (("the",), ("los",), ("las",))
            if behind < len(tokens) and (pair := _pair(tokens[place - 1], tokens[behind])):
                return pair
    return None


def _pair(done: str, total: str) -> Progress | None:
    first, second = number(done), number(total)
    if first is None or second is None or first > second or second < 2:
        return None
    return Progress(done=first, total=second, remaining=second - first)


def _left(tagged: Tagged) -> Progress | None:
    for left in tagged.of(Role.LEFT):
        behind = tagged.tokens[left.end : left.end + 2]
        if behind[:1] == (":",) and (count := number(behind[-1])) is not None:
            return Progress(remaining=count)
        for word in reversed(tagged.tokens[max(0, left.start - 4) : left.start]):
            if word in HARD_STOPS:
                break
            if (count := number(word)) is not None:
                return Progress(remaining=count)
    return None


def _percent(tagged: Tagged) -> Progress | None:
    """A percentage counts only beside a word for done: coverage is not progress."""
    tokens = tagged.tokens
    for done in tagged.of(Role.DONE, Role.OPEN):
        end = done.end
        while tokens[end : end + 1] and tokens[end] in ABOUT and end - done.end < MOST_ABOUT:
            end += 1
        for place in range(min(len(tokens), end + 2)):
            share = _share(tokens, place)
            if share is None or _measures(tokens, place):
                continue
            if place >= done.start - 2 - _long(tokens, place) or _of_it(tokens, place):
                return Progress(percent=share)
    return None


def _long(tokens: tuple[str, ...], place: int) -> int:
    """1 where the sign is written as a word."""
    return int(not tokens[place].endswith("%"))


def _measures(tokens: tuple[str, ...], place: int) -> bool:
    """ "95% coverage", "40% faster": a property of the work, not how far it is."""
    behind = place + 1 + _long(tokens, place)
    return not MEASURES.isdisjoint(tokens[behind : behind + 3])


def _of_it(tokens: tuple[str, ...], place: int) -> bool:
    """ "About 80 % of the task is complete"."""
    behind = place + 1 + _long(tokens, place)
    return tokens[behind : behind + 1] in (("of",), ("von",), ("de",), ("der",), ("do",), ("da",))


def _share(tokens: tuple[str, ...], place: int) -> float | None:
    """ "80%" or "80 percent"."""
    word = tokens[place]
    if tokens[place + 1 : place + 2] and tokens[place + 1] in PERCENT:
        return number(word)
    try:
        return float(word[:-1]) if word.endswith("%") else None
    except ValueError:
        return None
