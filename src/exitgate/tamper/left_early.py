"""Tests that begin and end before their checks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from exitgate.core.finding import Finding, Place, serious
from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side
from exitgate.tamper import paths
from exitgate.tamper.conditions import IF, platform_asked
from exitgate.tamper.idioms import tests_in
from exitgate.tamper.scene import Scene, test_hunks
from exitgate.tamper.statements import short
from exitgate.tamper.strength import is_assertion


def find(scene: Scene) -> Iterator[Finding]:
    for file, hunk in test_hunks(scene):
        yield from _left_early(file, hunk)
        yield from _left_on_condition(file, hunk, paths.language_of(file.path) or "")


_EARLY = re.compile(
    r"return(?:\s+(?:None|nil|true|false|null|Ok\(\(\)\)|\w*[dD]one\(\)))?;?|done\(\);?\s*return;?"
)


def _left_early(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    """A bare return put before checks that were there already."""
    lines = hunk.after
    for index, line in enumerate(lines[:-1]):
        if line.side is not Side.ADDED or not _EARLY.fullmatch(line.text.strip()):
            continue
        rest = next(filter(_is_cut_off, _rest_of_block(lines, index)), None)
        if rest:
            yield serious(
                "early-return",
                Place(file.path, line.number or None, f"{line.text} before {rest.text}"),
                "the test now returns before its checks",
            )


_LEAVES_IF = re.compile(
    r"\s*if\b\s*(.{1,200}?)\s*(?:\{\s*)?(?:return|continue)\b[^\n]{0,20}$"
    r"|\s*(?:return|next)\b.{0,20}?\s(?:if|unless)\s+(.{1,200})$"
)


def _left_on_condition(file: FileDiff, hunk: Hunk, language: str) -> Iterator[Finding]:
    """A way out that came before checks that were there: where it is taken, nothing is checked."""
    lines = hunk.after
    names = dict(tests_in([line.text for line in lines], language))
    were_there = {line.text.strip() for line in hunk.before if is_assertion(line.text)}
    for index, line in enumerate(lines):
        asked = _way_out(lines, index) if line.side is Side.ADDED else ""
        if not asked or platform_asked(asked) or _in_other_function(lines, index, names):
            continue
        if any(rest.text.strip() in were_there for rest in _rest_of_block(lines, index)):
            place = Place(file.path, line.number or None, line.text)
            sentence = f"the test now ends before its checks where `{short(asked)}`"
            yield serious("early-return", place, sentence)


def _way_out(lines: Sequence[DiffLine], index: int) -> str:
    """The condition of an `if` that leaves the test, on this line or on this and the next."""
    if one_line := _LEAVES_IF.match(lines[index].text[:500]):
        return one_line[1] or one_line[2]
    asked = IF.match(lines[index].text[:500])
    below = lines[index + 1].text.strip() if index + 1 < len(lines) else ""
    return asked[1] if asked and _EARLY.fullmatch(below) else ""


def _rest_of_block(lines: Sequence[DiffLine], index: int) -> Iterator[DiffLine]:
    depth = _indent(lines[index].text)
    for line in lines[index + 1 :]:
        if line.text.strip() and _indent(line.text) < depth:
            return
        if _indent(line.text) == depth:
            yield line


_HELPER = re.compile(r"\s*(?:async\s+)?(?:def|func|function|fn|fun)\s+\w")


def _in_other_function(lines: Sequence[DiffLine], index: int, names: dict[int, str]) -> bool:
    """The nearest function above is no test, but a helper."""
    for at in reversed(range(index)):
        if at in names:
            return False
        if _HELPER.match(lines[at].text):
            return not any(index_of in names for index_of in range(max(0, at - 3), at))
    return False


_ENDS = re.compile(r"\s*[})\]@]|\s*(?:def|func|end|else|elif|case)\b")


def _is_cut_off(rest: DiffLine) -> bool:
    return rest.side is Side.CONTEXT and bool(rest.text.strip()) and not _ENDS.match(rest.text)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
