"""The index of a repository: what was staged, and how the files looked then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from exitgate.ingest.git_process import GitFailed
from exitgate.ingest.git_view import View

SKIP_WORK_TREE = 0x40000000


class Entry(NamedTuple):
    """Mode and object name, as a tree of git holds them."""

    mode: bytes
    oid: str


class Staged(NamedTuple):
    """One line of the index, with the file's dates and size when it was staged."""

    entry: Entry
    path: bytes
    conflict: bool
    absent: bool
    """Left out of the work tree on purpose, by a sparse checkout."""
    dates: tuple[int, int, int]
    """Change time and modification time in nanoseconds, and the size."""


@cache
def _index_line() -> re.Pattern[bytes]:
    number = rb"(\d++)"
    return re.compile(
        rb"(\d{6}) ([0-9a-f]++) (\d)\t([^\0]++)\0"
        rb"  ctime: "
        + number
        + rb":"
        + number
        + rb"\n  mtime: "
        + number
        + rb":"
        + number
        + rb"\n[^\n]*+\n[^\n]*+\n  size: "
        + number
        + rb"\tflags: ([0-9a-f]++)\n"
    )


def read_index(view: View) -> Iterator[Staged]:
    listing = view.ask(
        "ls-files", "--stage", "--debug", "-z", index=view.real_index, work_tree=True
    )
    end = 0
    for hit in _index_line().finditer(listing):
        if hit.start() != end:
            break
        end = hit.end()
        mode, oid, stage, path = hit[1], hit[2].decode(), hit[3], hit[4]
        changed, modified = int(hit[5]) * 10**9 + int(hit[6]), int(hit[7]) * 10**9 + int(hit[8])
        absent = bool(int(hit[10], 16) & SKIP_WORK_TREE)
        dates = (changed, modified, int(hit[9]))
        yield Staged(Entry(mode, oid), path, stage != b"0", absent, dates)
    if end != len(listing):
        raise GitFailed("git lists the index in a form that is not known")
