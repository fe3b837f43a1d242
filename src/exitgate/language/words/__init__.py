"""Word lists, one language a file, loaded when a message needs them."""

from __future__ import annotations

from functools import cache

from exitgate.language.words.lexicon import Lexicon

LANGUAGES = ("en", "zh", "ja", "es", "fr", "de", "pt")


@cache
def lexicon(code: str) -> Lexicon:
    """The list of one language; English where the code is not known."""
    match code:
        case "zh":
            from exitgate.language.words.zh import WORDS
        case "ja":
            from exitgate.language.words.ja import WORDS
        case "es":
            from exitgate.language.words.es import WORDS
        case "fr":
            from exitgate.language.words.fr import WORDS
        case "de":
            from exitgate.language.words.de import WORDS
        case "pt":
            from exitgate.language.words.pt import WORDS
        case _:
            from exitgate.language.words.en import WORDS
    return WORDS
