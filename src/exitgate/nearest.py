"""A misspelt name is answered with the one that was meant."""

from __future__ import annotations

from collections.abc import Sequence


def did_you_mean(name: str, known: Sequence[str]) -> str:
    from difflib import get_close_matches  # only who errs pays for it

    close = get_close_matches(name, known, n=1)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"known here: {', '.join(known) or 'nothing'}"
