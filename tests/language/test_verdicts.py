"""Whole final messages with facts beside them, judged by `exitgate replay` as it is shipped."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import yaml

CASES = yaml.safe_load((Path(__file__).parent / "cases" / "verdicts.yml").read_text("utf-8"))
GREEN = {"passed": 42, "failed": 0, "skipped": 0, "errors": 0, "failing": []}
RED = {"passed": 40, "failed": 2, "skipped": 0, "errors": 0, "failing": ["t.test_a", "t.test_b"]}
FILES = [{"path": "src/app.py", "status": "modified", "added": 40, "deleted": 3}]
CHANGED = {"changes": {"tree": "abc123", "files": FILES}}
TICKED, OPEN = "- [x] one\n- [x] two\n", "- [x] one\n- [ ] two\n"
GIVEN = {
    "nothing": {},
    "changed": CHANGED,
    "green": {**CHANGED, "tests": GREEN},
    "red": {**CHANGED, "tests": RED},
    "ticked": {**CHANGED, "plan": TICKED},
    "green_and_ticked": {**CHANGED, "tests": GREEN, "plan": TICKED},
    "open_plan": {**CHANGED, "tests": GREEN, "plan": OPEN},
}


@cache
def _decisions() -> dict[str, dict[str, object]]:
    """One run for all cases, each its own loop."""
    lines = (
        json.dumps({"loop": case["name"], "response": case["text"], **GIVEN[case["given"]]})
        for case in CASES
    )
    ran = subprocess.run(
        [sys.executable, "-m", "exitgate", "replay", "-", "--output", "json"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    decisions = (json.loads(line) for line in ran.stdout.splitlines())
    return {decision["loop_id"]: decision for decision in decisions}


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_verdict(case: dict[str, str]) -> None:
    decision = _decisions()[case["name"]]
    found = {one["signal"] for one in decision["evidence"] if one["outcome"] == "found"}
    if case["want"] == "notdone":
        assert (decision["verdict"], "not_done_signal" in found) == ("continue", True)
    else:
        assert decision["verdict"] in case["want"].split("/"), decision["summary"]
