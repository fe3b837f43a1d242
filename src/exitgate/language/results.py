"""Numbers for (action, result) pairs: equal after normalisation, equal number."""

from __future__ import annotations

import re
from functools import cache

Action = tuple[str, str]

CLOSE = 64
"""Two results whose lengths differ by more cannot be the same but for times and ids."""


@cache
def _varying() -> re.Pattern[str]:
    """Times, durations, addresses and long ids; starts at a digit, so a scan is cheap."""
    return re.compile(
        r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?(?:[.,]\d{1,9})?Z?"
        r"|\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?"
        r"|0x[0-9a-fA-F]{1,32}"
        r"|\d{1,9}(?:\.\d{1,9})? ?(?:[mnuµ]?s|sec|secs|seconds?)\b"
        r"|\d{5,30}"
    )


def same_but_for_noise(text: str) -> str:
    return _varying().sub("#", text)


class ResultIds:
    """Hands out numbers. Normalises only where one action has brought differing results."""

    def __init__(self) -> None:
        self._verbatim: dict[tuple[Action, str | None], int] = {}
        self._known: dict[Action, list[str]] = {}
        self._next = 0

    def pair(self, action: Action, output: str | None) -> int:
        key = (action, output)
        if key not in self._verbatim:
            self._verbatim[key] = self._number(action, output)
        return self._verbatim[key]

    def _number(self, action: Action, output: str | None) -> int:
        if output is not None:
            known = self._known.setdefault(action, [])
            twin = next((text for text in known if _alike(text, output)), None)
            if twin is not None:
                return self._verbatim[(action, twin)]
            known.append(output)
        self._next += 1
        return self._next


def _alike(one: str, other: str) -> bool:
    if abs(len(one) - len(other)) > CLOSE:
        return False
    return same_but_for_noise(one) == same_but_for_noise(other)
