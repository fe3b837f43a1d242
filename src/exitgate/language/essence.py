"""What a patch comes to: two trees that differ only in spacing or built files are no progress."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from exitgate.core.changes import ChangeSet
from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side, parse_diff
from exitgate.language.notes import is_generated
from exitgate.language.signature import digest

READ_CHARS = 400_000
"""A longer patch is not read: then a tree that differs is a change."""


def essence_of(changes: ChangeSet) -> str | None:
    """Digest of what the patch changes in substance; None where that is not wholly known."""
    if not changes.patch or changes.cut or len(changes.patch) > READ_CHARS:
        return None
    listed = frozenset(file.path for file in changes.files if not is_generated(file.path))
    return _digest(changes.patch, changes.base or "", listed)


@lru_cache(maxsize=2)
def _digest(patch: str, base: str, listed: frozenset[str]) -> str | None:
    diff = parse_diff(patch)
    files = [file for file in diff.files if not is_generated(file.path)]
    shown = {file.path for file in files if file.hunks}
    if diff.cut or not diff.files or len(shown) < len(files) or listed - shown:
        return None
    return digest((base, *(part for file in files for part in _parts(file))))


def _parts(file: FileDiff) -> Iterator[str]:
    yield f"{file.status} {file.old_path or ''} {file.path}"
    for hunk in file.hunks:
        for removed, added in _blocks(hunk):
            if removed != added:
                yield from (f"-{line}" for line in removed)
                yield from (f"+{line}" for line in added)


def _blocks(hunk: Hunk) -> Iterator[tuple[list[str], list[str]]]:
    """What each unbroken run of changed lines takes out and puts in, spacing evened out."""
    for is_context, run in groupby(hunk.lines, key=lambda line: line.side is Side.CONTEXT):
        if not is_context:
            lines = list(run)
            yield _texts(lines, Side.REMOVED), _texts(lines, Side.ADDED)


def _texts(lines: list[DiffLine], side: Side) -> list[str]:
    """Blank lines go; the indentation stays, since it means something in some languages."""
    return [_evened(line.text) for line in lines if line.side is side and line.text.strip()]


def _evened(text: str) -> str:
    indent = text[: len(text) - len(text.lstrip())]
    return indent + " ".join(text.split())
