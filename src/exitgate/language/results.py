"""Numbers for (action, result) pairs: equal after normalisation, equal number."""

from __future__ import annotations

import re
from functools import cache

Action = tuple[str, str]
_BARE_CHARS = 100


@cache
def _varying() -> re.Pattern[str]:
    """Times, durations, addresses and long ids. All begin with a digit, so a scan is cheap."""
    return re.compile(
        r"[0-9](?:"
        r"[0-9]{3}-[0-9]{2}-[0-9]{2}(?:[T ][0-9:]{5,8})?(?:[.,][0-9]{1,9})?Z?"
        r"|[0-9]?:[0-9]{2}:[0-9]{2}(?:[.,][0-9]{1,9})?"
        r"|x[0-9a-fA-F]{1,32}"
        r"|[0-9]{0,8}(?:\.[0-9]{1,9})? ?(?:[mnuµ]?s|secs?|seconds?)\b"
        r"|[0-9]{4,29})"
    )


class ResultIds:
    """Hands out numbers. Normalises only where one action has brought differing results."""

    def __init__(self) -> None:
        self._verbatim: dict[tuple[Action, str | None], int] = {}
        self._outputs: dict[Action, _Outputs] = {}

    def pair(self, action: Action, output: str | None) -> int:
        key = (action, output)
        if key not in self._verbatim:
            fresh = len(self._verbatim) + 1
            if output is None:
                self._verbatim[key] = fresh
            else:
                outputs = self._outputs.setdefault(action, _Outputs())
                self._verbatim[key] = outputs.number(output, fresh)
        return self._verbatim[key]


class _Outputs:
    """The differing results of one action. The first is normalised only if a second comes."""

    def __init__(self) -> None:
        self._first: tuple[str, int] | None = None
        self._normal: dict[str, int] = {}

    def number(self, output: str, fresh: int) -> int:
        """The number of an equal result, else the fresh one."""
        if self._first is None:
            self._first = (output, fresh)
            return fresh
        if not self._normal:
            first, number = self._first
            self._normal[_comparable(first)] = number
        return self._normal.setdefault(_comparable(output), fresh)


def _comparable(output: str) -> str:
    """Without what varies, unless that is all of it: a bare number is what was asked for."""
    normal = _varying().sub("#", output)
    return normal if len(output) > _BARE_CHARS or normal.strip(" #\n") else output
