"""Chanting: a text whose end says the same words again and again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

TAIL_CHARS = 4_000
_SHORTEST = 48
"""Words that a chant spans at least, so that a short list or a refrain is none."""


@dataclass(frozen=True, slots=True)
class Chant:
    words: str
    times: int


@cache
def _word() -> re.Pattern[str]:
    """Numbers too: a list that counts its items says something else in each of them."""
    return re.compile(r"[^\W_]\w*+")


def chant_in(text: str, times: int) -> Chant | None:
    """The words that the text ends on at least `times` times over, or None."""
    if len(text) < _SHORTEST * 2:
        return None
    words = _word().findall(_prose(text[-TAIL_CHARS:]).lower())
    backwards = words[::-1]
    period, length = _most_repeated_prefix(backwards)
    if not period or length < _SHORTEST or length // period < times:
        return None
    phrase = " ".join(backwards[:period][::-1])
    return Chant(phrase[:120], length // period)


def _prose(text: str) -> str:
    """Without closed code blocks and table rows, whose lines may well be alike."""
    outside = "".join(text.split("```")[::2]) if text.count("```") % 2 == 0 else text
    return "\n".join(line for line in outside.split("\n") if not line.lstrip().startswith("|"))


def _most_repeated_prefix(words: list[str]) -> tuple[int, int]:
    """Period and length of the prefix that repeats itself most often, by its border table."""
    best_period, best_length = 0, 0
    border = [0] * len(words)
    for index in range(1, len(words)):
        size = border[index - 1]
        while size and words[index] != words[size]:
            size = border[size - 1]
        border[index] = size + (words[index] == words[size])
        length = index + 1
        period = length - border[index]
        if border[index] and (not best_period or length * best_period > best_length * period):
            best_period, best_length = period, length
    return best_period, best_length
