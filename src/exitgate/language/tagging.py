"""Words of a sentence and the parts they play, looked up in a language's list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from exitgate.core.policy import Keywords
from exitgate.language.words import lexicon
from exitgate.language.words.lexicon import Role, phrases

HARD_STOPS = frozenset(";:—–()|→")
REMEMBERED = 1_000
GAP_NEGATIONS = frozenset({"nicht", "nie", "kaum"})
GAP_WORDS = 6
"""How far the second part of a phrase with a gap may stand behind the first: "schlägt ... fehl"."""
STEP_NAME = re.compile(r"#\d+|\d+-\d+[\w-]*|[a-z]{1,6}-\d+[\w-]*")
_TOKEN = re.compile(r"#?\w+(?:[-./'’]\w+)*+%?|[,;:—–()|→]")


class Entry(NamedTuple):
    words: tuple[str, ...]
    roles: tuple[Role, ...]
    tail: tuple[str, ...] = ()
    """What must follow a few words later, where the phrase has a gap."""


class Tag(NamedTuple):
    role: Role
    start: int
    end: int


Table = dict[str, list[Entry]]


class Tagged(NamedTuple):
    """A sentence as words with tags. `tags` is in the order of the words."""

    tokens: tuple[str, ...]
    tags: tuple[Tag, ...]
    places: tuple[tuple[Role, ...], ...]
    """The roles at each word, so that looking around a word costs no walk over all tags."""
    present: frozenset[Role]

    def of(self, *roles: Role) -> tuple[Tag, ...]:
        if self.present.isdisjoint(roles):
            return ()
        return tuple(tag for tag in self.tags if tag.role in roles)

    def has(self, *roles: Role) -> bool:
        return not self.present.isdisjoint(roles)

    def between(self, role: Role, low: int, high: int) -> bool:
        """True where a word from `low` up to `high` plays this part."""
        return role in self.present and any(
            role in here for here in self.places[max(0, low) : max(0, high)]
        )


def words_of(text: str) -> tuple[str, ...]:
    """Lower-case words and the marks that part clauses."""
    return _words(text) if len(text) > REMEMBERED else _remembered(text)


@lru_cache(maxsize=2_048)
def _remembered(text: str) -> tuple[str, ...]:
    """Several readers ask for each sentence; whole messages are not worth keeping."""
    return _words(text)


def _words(text: str) -> tuple[str, ...]:
    plain = text.casefold().replace("’", "'").replace(" - ", " — ").replace(" -- ", " — ")
    plain = plain.replace(" %", "%")
    return tuple(_TOKEN.findall(plain))


@cache
def table(code: str, keywords: Keywords) -> Table:
    """Phrases by their first word, longest first, with the user's own words among them."""
    roles: dict[tuple[tuple[str, ...], tuple[str, ...]], set[Role]] = {}
    for role, text in lexicon(code).roles.items():
        for phrase in phrases(text):
            roles.setdefault(_parts(phrase), set()).add(role)
    for role, extra in ((Role.CLOSING, keywords.done), (Role.OPEN, keywords.not_done)):
        for phrase in extra:
            roles.setdefault((words_of(phrase), ()), set()).add(role)
    for phrase in keywords.very_high:
        roles.setdefault((words_of(phrase), ()), set()).add(Role.CLOSING)
    built: Table = {}
    for (words, tail), parts in roles.items():
        if words:
            built.setdefault(words[0], []).append(Entry(words, tuple(sorted(parts)), tail))
    for entries in built.values():
        entries.sort(key=lambda entry: (-len(entry.words) - len(entry.tail), entry))
    return built


def _parts(phrase: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A phrase of a word list; what stands behind its gap is the second part."""
    head, _, tail = phrase.partition("…")
    return words_of(head), words_of(tail)


def tag(text: str, entries: Table) -> Tagged:
    """The longest phrase at each place wins; what it covers is not read again."""
    tokens = words_of(text)
    tags: list[Tag] = []
    place = 0
    while place < len(tokens):
        word = tokens[place]
        size = 1
        for entry in entries.get(word, ()):
            if _stands_at(tokens, place, entry):
                size = len(entry.words)
                tags += [Tag(role, place, place + size) for role in entry.roles]
                break
        else:
            if word[-1].isdigit() or word[:1] == "#" or "-" in word:
                tags += _named_step(word, place)
            elif word.endswith("'s"):
                tags += _owning_step(word[:-2], place, entries)
        place += size
    return assembled(tokens, tags)


def _stands_at(tokens: tuple[str, ...], place: int, entry: Entry) -> bool:
    behind = place + len(entry.words)
    if tokens[place:behind] != entry.words:
        return False
    return not entry.tail or any(
        tokens[at : at + len(entry.tail)] == entry.tail for at in _gap(tokens, behind)
    )


def _gap(tokens: tuple[str, ...], start: int) -> range:
    """Places up to the next mark that parts clauses, or to a "not" inside the gap."""
    end = min(len(tokens), start + GAP_WORDS + 1)
    for place in range(start, end):
        if tokens[place] == "," or tokens[place] in HARD_STOPS:
            return range(start, place)
        if tokens[place] in GAP_NEGATIONS:
            return range(start, place + 1)
    return range(start, end)


def assembled(tokens: tuple[str, ...], tags: Sequence[Tag]) -> Tagged:
    """The words with these tags."""
    if not tags:
        return Tagged(tokens, (), ((),) * len(tokens), frozenset())
    places: list[tuple[Role, ...]] = [()] * len(tokens)
    for found in tags:
        for spot in range(found.start, found.end):
            places[spot] = (*places[spot], found.role)
    present = frozenset(found.role for found in tags)
    return Tagged(tokens, tuple(tags), tuple(places), present)


def _named_step(word: str, place: int) -> list[Tag]:
    return [Tag(Role.STEP, place, place + 1)] if STEP_NAME.fullmatch(word[:80]) else []


def _owning_step(word: str, place: int, entries: Table) -> list[Tag]:
    """ "This iteration's item" is a step's."""
    alone = (entry for entry in entries.get(word, ()) if entry.words == (word,))
    is_step = any(Role.STEP in entry.roles for entry in alone)
    return [Tag(Role.STEP, place, place + 1)] if is_step else []


def starts_with_any(tokens: Iterable[str], entries: frozenset[tuple[str, ...]]) -> bool:
    """True where the words begin with one of the phrases."""
    head = tuple(tokens)
    return any(head[: len(phrase)] == phrase for phrase in entries)


@cache
def phrase_index(text: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """The phrases of a list by their first word."""
    index: dict[str, tuple[tuple[str, ...], ...]] = {}
    for words in sorted(phrase_set(text)):
        if words:
            index[words[0]] = (*index.get(words[0], ()), words)
    return index


@cache
def phrase_set(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(words_of(phrase) for phrase in phrases(text))
