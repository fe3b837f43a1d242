"""Tests that still stand there, as comments or behind a condition that is never true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from exitgate.core.finding import Finding, Place, serious
from exitgate.core.wording import counted
from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side
from exitgate.tamper import paths
from exitgate.tamper.idioms import uncomment
from exitgate.tamper.scene import Scene, is_test_hunk


def find(scene: Scene) -> Iterator[Finding]:
    for file in scene.files:
        yield from _doctests(file)
        is_gone = file.status == "D" and paths.is_test(file.path)
        for hunk in () if is_gone else file.hunks:
            if is_test_hunk(file, hunk):
                yield from _commented(file, hunk, paths.language_of(file.path) or "")
                yield from _fenced(file, hunk)


def _commented(file: FileDiff, hunk: Hunk, language: str) -> Iterator[Finding]:
    """Code that was removed and stands again as a comment."""
    removed = {line.text.strip() for line in hunk.lines if line.side is Side.REMOVED} - {""}
    muted = [
        line
        for line in hunk.lines
        if line.side is Side.ADDED and uncomment(line.text, language) in removed
    ]
    telling = [line for line in muted if _tests_something(uncomment(line.text, language) or "")]
    if telling:
        yield serious(
            "commented-out-test",
            _at(file, telling[0]),
            f"{counted(len(muted), 'line')} of this test became comments",
        )


_FENCE = re.compile(
    r"\s*(?:#if (?:0|false|NEVER)\b|if\s*\(?(?:false|False|0)\)?\s*[:{]|/\*+|\"\"\"|\'\'\'"
    r"|=begin)\s*$"
)


_QUOTES = re.compile(r"\"\"\"|\'\'\'")


def _fenced(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    """A comment or a false condition opened above lines that stayed as they were."""
    lines = hunk.after
    quotes = 0
    for line, below in pairwise(lines):
        closes = quotes % 2 == 1 and _QUOTES.search(line.text)
        quotes += len(_QUOTES.findall(line.text))
        if closes or line.side is not Side.ADDED or below.side is not Side.CONTEXT:
            continue
        if _FENCE.match(line.text):
            sentence = f"`{line.text.strip()}` takes the test below out of the run"
            yield serious("commented-out-test", _at(file, line), sentence)


_DOCTEST = re.compile(r"doctest:\s*\+SKIP")


def _doctests(file: FileDiff) -> Iterator[Finding]:
    for line in file.added:
        example = line.text.split("#")[0].strip()
        if _DOCTEST.search(line.text) and any(example == old.text.strip() for old in file.removed):
            yield serious(
                "skipped-test", _at(file, line), f"the example `{example[:80]}` no longer runs"
            )


def _tests_something(text: str) -> bool:
    return bool(
        re.search(
            r"assert|expect|should|DataRow|InlineData|TestCase|\bparam\(|[aA]rguments|\btest|\bit\(|#\[test|require\.|t\.(?:Err|Fat)",
            text,
            re.I,
        )
    )


def _at(file: FileDiff, line: DiffLine) -> Place:
    return Place(file.path, line.number or None, line.text)
