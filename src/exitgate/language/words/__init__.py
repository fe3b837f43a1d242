"""Word lists, one language a file, loaded when a message needs them."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from exitgate.language.words.lexicon import Lexicon

LANGUAGES = ("en", "zh", "ja", "es", "fr", "de", "pt")


@cache
def lexicon(code: str) -> Lexicon:
    """The list of one language; English where the code is not known."""
    known = code if code in LANGUAGES else "en"
    words: Lexicon = import_module(f"exitgate.language.words.{known}").WORDS
    return words
