"""Names and what is told of them, in two columns."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

NARROWEST = 20


def columns(rows: Mapping[str, str], width: int) -> str:
    """One entry a name, wrapped beside it to the terminal's width."""
    wide = max(map(len, rows)) + 2
    room = max(NARROWEST, width - wide)
    gap = "\n" + " " * wide
    told = {name: wrap(value, room, break_on_hyphens=False) for name, value in rows.items()}
    return "".join(f"{name:<{wide}}{gap.join(lines)}\n" for name, lines in told.items())
