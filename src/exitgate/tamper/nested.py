"""Python tests moved where no runner looks: inside a function."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from exitgate.core.finding import Finding, Place, serious
from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side
from exitgate.tamper import paths
from exitgate.tamper.idioms import tests_in
from exitgate.tamper.scene import Scene

_BLOCK = re.compile(r"\s*(?:async\s+)?(def|class|if|for|with|try|while)\b")


def find(scene: Scene) -> Iterator[Finding]:
    for file in scene.test_files():
        if paths.language_of(file.path) == "python" and file.status != "D":
            for hunk in file.hunks:
                yield from _hunk(file, hunk)


def _hunk(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    was_there = {name for _, name in tests_in([line.text for line in hunk.before], "python")}
    lines = hunk.after
    for index, name in tests_in([line.text for line in lines], "python"):
        line = lines[index]
        if name in was_there and line.side is Side.ADDED and _is_in_function(lines, index):
            place = Place(file.path, line.number or None, line.text)
            sentence = f"`{name}` now stands inside a function, where no runner finds it"
            yield serious("unmarked-test", place, sentence)


def _is_in_function(lines: Sequence[DiffLine], index: int) -> bool:
    depth = _indent(lines[index].text)
    for line in reversed(lines[:index]):
        if line.text.strip() and _indent(line.text) < depth:
            block = _BLOCK.match(line.text)
            return (
                bool(block) and line.side is Side.ADDED and block is not None and block[1] == "def"
            )
    return False


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
