"""How many errors a response reports, as the seed analyzers count: by keyword, with guards."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from exitgate.language.lines import Kind, Line
from exitgate.language.tagging import words_of
from exitgate.language.words import lexicon
from exitgate.language.words.lexicon import Lexicon, phrases, word_set

ERROR_WORDS = word_set(
    """error errors exception exceptions fatal crash crashed crashes panic panicked traceback
    failure failures failed failing fails"""
)
COUNTED = frozenset(
    {Kind.PROSE, Kind.HEADING, Kind.ITEM, Kind.BOX, Kind.LOG, Kind.OUTPUT, Kind.QUOTE}
)
"""Program code, diffs and data hold the word without reporting an error."""
ABSENT = word_set(
    """no not without zero 0 any never none fixed fix fixes fixing resolved resolve resolves
    resolving handle handles handled handling catch catches caught correct corrected
    addressed eliminated removed solved ningún ningun sin aucun aucune sans kein keine ohne
    nenhum sem eliminates prevents prevent avoid avoids throw throws raise raises return
    returns isn't aren't didn't doesn't won't"""
)
TOPICS = word_set(
    """handling handler handlers message messages code codes path paths case cases mode modes
    response responses class type types page boundary reporting state states log logs
    recovery mapper format formats text count rate rates tolerance condition conditions
    scenario scenarios fixed resolved gone free output : 0"""
)
MENDING = word_set("fix fixes fixed fixing resolve resolves resolved resolving corrected")
MENDED = word_set("resolved fixed gone longer handled addressed corrected disappeared unrelated")
REACH = 4
MENDING_REACH = 8
LINE_WIDTH = 2_000
NEAR = 8
"""Characters around a word in a language that does not part its words."""
STEMS = ("err", "excep", "fail", "fatal", "crash", "panic", "traceback")


class Words(NamedTuple):
    """What counts as an error in one language, and what takes it back."""

    errors: frozenset[str]
    absent: frozenset[str]
    mended: frozenset[str]
    stems: tuple[str, ...]
    """Without one of these a line needs no closer look."""


@cache
def _words(code: str) -> Words:
    """English is borrowed everywhere, so its words count in every language."""
    own = lexicon(code)
    errors = frozenset(phrases(own.errors)) if own.spaced else frozenset()
    mended = frozenset(phrases(own.mended))
    absent = ABSENT | mended | frozenset(phrases(own.no_errors))
    return Words(ERROR_WORDS | errors, absent, mended, (*STEMS, *sorted(errors)))


def count_errors(lines: Iterable[Line], code: str = "en") -> int:
    """Errors that are reported, not ruled out, mended or only talked about."""
    words = _words(code)
    texts = [line.text if line.is_asserted else line.raw for line in lines if line.kind in COUNTED]
    found = sum(_in_line(text, words) for text in texts)
    own = lexicon(code)
    return found if own.spaced else found + sum(_unspaced(text[:LINE_WIDTH], own) for text in texts)


def _unspaced(text: str, own: Lexicon) -> int:
    """The same where words are not parted by spaces: what stands close by takes it back."""
    count = 0
    for word in phrases(own.errors):
        place = text.find(word)
        while place >= 0:
            end = place + len(word)
            before, behind = text[max(0, place - NEAR) : place], text[end : end + NEAR]
            ruled_out = any(mark in before for mark in phrases(own.no_errors))
            over = any(mark in before or mark in behind for mark in phrases(own.mended))
            count += not (ruled_out or over)
            place = text.find(word, end)
    return count


def _in_line(raw: str, words: Words) -> int:
    lowered = raw[:LINE_WIDTH].casefold()
    if not any(stem in lowered for stem in words.stems):
        return 0
    tokens = words_of(_without_code(lowered))
    return sum(
        1
        for place, word in enumerate(tokens)
        if (word in words.errors or word.endswith(("error", "exception")))
        and _is_real(tokens, place, words)
    )


def _without_code(text: str) -> str:
    """Inline code and JSON keys name an error, they do not report one."""
    if '"' in text and '":' in text:
        text = " ".join(part for part in text.split('"')[::2])
    return " ".join(text.split("`")[::2]) if text.count("`") % 2 == 0 else text


def _is_real(tokens: tuple[str, ...], place: int, words: Words) -> bool:
    word = tokens[place]
    if "_" in word or "/" in word or ("." in word and not word.endswith(("error", "exception"))):
        return False
    before = tokens[max(0, place - REACH) : place]
    clause = before[len(before) - before[::-1].index(",") :] if "," in before else before
    if not words.absent.isdisjoint(clause):
        return False
    if not MENDING.isdisjoint(tokens[max(0, place - MENDING_REACH) : place]):
        return False
    after = tokens[place + 1 : place + 6]
    if not (MENDED.isdisjoint(after) and words.mended.isdisjoint(after)):
        return False
    behind = tokens[place + 1 : place + 3]
    if behind[:1] == (":",):
        return behind[1:] not in (("0",), ("none",), ("null",), ("false",))
    return behind[:1] == () or behind[0] not in TOPICS
