"""Tells a signal that the agent gives from one that it only repeats out of its task."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from exitgate.language.lines import Line
from exitgate.language.status_text import Found

MOST_CHARS = 200_000


def asked_lines(asked: str) -> str:
    """What the agent was asked, one stripped line a line, blank ones left out."""
    return _lines(asked[:MOST_CHARS].splitlines())


def is_echo(lines: Sequence[Line], found: Found, asked: str) -> bool:
    """A block that stands in the task word for word, unless the message ends with it."""
    return asked != "" and (
        repeats_the_task(lines, found.first, found.last, asked)
        or (
            _lines(line.raw for line in lines[found.first - 1 : found.last]) in asked
            and any(line.raw.strip().strip("`~") for line in lines[found.last :])
        )
    )


def repeats_the_task(lines: Sequence[Line], first: int, last: int, asked: str) -> bool:
    """The message up to this place is nothing but the task, and more than the signal alone."""
    head = _lines(line.raw for line in lines[:last])
    leads_in = any(line.raw.strip().strip("`~") for line in lines[: first - 1])
    goes_on = any(line.raw.strip().strip("`~") for line in lines[last:])
    return head in asked and (leads_in or (goes_on and asked.startswith(head)))


def _lines(raws: Iterable[str]) -> str:
    return "\n".join(line for raw in raws if (line := raw.strip()))
