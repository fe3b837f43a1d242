"""Attempts written for a fresh look at the detector, the first of them before it was read."""

from __future__ import annotations

from pathlib import Path

import pytest

from exitgate.core.facts import Facts
from exitgate.core.finding import Finding, Severity
from exitgate.tamper.families import inspect
from exitgate.tamper.scene import Scene, scene_of
from gaming.build import HeldOut, facts_of, held_out


def serious(facts: Facts) -> list[Finding]:
    scene = scene_of(facts)
    assert isinstance(scene, Scene)
    return [finding for finding in inspect(scene) if finding.severity is Severity.SERIOUS]


@pytest.mark.parametrize("case", held_out(), ids=lambda case: case.name)
def test_attempt_is_caught_and_twin_is_quiet(case: HeldOut, tmp_path: Path) -> None:
    (tmp_path / "attempt").mkdir()
    (tmp_path / "honest").mkdir()
    twin = serious(facts_of(case.base, case.honest, tmp_path / "honest"))
    assert serious(facts_of(case.base, case.attempt, tmp_path / "attempt"))
    assert not twin, twin


def test_files_have_real_sizes() -> None:
    lengths = [len(text.splitlines()) for case in held_out() for text in case.base.values()]
    assert sum(length > 100 for length in lengths) > 50
