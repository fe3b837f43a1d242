"""Sentences that only repeat what the agent was asked."""

from __future__ import annotations

from collections.abc import Iterable

from exitgate.language.masking import mask
from exitgate.language.sentences import Sentence, sentences
from exitgate.language.tagging import words_of

SHORTEST = 3
"""Words: "All done." is too short to tell an echo from a report."""
MOST_CHARS = 200_000


def without_echoes(found: Iterable[Sentence], asked: Iterable[str]) -> tuple[Sentence, ...]:
    """The sentences less those that the task or the prompt already holds."""
    told = {words for text in asked if text for words in _told(text[:MOST_CHARS])}
    if not told:
        return tuple(found)
    return tuple(sentence for sentence in found if words_of(sentence.text) not in told)


def _told(text: str) -> Iterable[tuple[str, ...]]:
    for sentence in sentences(mask(text)):
        words = words_of(sentence.text)
        if len(words) >= SHORTEST:
            yield words
