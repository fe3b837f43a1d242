"""Recorded expectations that changed although nothing that they record did."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exitgate.core.finding import Finding, Place, notable, serious
from exitgate.language.diff import FileDiff
from exitgate.tamper import paths
from exitgate.tamper.scene import Scene


def find(scene: Scene) -> Iterator[Finding]:
    if scene.source_changed or scene.gone_names:
        return
    if any(paths.is_test(path) and paths.language_of(path) for path in _changed(scene)):
        return
    renewed = _renewed(scene)
    grown = {file.path for file in scene.files if _only_grew(file)}
    for path, status in _snapshots(scene):
        if path in grown and not paths.is_snapshot(path):
            continue
        verb = "deleted" if status == "D" else "regenerated"
        sentence = f"{path} was {verb}, and no product code changed"
        if renewed and status != "D":
            yield notable("snapshot-rewritten", Place(path), f"{sentence}, but {renewed} did")
        else:
            yield serious("snapshot-rewritten", Place(path), sentence)


def _renewed(scene: Scene) -> str:
    """The lock file that changed: another version of a library may draw or print otherwise."""
    return next((file.path for file in scene.files if paths.is_lock(file.path)), "") or next(
        (file.path for file in scene.listed if paths.is_lock(file.path)), ""
    )


def _only_grew(file: FileDiff) -> bool:
    """Every line that went is there again, but for a comma: cases were added."""
    added = {line.text.rstrip().rstrip(",") for line in file.added}
    return all(line.text.rstrip().rstrip(",") in added for line in file.removed)


def _changed(scene: Scene) -> Iterator[str]:
    """Test files whose change may explain a new recording, not the recordings themselves."""
    yield from (file.path for file in scene.files if not paths.is_snapshot(file.path))


def _snapshots(scene: Scene) -> Iterator[tuple[str, str]]:
    shown = ((file.path, file.status) for file in scene.files)
    listed = ((file.path, file.status) for file in scene.listed)
    for path, status in (*shown, *listed):
        if (paths.is_snapshot(path) or _is_expectation(path)) and status in {"M", "D"}:
            yield path, status


_EXPECTATION = re.compile(
    r"(?:^|[/_.-])(?:expected|expectations?|want|baseline|reference|golden|answers?)"
    r"(?:[/_.-][^/]*)?\.(?:json|ya?ml|txt|csv|xml|html|out|md|toml|sql)$",
    re.I,
)


def _is_expectation(path: str) -> bool:
    """Data of the tests whose name says that it is what they compare with."""
    return paths.is_test(path) and bool(_EXPECTATION.search(path))
