"""Output quality: how long a response is, and how much it names that can be checked."""

from __future__ import annotations

import re
from dataclasses import dataclass

LENGTH_SHARE, SPECIFIC_SHARE = 0.4, 0.6
FULL_LENGTH = 400
FULL_SPECIFICS = 6
SAMPLE = 100_000
_SPECIFIC = re.compile(
    r"(?P<file>\b[\w-]{1,60}(?:/[\w.-]{1,60}){0,12}\.[a-zA-Z]{1,5}\b)"
    r"|(?P<symbol>\b[a-zA-Z_]\w{1,60}\(\)|`[^`\n]{2,80}`)"
    r"|(?P<number>\b\d{1,9}\b)"
)


@dataclass(frozen=True, slots=True)
class Quality:
    length: int
    files: int
    symbols: int
    numbers: int
    score: float


def quality_of(text: str) -> Quality:
    """A long text that names nothing scores low, and so does a bare "Done."."""
    seen: dict[str, set[str]] = {"file": set(), "symbol": set(), "number": set()}
    for found in _SPECIFIC.finditer(text[:SAMPLE]):
        if found.lastgroup:
            seen[found.lastgroup].add(found[0])
    length = len(text.strip())
    named = len(seen["file"]) + len(seen["symbol"]) + min(3, len(seen["number"]))
    score = LENGTH_SHARE * min(1.0, length / FULL_LENGTH)
    score += SPECIFIC_SHARE * min(1.0, named / FULL_SPECIFICS)
    return Quality(
        length, len(seen["file"]), len(seen["symbol"]), len(seen["number"]), round(score, 4)
    )
