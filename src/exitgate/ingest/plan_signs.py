"""Plans without boxes: lists whose items begin with a sign, and tables with a status column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from exitgate.ingest.plan_status import DONE_SIGNS, State, status_of

LIST_OPEN = "⬜☐🔲◻⏳🚧🔄"
"""In a list a cross may also mark what is bad, not only what is open."""
COLUMNS = frozenset({"status", "state", "done", "done?", "complete", "completed", "progress", "✓"})
TASK_COLUMNS = ("task", "title", "item", "story", "feature", "step", "description", "name")
Signed = tuple[int, State, str]
"""Line, state, words."""


@cache
def _sign() -> re.Pattern[str]:
    signs = f"[{DONE_SIGNS}{LIST_OPEN}]"
    return re.compile(
        rf"\s*+(?:[-*+]|\d{{1,9}}[.)])\s++(?P<sign>{signs})\ufe0f?\s*+(?P<text>\S.*+)"
    )


def signed_items(lines: dict[int, str]) -> list[Signed]:
    """A list in which all is ticked may be praise: only one with an open item is a plan."""
    hits = {number: hit for number, line in lines.items() if (hit := _sign().match(line))}
    if not any(hit["sign"] in f"{LIST_OPEN}☑" for hit in hits.values()):
        hits = {}
    listed = [
        (number, State.OPEN if hit["sign"] in LIST_OPEN else State.DONE, hit["text"])
        for number, hit in hits.items()
    ]
    return sorted([*listed, *_rows(lines)])


def _rows(lines: dict[int, str]) -> Iterator[Signed]:
    """Rows whose status is one; a table of facts has none."""
    status, title = -1, 0
    for number, line in lines.items():
        cells = _cells(line)
        if not cells:
            status = -1
        elif status < 0:
            status, title = _columns(cells)
        elif max(status, title) < len(cells) and (state := status_of(cells[status])) is not None:
            yield number, state, cells[title]


def _cells(line: str) -> list[str]:
    line = line.strip()
    is_row = line.startswith("|") and line.count("|") > 2
    return [cell.strip() for cell in line.strip("|").split("|")] if is_row else []


def _columns(header: list[str]) -> tuple[int, int]:
    """Where the status and the task's words stand; -1 where there is no status."""
    names = [cell.strip("*_` ").lower() for cell in header]
    status = next((at for at, name in enumerate(names) if name in COLUMNS), -1)
    titles = [at for at, name in enumerate(names) if name in TASK_COLUMNS]
    others = [at for at, name in enumerate(names) if at != status and name not in ("#", "id", "no")]
    return status, (titles or others or [0])[0]
