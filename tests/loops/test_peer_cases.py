"""How other detectors failed their users: every file under cases/ is one such loop."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from loops.build import play

CASES = Path(__file__).parent / "cases"


def cases(kind: str) -> list[Path]:
    return sorted((CASES / kind).glob("*.json"))


@pytest.mark.parametrize("path", cases("false_stuck"), ids=lambda path: path.stem)
def test_not_called_stuck(path: Path) -> None:
    case = json.loads(path.read_text("utf-8"))
    for judged in play(case["iterations"]):
        reasons = [seen.headline for seen in judged.evidence.values() if seen.is_found]
        assert not judged.is_stuck, (case["line"], judged.facts.iteration, reasons)
        assert not judged.found & set(case.get("clear", ()))
    assert judged.circuit.state == case.get("circuit", judged.circuit.state)


@pytest.mark.parametrize("path", cases("missed_loops"), ids=lambda path: path.stem)
def test_called_stuck_at_the_end_and_not_at_the_start(path: Path) -> None:
    case = json.loads(path.read_text("utf-8"))
    played = play(case["iterations"])
    last = played[-1]
    assert set(case["found"]) <= last.found, last.evidence
    assert last.is_stuck
    assert last.circuit.state == case.get("circuit", last.circuit.state)
    if len(played) > 1:
        assert not played[0].is_stuck
