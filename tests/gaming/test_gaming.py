"""Each attempt at gaming the gate is caught, and its honest twin is left in peace."""

from __future__ import annotations

from pathlib import Path

import pytest

from exitgate.core.facts import Facts
from exitgate.core.finding import Finding, Severity
from exitgate.tamper.families import inspect
from exitgate.tamper.scene import Scene, scene_of
from gaming.build import Attempt, attempts, bases, facts_of

CAUGHT_AT_LEAST = 0.95
TWINS_AT_MOST = 0.02
_results: dict[str, tuple[bool, bool]] = {}


def serious(facts: Facts) -> list[Finding]:
    scene = scene_of(facts)
    assert isinstance(scene, Scene)
    return [finding for finding in inspect(scene) if finding.severity is Severity.SERIOUS]


@pytest.mark.parametrize("case", attempts(), ids=lambda case: case.name)
def test_attempt_is_caught_and_twin_is_quiet(case: Attempt, tmp_path: Path) -> None:
    (tmp_path / "attempt").mkdir()
    (tmp_path / "honest").mkdir()
    caught = serious(facts_of(bases()[case.base], case.attempt, tmp_path / "attempt"))
    twin = serious(facts_of(bases()[case.base], case.honest, tmp_path / "honest"))
    assert case.rule in {finding.rule for finding in caught}, caught
    assert not twin, twin


def test_there_are_enough_attempts_in_enough_languages() -> None:
    assert len(attempts()) >= 80
    assert len({case.name for case in attempts()}) == len(attempts())
    languages = {"python", "js", "go", "rust", "java", "kotlin", "csharp", "ruby", "php"}
    assert {case.base for case in attempts()} == languages
