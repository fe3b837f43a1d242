"""Rows of expected values: rewritten in nothing but their literals, or taken out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exitgate.core.finding import Finding, Place, serious
from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side
from exitgate.tamper import paths
from exitgate.tamper.idioms import is_code
from exitgate.tamper.scene import Scene, is_table, is_test_hunk
from exitgate.tamper.statements import short, skeleton_of

_EXPECTED = re.compile(r"\s*(?:const |let |var )?\w*(?:[eE]xpect|want|golden)\w*[\"']?\s*(?::?=|:)")
_ROW = re.compile(
    r"""\s*(?:(?:["']?[\w $-]{1,80}["']?\s*(?:=>|:)\s*)?[\[({].{2,400}[\])}],?"""
    r"""|\[(?:InlineData|DataRow|TestCase)\(.{1,400}|pytest\.param\(.{1,400}"""
    r"""|(?:Arguments\.(?:of|arguments)|arguments|row|listOf|Pair|Triple)\(.{1,400}"""
    r"""|#\[(?:test_)?case\(.{1,400}|(?:yield|"[^"\n]{0,40}[,;|][^"\n]{0,100}")\s*.{0,200})\s*$"""
)


def find(scene: Scene) -> Iterator[Finding]:
    for file in scene.files:
        if file.status != "M" or not paths.language_of(file.path):
            continue
        for hunk in file.hunks:
            if is_test_hunk(file, hunk):
                yield from _rewritten(file, hunk, scene)
                yield from _taken_out(file, hunk, scene)
                yield from _shortened(file, hunk, scene)
                yield from _sliced(file, hunk)


def _rewritten(file: FileDiff, hunk: Hunk, scene: Scene) -> Iterator[Finding]:
    """With a change of product code a new expectation may be right; without one it is not."""
    if scene.source_changed:
        return
    removed = _removed(hunk)
    if not removed:
        return
    added = {skeleton_of(line.text): line for line in hunk.lines if line.side is Side.ADDED}
    stayed = {line.text.strip() for line in hunk.after}
    for line in removed:
        if line.text.strip() in stayed:
            continue
        skeleton = skeleton_of(line.text)
        other = added.get(skeleton)
        if other and "§" in skeleton:
            sentence = (
                f"`{short(line.text)}` became `{short(other.text)}`, and no product code changed"
            )
            yield serious("rewritten-expectation", _at(file, other), sentence)
            return


def _removed(hunk: Hunk) -> list[DiffLine]:
    return [
        line
        for line in hunk.lines
        if line.side is Side.REMOVED and (_ROW.match(line.text) or _EXPECTED.match(line.text))
    ]


def _taken_out(file: FileDiff, hunk: Hunk, scene: Scene) -> Iterator[Finding]:
    """Cases that went while their like stayed, with none that came for them."""
    rows = [line for line in hunk.lines if line.side is Side.REMOVED and _ROW.match(line.text)]
    if not rows:
        return
    language = paths.language_of(file.path)
    code = [line.text for line in hunk.lines if line.side is Side.ADDED]
    added = "".join("".join(text.split()) for text in code if is_code(text, language))
    lost = [line for line in rows if "".join(line.text.split()).rstrip(",") not in added]
    lost = [line for line in lost if _is_one_of(line.text, _beside(hunk, line))]
    lost = [line for line in lost if not scene.is_feature_gone(line.text)]
    came = [line for line in hunk.lines if line.side is Side.ADDED and _ROW.match(line.text)]
    if len(lost) > len(came):
        sentence = f"a case was taken out of the test's table: `{short(lost[0].text)}`"
        yield serious("removed-case", _at(file, lost[0]), sentence)


NEIGHBOURS = 2


def _is_one_of(row: str, others: list[str]) -> bool:
    """Rows of one table: alike to the letter but for their values, or of as many values."""
    if any(_shape(row) == _shape(other) for other in others):
        return True
    many = _width(row)
    return many > 1 and any(_width(other) == many for other in others)


def _width(row: str) -> int:
    """How many values a bare row `{"two", []int{1, 2}, 2},` has; 0 where it is none."""
    bare = "".join(row.split()).rstrip(",")
    return len(_members(bare[1:-1])) if bare[:1] + bare[-1:] in {"{}", "[]", "()"} else 0


def _beside(hunk: Hunk, line: DiffLine) -> list[str]:
    """The lines that stayed next to where this one was."""
    at = hunk.lines.index(line)
    above = [other for other in reversed(hunk.lines[:at]) if other.side is not Side.REMOVED]
    below = [other for other in hunk.lines[at + 1 :] if other.side is not Side.REMOVED]
    near = (*above[:NEIGHBOURS], *below[:NEIGHBOURS])
    return [other.text for other in near if other.side is Side.CONTEXT]


_SERIES = re.compile(r"(?:§,)+(?=§)")


def _shape(text: str) -> str:
    """Rows of one table may hold lists of different lengths."""
    return _SERIES.sub("", skeleton_of(text).rstrip(","))


_LOOPS = re.compile(r"\s*(?:async\s+)?for\b|.*\bforEach\b|.*\b(?:each|ValueSource|CsvSource)\b")
MAX_ROWS = 200


def _shortened(file: FileDiff, hunk: Hunk, scene: Scene) -> Iterator[Finding]:
    """A list of cases on one line that lost some of them and got none."""
    gone = [line for line in hunk.lines if line.side is Side.REMOVED and _runs_over(line.text)]
    came: dict[str, tuple[DiffLine, list[str]]] = {}
    for line in hunk.lines:
        if gone and line.side is Side.ADDED and _runs_over(line.text):
            head, rows = _rows_of(line.text)
            came.setdefault(head, (line, rows))
    for old in gone:
        head, rows = _rows_of(old.text)
        new, left = came.get(head, (old, []))
        kept = set(left)
        lost = [row for row in rows if row not in kept]
        if not left or not lost or not kept <= set(rows) or scene.is_feature_gone(old.text):
            continue
        if not _are_elsewhere(lost, file):
            sentence = f"a case was taken out of the test's table: `{short(lost[0])}`"
            yield serious("removed-case", _at(file, new), sentence)
            return


def _are_elsewhere(rows: list[str], file: FileDiff) -> bool:
    added = "".join("".join(line.text.split()) for line in file.added)
    return all(row in added for row in rows)


_SLICE = re.compile(
    r"\[\s*(?:0\s*)?:\s*-?\d+\s*\]|\[\s*-?\d+\s*:\s*\]|\[\s*\d+\s*\.\.\.?\s*\d*\s*\]"
    r"|\.(?:slice|take|first|limit|Take|Skip|skip|drop|subList)\(\s*\d[^)\n]{0,20}\)|\bfirst\s+\d|\bislice\("
    r"|array_slice\(|\.filter\("
)
_NO_ROWS = re.compile(r"(?:\.each\(|parametrize\([^\n]{1,120},)\s*(?:\[\s*\]|\(\s*\))\s*\)")


def _sliced(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    """A loop over cases that now takes only some of them, or a table without rows."""
    gone = [line.text for line in hunk.lines if line.side is Side.REMOVED]
    if not gone:
        return
    loops = [old for old in gone if _runs_over(old)]
    was_whole = bool(loops) and not any(_SLICE.search(old) for old in gone)
    alike = {skeleton_of(old): old for old in reversed(loops)}
    for line in hunk.lines:
        if line.side is not Side.ADDED or not _runs_over(line.text):
            continue
        shorter = _is_much_shorter(alike.get(skeleton_of(line.text), ""), line.text)
        some = was_whole and _SLICE.search(line.text)
        if some or shorter or _NO_ROWS.search(line.text):
            sentence = f"only some of the cases are tried: `{short(line.text)}`"
            yield serious("removed-case", _at(file, line), sentence)


_NUMBERS = re.compile(r"(?<![\w.])\d+(?!\w)")
MUCH = 5


def _is_much_shorter(old: str, new: str) -> bool:
    """The same loop with a far lower end."""
    if not old or not _LOOPS.match(new[:300]):
        return False
    before, after = (
        _NUMBERS.findall(old.replace("..", " ")),
        _NUMBERS.findall(new.replace("..", " ")),
    )
    pairs = zip(before, after, strict=False)
    return any(int(now[:9]) * MUCH <= int(was[:9]) > 1 for was, now in pairs)


def _runs_over(text: str) -> bool:
    return is_table(text) or bool(_LOOPS.match(text[:300]))


def _rows_of(text: str) -> tuple[str, list[str]]:
    """What stands before the last list of the line, and the list's own members."""
    bare = "".join(text.split())
    opened, depth, start = 0, 0, -1
    for at, sign in enumerate(bare):
        if sign in "[({":
            depth += 1
            if start < 0 and sign in "[{(" and bare[at - 1 : at] in {",", "(", "[", "=", "n"}:
                start, opened = at, depth
        elif sign in "])}":
            depth -= 1
            if start >= 0 and depth < opened:
                return bare[:start], _members(bare[start + 1 : at])
    return bare, []


def _members(inner: str) -> list[str]:
    members, depth, start = [], 0, 0
    for at, sign in enumerate(f"{inner},"):
        depth += (sign in "[({") - (sign in "])}")
        if sign == "," and depth == 0:
            members.append(inner[start:at])
            start = at + 1
    return [member for member in members if member][:MAX_ROWS]


def _at(file: FileDiff, line: DiffLine) -> Place:
    return Place(file.path, line.number or None, line.text)
