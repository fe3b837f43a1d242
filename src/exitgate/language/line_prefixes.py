"""What a tool that runs others puts before each of their lines: a name, a task or the time."""

from __future__ import annotations

import re
from functools import cache

MOST_PREFIXES = 50
MOST_LINES = 20_000
SHARE = 2
"""One line in so many must have a prefix: one alone may be a sentence with a colon in it."""


@cache
def _prefix() -> re.Pattern[str]:
    """`web:test: ` (turbo), `libs/a test: ` (pnpm), `app-1  | ` (compose), `[a/b]   | ` (act)."""
    time = r"\d{4}-\d\d-\d\d[T ][\d:.,]{8,18}(?:Z|[+-]\d\d:?\d\d)? "
    name = r"[\w@][\w@./-]{0,60}(?::[\w@./-]{1,60}){0,3}"
    named = rf"{name}(?: {{1,20}}\||(?: [\w:-]{{1,40}})?:)(?: |$)"
    boxed = r"\[[^\]\n]{1,80}\]:?(?: {1,4}\|)?(?: |$)"
    return re.compile(rf"{time}|(?P<name>{named}|{boxed})")


def unprefixed(text: str) -> list[str]:
    """The lines behind their prefixes, those of each prefix together; none where few have one."""
    lines = text.split("\n", MOST_LINES)[:MOST_LINES]
    parts: dict[str, list[str]] = {}
    found = 0
    for line in lines:
        hit = _prefix().match(line)
        if hit is not None and len(parts) < MOST_PREFIXES:
            parts.setdefault(hit["name"] or "", []).append(line[hit.end() :])
            found += 1
    whole = sum(1 for line in lines if line.strip())
    return ["\n".join(part) for part in parts.values()] if found * SHARE >= whole > 1 else []
