"""Unified diffs as data: files, hunks and numbered lines, in one bounded pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

MAX_LINES = 100_000
MAX_FILES = 5_000
MAX_LINE_CHARS = 2_000

_HUNK = re.compile(r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?")
_ESCAPE = re.compile(r"\\([0-7]{3}|.)")
_LETTERS = {"n": "\n", "t": "\t", "r": "\r"}


class Side(StrEnum):
    ADDED = "+"
    REMOVED = "-"
    CONTEXT = " "


@dataclass(frozen=True, slots=True)
class DiffLine:
    """`number` counts in the old file for removed lines, in the new file for all others."""

    side: Side
    text: str
    number: int


@dataclass(frozen=True, slots=True)
class Hunk:
    section: str
    """What git prints after the second @@: usually the enclosing function."""
    lines: tuple[DiffLine, ...]

    @property
    def before(self) -> tuple[DiffLine, ...]:
        return tuple(line for line in self.lines if line.side is not Side.ADDED)

    @property
    def after(self) -> tuple[DiffLine, ...]:
        return tuple(line for line in self.lines if line.side is not Side.REMOVED)


@dataclass(frozen=True, slots=True)
class FileDiff:
    path: str
    status: str = "M"
    """A added, M modified, D deleted, R renamed."""
    old_path: str | None = None
    binary: bool = False
    hunks: tuple[Hunk, ...] = ()

    @property
    def added(self) -> tuple[DiffLine, ...]:
        return tuple(self._lines(Side.ADDED))

    @property
    def removed(self) -> tuple[DiffLine, ...]:
        return tuple(self._lines(Side.REMOVED))

    @property
    def whole(self) -> str | None:
        """The file's whole new content, known only where the diff adds all of it."""
        if self.status != "A" or self.binary:
            return None
        return "\n".join(line.text for line in self.added) + "\n"

    def _lines(self, side: Side) -> Iterator[DiffLine]:
        return (line for hunk in self.hunks for line in hunk.lines if line.side is side)


@dataclass(frozen=True, slots=True)
class Diff:
    files: tuple[FileDiff, ...] = ()
    cut: tuple[str, ...] = ()
    """What the bounds left out, in words."""


@dataclass(slots=True)
class _Draft:
    """A file while its lines are still coming in."""

    path: str = ""
    old_path: str | None = None
    status: str = "M"
    binary: bool = False
    hunks: list[Hunk] = field(default_factory=list)

    def done(self) -> FileDiff:
        old = self.old_path if self.old_path != self.path else None
        return FileDiff(self.path, self.status, old, self.binary, tuple(self.hunks))


def parse_diff(text: str) -> Diff:
    """Read what is a diff and pass over what is not; any text gives a Diff."""
    lines = text.split("\n", MAX_LINES)
    cut = ("the diff's end, past its line limit",) if len(lines) > MAX_LINES else ()
    drafts: list[_Draft] = []
    at = 0
    while at < len(lines):
        line = lines[at].removesuffix("\r")
        if line.startswith("diff --git "):
            drafts.append(_from_header(line))
        elif _starts_plain_file(lines, at, drafts):
            drafts.append(_Draft())
            continue
        elif drafts and (opened := _HUNK.match(line)):
            hunk, at = _read_hunk(lines, at, opened)
            drafts[-1].hunks.append(hunk)
            continue
        elif drafts and not drafts[-1].hunks:
            _read_header(drafts[-1], line)
        at += 1
    files = tuple(draft.done() for draft in drafts[:MAX_FILES] if draft.path)
    if len(drafts) > MAX_FILES:
        cut = (*cut, f"{len(drafts) - MAX_FILES} files of the diff")
    return Diff(files, cut)


def _starts_plain_file(lines: list[str], at: int, drafts: list[_Draft]) -> bool:
    """True where a `---`/`+++` pair opens a file that no `diff --git` line announced."""
    if not (lines[at].startswith("--- ") and at + 1 < len(lines)):
        return False
    if not lines[at + 1].startswith("+++ "):
        return False
    return not drafts or bool(drafts[-1].hunks)


def _from_header(line: str) -> _Draft:
    """`diff --git a/x b/x`: the two halves are equal unless later lines say otherwise."""
    rest = line.removeprefix("diff --git ")
    if rest.startswith('"'):
        return _Draft(path=_path(rest[: len(rest) // 2]))
    return _Draft(path=_path(rest[len(rest) // 2 + 1 :]))


def _read_header(draft: _Draft, line: str) -> None:
    key, _, value = line.partition(" ")
    match key:
        case "---":
            _set_old(draft, value)
        case "+++":
            _set_new(draft, value)
        case "new" if value.startswith("file"):
            draft.status = "A"
        case "deleted":
            draft.status = "D"
        case "rename":
            side, _, path = value.partition(" ")
            draft.status = "R"
            if side == "from":
                draft.old_path = _unquote(path)
            else:
                draft.path = _unquote(path)
        case "Binary" | "GIT":
            draft.binary = True


def _set_old(draft: _Draft, value: str) -> None:
    path = _path(value)
    if path == "/dev/null":
        draft.status = "A"
    elif draft.old_path is None:
        draft.old_path = path


def _set_new(draft: _Draft, value: str) -> None:
    path = _path(value)
    if path == "/dev/null":
        draft.status = "D"
        draft.path = draft.old_path or draft.path
    else:
        draft.path = path


def _read_hunk(lines: list[str], at: int, opened: re.Match[str]) -> tuple[Hunk, int]:
    """Take exactly as many lines as the header counts, so content cannot look like a header."""
    old, new = int(opened[1]), int(opened[3])
    old_end = old + (1 if opened[2] is None else int(opened[2]))
    new_end = new + (1 if opened[4] is None else int(opened[4]))
    section = lines[at][opened.end() :].strip()[:MAX_LINE_CHARS]
    taken: list[DiffLine] = []
    at += 1
    while at < len(lines) and (old < old_end or new < new_end):
        raw = lines[at].removesuffix("\r")
        text = raw[1 : MAX_LINE_CHARS + 1]
        match raw[:1]:
            case "+":
                taken.append(DiffLine(Side.ADDED, text, new))
                new += 1
            case "-":
                taken.append(DiffLine(Side.REMOVED, text, old))
                old += 1
            case " " | "":
                taken.append(DiffLine(Side.CONTEXT, text, new))
                old, new = old + 1, new + 1
            case "\\":
                pass
            case _:
                break
        at += 1
    return Hunk(section, tuple(taken)), at


def _path(value: str) -> str:
    path = _unquote(value.split("\t", 1)[0].strip())
    return path[2:] if path[:2] in {"a/", "b/"} else path


def _unquote(path: str) -> str:
    """Undo git's C-style quoting of unusual path names."""
    if not path.startswith('"'):
        return path.strip()
    inner = path.strip().strip('"')
    return _ESCAPE.sub(_plain, inner).encode("latin-1", "replace").decode("utf-8", "replace")


def _plain(escape: re.Match[str]) -> str:
    code = escape[1]
    return chr(int(code, 8) & 0xFF) if len(code) == 3 else _LETTERS.get(code, code)
