"""Failures that are caught and dropped: a handler around a check, with nothing in it that fails."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from exitgate.core.finding import Finding, Place, serious
from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side
from exitgate.tamper.scene import Scene, test_hunks
from exitgate.tamper.strength import is_assertion

ABOVE = 8
"""Lines above a handler in which the check that it guards must stand."""
BELOW = 5
_SWALLOW = re.compile(
    r"\s*(?:except(?:\s+(?:\(?[\w., ]{0,60}(?:AssertionError|Exception"
    r"|BaseException)[\w., )]{0,60}))?(?:\s+as\s+\w+)?\s*:"
    r"|\}?\s*catch\s*(?:\(.{0,80}\))?\s*\{|rescue\b.{0,80}"
    r"|(?:let|val)\s+_\w*\s*=\s*(?:std::)?(?:panic::)?(?:catch_unwind|runCatching)\b.{0,40}|runCatching\s*\{\s*$"
    r"|defer\s+(?:func\(\)\s*\{\s*(?:_\s*=\s*)?)?recover\(\)|with\s+(?:contextlib\.)?suppress\([^)\n]{0,80}(?:AssertionError|Exception)\b)"
)
_STILL_FAILS = re.compile(r"\b(?:raise|throw|fail|assert|expect|Fatal)\b")


def find(scene: Scene) -> Iterator[Finding]:
    for file, hunk in test_hunks(scene):
        yield from _handlers(file, hunk)


def _handlers(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    lines = hunk.after
    for index, line in enumerate(lines):
        if line.side is not Side.ADDED or not _SWALLOW.match(line.text):
            continue
        if any(is_assertion(other.text) for other in _guarded(lines, index)):
            yield serious(
                "swallowed-failure",
                Place(file.path, line.number or None, line.text),
                "failures of the checks beside it are caught and dropped",
            )


def _guarded(lines: Sequence[DiffLine], index: int) -> Sequence[DiffLine]:
    """The lines whose failure the handler takes; none where it fails again itself."""
    if re.search("suppress|catch_unwind|runCatching|recover", lines[index].text):
        return lines[index + 1 : index + BELOW]
    body = lines[index + 1 : index + 4]
    fails = any(_STILL_FAILS.search(other.text) or is_assertion(other.text) for other in body)
    return () if fails else lines[max(0, index - ABOVE) : index]
