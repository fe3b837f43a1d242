"""Shared helpers of the tests: the command line as a process, and the shared corpus."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from exitgate.config import load_policy
from exitgate.core.decision import Decision
from exitgate.core.policy import Policy
from exitgate.recording import RecordedIteration, RecordedLine
from exitgate.replay import replay

ROOT = Path(__file__).parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"
SCHEMA = json.loads((ROOT / "src/exitgate/report/decision.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def decision(self) -> dict[str, Any]:
        decision: dict[str, Any] = json.loads(self.out)
        VALIDATOR.validate(decision)
        return decision

    @property
    def decisions(self) -> list[dict[str, Any]]:
        found = [json.loads(line) for line in self.out.splitlines()]
        for decision in found:
            VALIDATOR.validate(decision)
        return found


def exitgate(*arguments: object, cwd: Path | None = None, stdin: bytes = b"") -> Ran:
    """Run the shipped command as a user would, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "exitgate", *map(str, arguments)],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        timeout=120,
        check=False,
    )
    ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ran.err, ran.err
    return ran


def corpus_file(name: str) -> Path:
    path = CORPUS / name
    if not path.is_file():
        pytest.skip(f"the shared corpus is not beside this clone: {name}")
    return path


def decide(
    *lines: dict[str, Any], profile: str = "standard", policy: Policy | None = None
) -> list[Decision]:
    """Judge recorded iterations of one loop, in this process."""
    policy = policy or load_policy(profile=profile).policy
    recorded = (
        RecordedLine(n, RecordedIteration.model_validate({"loop": "test", **line}))
        for n, line in enumerate(lines, start=1)
    )
    return [step.decision for step in replay(recorded, policy)]
