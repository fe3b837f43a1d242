"""How many errors a response reports, as the seed analyzers count: by keyword, with guards."""

from __future__ import annotations

from collections.abc import Iterable

from exitgate.language.lines import Kind, Line
from exitgate.language.tagging import words_of
from exitgate.language.words.lexicon import word_set

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


def count_errors(lines: Iterable[Line]) -> int:
    """Errors that are reported, not ruled out, mended or only talked about."""
    return sum(
        _in_line(line.text if line.is_asserted else line.raw)
        for line in lines
        if line.kind in COUNTED
    )


def _in_line(raw: str) -> int:
    lowered = raw[:LINE_WIDTH].casefold()
    if not any(stem in lowered for stem in ("err", "excep", "fail", "fatal", "crash", "panic",
                                            "traceback")):  # fmt: skip
        return 0
    tokens = words_of(_without_code(lowered))
    return sum(
        1
        for place, word in enumerate(tokens)
        if (word in ERROR_WORDS or word.endswith(("error", "exception")))
        and _is_real(tokens, place)
    )


def _without_code(text: str) -> str:
    """Inline code and JSON keys name an error, they do not report one."""
    if '"' in text and '":' in text:
        text = " ".join(part for part in text.split('"')[::2])
    return " ".join(text.split("`")[::2]) if text.count("`") % 2 == 0 else text


def _is_real(tokens: tuple[str, ...], place: int) -> bool:
    word = tokens[place]
    if "_" in word or "/" in word or ("." in word and not word.endswith(("error", "exception"))):
        return False
    before = tokens[max(0, place - REACH) : place]
    clause = before[len(before) - before[::-1].index(",") :] if "," in before else before
    if not ABSENT.isdisjoint(clause):
        return False
    if not MENDING.isdisjoint(tokens[max(0, place - MENDING_REACH) : place]):
        return False
    if not MENDED.isdisjoint(tokens[place + 1 : place + 6]):
        return False
    behind = tokens[place + 1 : place + 3]
    if behind[:1] == (":",):
        return behind[1:] not in (("0",), ("none",), ("null",), ("false",))
    return behind[:1] == () or behind[0] not in TOPICS
