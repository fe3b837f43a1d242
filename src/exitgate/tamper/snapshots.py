"""Recorded expectations that changed although nothing that they record did."""

from __future__ import annotations

from collections.abc import Iterator

from exitgate.core.finding import Finding, Place, serious
from exitgate.tamper import paths
from exitgate.tamper.scene import Scene


def find(scene: Scene) -> Iterator[Finding]:
    if scene.source_changed or scene.gone_names:
        return
    if any(paths.is_test(path) and paths.language_of(path) for path in _changed(scene)):
        return
    for path, status in _snapshots(scene):
        verb = "deleted" if status == "D" else "regenerated"
        yield serious(
            "snapshot-rewritten", Place(path), f"{path} was {verb}, and no product code changed"
        )


def _changed(scene: Scene) -> Iterator[str]:
    """Test files whose change may explain a new recording, not the recordings themselves."""
    yield from (file.path for file in scene.files if not paths.is_snapshot(file.path))


def _snapshots(scene: Scene) -> Iterator[tuple[str, str]]:
    shown = ((file.path, file.status) for file in scene.files)
    listed = ((file.path, file.status) for file in scene.listed)
    for path, status in (*shown, *listed):
        if paths.is_snapshot(path) and status in {"M", "D"}:
            yield path, status
