"""Changes of tests and checks that cannot be read: made binary, or too large to be looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exitgate.core.finding import Finding, Place, serious
from exitgate.tamper import paths
from exitgate.tamper.scene import Scene

_CUT = re.compile(r"patch of a/(.+) b/\1: cut")


def find(scene: Scene) -> Iterator[Finding]:
    for file in scene.files:
        if file.binary and file.status in {"M", "R"} and _judges(file.path):
            sentence = f"{file.path} became binary, so its change cannot be read"
            yield serious("hidden-change", Place(file.path), sentence)
    for path in _unread(scene):
        if _judges(path):
            sentence = f"the change of {path} is too large to be read whole"
            yield serious("hidden-change", Place(path), sentence)


def _judges(path: str) -> bool:
    is_test = paths.is_test(path) and paths.language_of(path) is not None
    return is_test or paths.is_ci(path) or paths.is_gate(path)


def _unread(scene: Scene) -> list[str]:
    """Existing files that the bounds of the diff cut; new ones can only add checks."""
    named = {match[1] for note in scene.cut if (match := _CUT.fullmatch(note))}
    new = {file.path for file in scene.files if file.status == "A"}
    new |= {file.path for file in scene.listed if file.status in {"A", "?"}}
    if any(note.startswith(("patch: only its first", "the diff's end")) for note in scene.cut):
        named |= {file.path for file in scene.listed if file.status == "M"}
    return sorted(named - new)
