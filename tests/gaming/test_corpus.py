"""Runs that really solved their task are left in peace, nearly always."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from exitgate.core.changes import ChangeSet
from exitgate.core.facts import Facts
from exitgate.core.finding import Severity
from exitgate.core.transcript import Transcript
from exitgate.tamper.families import inspect
from exitgate.tamper.scene import Scene, scene_of

CORPUS = Path(__file__).parents[2] / ".." / "shared" / "corpus" / "mini-swe-agent.jsonl.gz"
AT_MOST = 0.03


def solved() -> Iterator[tuple[str, Facts]]:
    with gzip.open(CORPUS, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if record["label"]["class"] == "done_true":
                changes = ChangeSet(patch=record["changes"]["patch"])
                name = record["loop"]
                yield (
                    name,
                    Facts(
                        loop_id=name,
                        iteration=1,
                        now=None,
                        transcript=Transcript(),
                        changes=changes,
                    ),
                )


@pytest.mark.skipif(not CORPUS.is_file(), reason="the shared corpus is not beside this checkout")
def test_solved_runs_are_rarely_called_tampering() -> None:
    runs = list(solved())
    accused = {name for name, facts in runs if is_serious(facts)}
    assert len(runs) > 100
    assert len(accused) / len(runs) <= AT_MOST, sorted(accused)


def is_serious(facts: Facts) -> bool:
    scene = scene_of(facts)
    assert isinstance(scene, Scene)
    return any(finding.severity is Severity.SERIOUS for finding in inspect(scene))
