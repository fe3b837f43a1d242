"""Completion keywords, patterns and words of the seed systems, over what is really reported."""

from __future__ import annotations

from collections.abc import Iterator

from exitgate.language.tagging import words_of

HIGH = {
    "done": ("done",),
    "complete": ("complete", "completed"),
    "finished": ("finished",),
    "ready for review": ("ready for review",),
}
VERY_HIGH = {
    "all tests passing": ("all tests passing", "all tests pass", "all tests passed",
                          "all tests are passing", "all the tests pass", "all tests now pass"),
    "no remaining issues": ("no remaining issues", "no issues remain", "no issues remaining"),
}  # fmt: skip
HIGH_SCORE = 0.5
SIGNALS_NEEDED = 2
PATTERNS: dict[str, tuple[str, ...]] = {
    "all tests pass": ("all tests pass",),
    "all.*stories.*complete": ("all", "stories", "complete"),
    "project.*complete": ("project", "complete"),
    "implementation complete": ("implementation complete",),
    "nothing.*left.*to.*do": ("nothing", "left", "to", "do"),
    "all tasks completed": ("all tasks completed",),
    "COMPLETE": ("complete",),
    "100%.*complete": ("100%", "complete"),
}
"""Each pattern as the pieces that must follow one another on a line, so that it stays linear."""
WORDS = ("complete", "done", "finished", "all.*pass")


def keywords_in(text: str, extra: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The distinct completion keywords of a text, very high ones first."""
    padded = f" {' '.join(words_of(text))} "
    named = {**VERY_HIGH, **HIGH, **{word.casefold(): (word.casefold(),) for word in extra}}
    found = (name for name, forms in named.items() if any(f" {f} " in padded for f in forms))
    return tuple(dict.fromkeys(found))


def is_very_high(keyword: str, extra: tuple[str, ...] = ()) -> bool:
    return keyword in VERY_HIGH or keyword in {word.casefold() for word in extra}


def keyword_score(found: tuple[str, ...], very_high: tuple[str, ...] = ()) -> float:
    """0 to 1: one very high keyword is full, each other one is half."""
    score = sum(1.0 if is_very_high(name, very_high) else HIGH_SCORE for name in found)
    return min(1.0, score)


def is_detected(found: tuple[str, ...], very_high: tuple[str, ...] = ()) -> bool:
    """A single keyword is not enough: two of them, or one of very high weight."""
    return len(found) >= SIGNALS_NEEDED or any(is_very_high(name, very_high) for name in found)


def patterns_in(text: str) -> tuple[str, ...]:
    """Which of the eight completion patterns match, ignoring case."""
    lines = [_plain(line) for line in text.casefold().splitlines()]
    return tuple(
        name for name, pieces in PATTERNS.items() if any(_follow(line, pieces) for line in lines)
    )


def completion_words_in(text: str) -> tuple[str, ...]:
    """Which of the seed's grep words appear."""
    found: list[str] = []
    lines = [_plain(line) for line in text.casefold().splitlines()]
    for word in WORDS:
        pieces = tuple(word.split(".*"))
        if any(_follow(line, pieces) for line in lines):
            found.append(word)
    return tuple(found)


def _plain(line: str) -> str:
    """The line without identifiers and without words that only contain a keyword."""
    return " ".join(_kept(line))


def _kept(line: str) -> Iterator[str]:
    for word in line.split():
        bare = word.strip(".,;:!?()*'\"")
        if "_" not in bare and bare not in ("incomplete", "abandoned", "undone", "condone"):
            yield word


def _follow(line: str, pieces: tuple[str, ...]) -> bool:
    place = 0
    for piece in pieces:
        found = line.find(piece, place)
        if found < 0:
            return False
        place = found + len(piece)
    return True
