"""The pattern of an error: what stays the same when it happens again."""

from __future__ import annotations

import re
from functools import cache

WIDTH = 200
SAMPLE = 4_000


@cache
def _noise() -> re.Pattern[str]:
    return re.compile(
        r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]*Z?|\b0x[0-9a-f]+\b|\b[0-9a-f]{7,40}\b"
        r"|(?:/[\w.@-]{1,80}){1,20}/|\d+",
        re.IGNORECASE,
    )


def error_pattern(text: str) -> str:
    """The first line that names an error, without times, paths, addresses and numbers."""
    lines = [line.strip() for line in text[:SAMPLE].splitlines() if line.strip()]
    if not lines:
        return ""
    named = next((line for line in lines if _names_error(line)), lines[0])
    return " ".join(_noise().sub("", named).split())[:WIDTH]


def _names_error(line: str) -> bool:
    lowered = line.casefold()
    return any(word in lowered for word in ("error", "exception", "failed", "fatal", "panic"))
