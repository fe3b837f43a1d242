"""Do messages that read alike report different work? "Implemented story 3" is not story 2 again.

Asked only where nothing was measured: what the tree or the tools show needs no words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from exitgate.core.history import IterationRecord
from exitgate.language.trouble import tells_trouble, words_in
from exitgate.language.words import LANGUAGES, lexicon
from exitgate.language.words.lexicon import Role, phrases, word_set

ATTEMPTS = word_set(
    """attempt attempts iteration loop session round run try tries retry turn cycle idea approach
    variant option time times number day hour hypothesis strategy theory"""
)
"""What counts up by itself, whether or not anything is done."""
_NOT_WORK = word_set(
    """tried retried attempted looked checked rechecked reviewed waited asked wondered considered
    needed refused denied blocked stopped stalled continued failed crashed timed reverted undid
    repeated planned started wanted hoped expected"""
)
_WORK = word_set(
    """wrote built made split cut set drew put rewrote rebuilt sent taught found read ran did
    implementing adding fixing migrating"""
)
_STALLS = word_set("again retry retrying trying waiting awaiting pending")
_FILLERS = word_set(
    "another yet further more extra additional other once also still now next last same too"
)


def tells_new_work(records: Sequence[IterationRecord]) -> bool:
    """True where every message reports work and names something that none before it did."""
    seen: set[str] = set()
    for place, record in enumerate(records):
        names = _named(record)
        if not _reports_work(record.message) or (place and not names - seen):
            return False
        seen |= names
    return len(records) > 1


def _reports_work(message: str) -> bool:
    words = set(words_in(message))
    if words & _STALLS or tells_trouble(message):
        return False
    if words & (_work_words() | _WORK) or any(phrase in message for phrase in _unspaced()):
        return True
    return any(_is_past_tense(word) for word in words)


def _is_past_tense(word: str) -> bool:
    return len(word) > 4 and word.endswith("ed") and word not in _NOT_WORK


@cache
def _work_words() -> frozenset[str]:
    return frozenset(_report_words(spaced=True)) - _NOT_WORK


@cache
def _unspaced() -> tuple[str, ...]:
    return tuple(_report_words(spaced=False))


def _report_words(*, spaced: bool) -> list[str]:
    """How all the languages report work: the reader does not know which one is spoken."""
    known = [one for one in map(lexicon, LANGUAGES) if one.spaced is spaced]
    return [
        word
        for one in known
        for role in (Role.REPORT, Role.DONE)
        for word in phrases(one.roles.get(role, ""))
    ]


@cache
def _token() -> re.Pattern[str]:
    """A word or a number with the word before it; placeholders for noise are neither."""
    return re.compile(r"<\w{1,10}>|(?:(?P<before>[^\W\d_]{2,20})[ #:.-]{1,3})?(?P<number>\d{1,9})")


@cache
def _folder() -> re.Pattern[str]:
    """The folders of a relative path: normalised messages only keep the file's own name."""
    return re.compile(r"(?<![\w./~\\-])(?:[a-z][\w.-]{0,60}/){1,8}", re.IGNORECASE)


def _named(record: IterationRecord) -> set[str]:
    """What a message is about: its words, its folders and its numbers, counters left out."""
    named = set(words_in(record.message)) - _FILLERS
    named |= {folder.lower() for folder in _folder().findall(record.work)}
    for match in _token().finditer(record.message):
        if match["number"] and match["before"] not in ATTEMPTS:
            named.add(match["number"])
    return named
