"""Which language a text is written in, as far as its letters and little words tell."""

from __future__ import annotations

import re
from functools import cache

from exitgate.language.words import LANGUAGES, lexicon
from exitgate.language.words.lexicon import phrases

SAMPLE = 20_000
KANA, HAN, WORD = "[\u3040-\u30ff]", "[\u3400-\u9fff]", r"[^\W\d_]+(?:'[^\W\d_]+)?"
SPACED = tuple(code for code in LANGUAGES if code not in ("zh", "ja"))
MIN_CJK_SHARE = 0.08
SHORTEST = 5
"""Letters of a word of state that may tell a language."""
FOREIGN_MARGIN = 1.5
"""How much more often another language's little words must appear than English ones."""


@cache
def _stopwords(code: str) -> frozenset[str]:
    return frozenset(phrases(lexicon(code).stopwords))


@cache
def _own_words(code: str) -> frozenset[str]:
    """Words of state that English does not share: they tell the language of a short message."""
    return _state_words(code) - _state_words("en")


@cache
def _state_words(code: str) -> frozenset[str]:
    listed = (phrase for text in lexicon(code).roles.values() for phrase in phrases(text))
    return frozenset(word for word in listed if len(word) >= SHORTEST and word.isalpha())


def unspaced_code(text: str) -> str | None:
    """zh or ja where a good part of the text is written so."""
    if text.isascii():
        return None
    head = text[:SAMPLE]
    kana, han = len(re.findall(KANA, head)), len(re.findall(HAN, head))
    if kana + han < max(2, len(head) * MIN_CJK_SHARE):
        return None
    return "ja" if kana * 10 > han else "zh"


def language_of(text: str) -> str:
    """The language of a message; English where nothing speaks for another."""
    if code := unspaced_code(text):
        return code
    words = re.findall(WORD, text[:SAMPLE].casefold().replace("’", "'"))
    english = sum(1 for word in words if word in _stopwords("en"))
    if english > len(words) // 8:
        return "en"
    alone = 1.0 if text.isascii() else 0.0
    best, most = "en", max(alone, english * FOREIGN_MARGIN)
    for code in SPACED[1:]:
        little = _stopwords(code) | _own_words(code)
        score = sum(1 for word in words if word in little)
        if score > most:
            best, most = code, score
    return best
