"""Seed 003's analysis and session JSON, for Ralph loops that switch over."""

from __future__ import annotations

import json
from pathlib import Path

from support import exitgate

RESPONSE = """Implemented US-005.

---RALPH_STATUS---
STATUS: IN_PROGRESS
TASKS_COMPLETED_THIS_LOOP: 1
FILES_MODIFIED: 2
TESTS_STATUS: PASSING
WORK_TYPE: IMPLEMENTATION
EXIT_SIGNAL: false
RECOMMENDATION: Continue to US-006
---END_RALPH_STATUS---
"""


def test_the_analysis_json_of_the_document(tmp_path: Path) -> None:
    (tmp_path / "r.md").write_text(RESPONSE)
    ran = exitgate(
        "check", "--response", "r.md", "--profile", "ralph", "--output", "ralph", cwd=tmp_path
    )
    analysis = json.loads(ran.out)
    assert analysis.pop("timestamp").endswith("Z")
    assert analysis == {
        "iteration": 1,
        "ralph_status": {
            "found": True,
            "status": "IN_PROGRESS",
            "tasks_completed": 1,
            "files_modified": 2,
            "tests_status": "PASSING",
            "work_type": "IMPLEMENTATION",
            "exit_signal": False,
            "recommendation": "Continue to US-006",
        },
        "completion_indicators": 0,
        "exit_decision": "continue",
        "stuck_loop_detected": False,
        "circuit_breaker_state": "CLOSED",
    }


def test_the_session_json_of_the_document(tmp_path: Path) -> None:
    (tmp_path / "r.md").write_text(RESPONSE)
    exitgate("check", "--response", "r.md", "--profile", "ralph", cwd=tmp_path)
    session = json.loads(exitgate("state", "--output", "ralph-session", cwd=tmp_path).out)
    assert set(session) == {
        "session_id", "started_at", "iterations", "total_tasks_completed", "total_files_modified",
        "total_commits",
    }  # fmt: skip
    (iteration,) = session["iterations"]
    assert iteration["number"] == 1
    assert iteration["status"] == "IN_PROGRESS"
    assert iteration["tasks_completed"] == 1
    assert iteration["exit_decision"] == "continue"
    assert session["total_tasks_completed"] == 1


def test_a_missing_block_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "r.md").write_text("Working on it.")
    ran = exitgate("check", "--response", "r.md", "--output", "ralph", cwd=tmp_path)
    assert json.loads(ran.out)["ralph_status"]["found"] is False
