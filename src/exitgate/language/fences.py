"""Regions that span lines: fenced code, diffs, merge blocks, example tags."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from exitgate.language.lines import Kind

PLAIN_INFO = frozenset({"", "text", "txt", "plain", "plaintext", "console", "output", "log"})
MERGE_END = ">>>>>>>"
EXAMPLE_TAGS = ("example", "template", "instructions", "task", "prompt", "system-reminder")


class Fence(NamedTuple):
    mark: str
    length: int
    info: str
    line: int


def fence_mark(line: str) -> tuple[str, int, str] | None:
    """The fence that a line opens or closes: its character, its length, its info string."""
    text = line.lstrip(" \t")
    mark = text[:1]
    if mark not in ("`", "~") or not text.startswith(mark * 3):
        return None
    length = len(text) - len(text.lstrip(mark))
    info = text[length:].strip().casefold()
    return None if mark == "`" and "`" in info else (mark, length, info)


def regions(lines: list[str]) -> Iterator[tuple[Kind | None, int]]:
    """For each line the region it lies in, or None, and the line that opened its fence."""
    fence: Fence | None = None
    region: Kind | None = None
    closer = ""
    for number, line in enumerate(lines, 1):
        mark = fence_mark(line)
        if fence is not None:
            yield _inside(fence), fence.line
            if mark and not mark[2] and mark[0] == fence.mark and mark[1] >= fence.length:
                fence = None
        elif mark:
            fence = Fence(*mark, number)
            region = None
            yield _inside(fence), number
        elif region is not None and closer:
            yield region, 0
            if _closes(line, closer):
                region, closer = None, ""
        else:
            region, closer = _opened(line, region)
            yield region, 0
            if closer and _closes(line, closer):
                region, closer = None, ""


def _inside(fence: Fence) -> Kind:
    return Kind.OUTPUT if fence.info.split(" ")[0] in PLAIN_INFO else Kind.CODE


def _closes(line: str, closer: str) -> bool:
    if closer == MERGE_END:
        return line.startswith(closer)
    return closer in line.casefold()


def _opened(line: str, before: Kind | None) -> tuple[Kind | None, str]:
    """The region that starts or goes on at this line, and the text that ends it, if any does."""
    if line.startswith("<<<<<<<"):
        return Kind.DIFF, MERGE_END
    if line.startswith(("diff --git ", "--- a/", "+++ b/", "@@ -", "Index: ")):
        return Kind.DIFF, ""
    if before is Kind.DIFF and line[:1] in ("+", "-", " ", "\\") and line.strip():
        return Kind.DIFF, ""
    stripped = line.strip().casefold()
    if stripped.startswith("<!--"):
        return Kind.EXAMPLE, "-->"
    if stripped.startswith("<"):
        for tag in EXAMPLE_TAGS:
            if stripped.startswith((f"<{tag}>", f"<{tag} ")):
                return Kind.EXAMPLE, f"</{tag}>"
    return None, ""


def bare_diffs(lines: list[str]) -> frozenset[int]:
    """Numbers of lines in a diff without a header: added and removed ones side by side.

    A list keeps to one mark, so a run that mixes both is none; one with boxes is.
    """
    found: set[int] = set()
    run: list[int] = []
    for number, line in enumerate((*lines, ""), 1):
        if line[:2] in ("+ ", "- ") and line[2:3] != "[":
            run.append(number)
            continue
        if len({lines[at - 1][0] for at in run}) == 2:
            found.update(run)
        run = []
    return frozenset(found)
