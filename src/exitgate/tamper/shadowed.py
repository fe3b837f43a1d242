"""A test that a later one of the same name takes the place of: Python keeps the last alone."""

from __future__ import annotations

from collections.abc import Iterator

from exitgate.core.finding import Finding, Place, serious
from exitgate.language.diff import FileDiff
from exitgate.tamper.asked import DEFINED, added_outermost
from exitgate.tamper.scene import Scene


def find(scene: Scene) -> Iterator[Finding]:
    for file in scene.test_files():
        was_there = _defined_at_base(scene, file.path)
        for name in added_outermost(file):
            if name in was_there and not _was_removed(file, name):
                place = Place(file.path, _line(file, name), f"def {name}")
                sentence = f"a second `{name}` takes the place of the one that was there"
                yield serious("deleted-test", place, sentence)


def _defined_at_base(scene: Scene, path: str) -> set[str]:
    first = (item.lines[0] for item in scene.tests_at_base if item.path == path and item.lines)
    return {match[1] for line in first if (match := DEFINED.match(line))}


def _was_removed(file: FileDiff, name: str) -> bool:
    return any(f"def {name}(" in line.text for line in file.removed)


def _line(file: FileDiff, name: str) -> int | None:
    return next((line.number for line in file.added if f"def {name}(" in line.text), None)
