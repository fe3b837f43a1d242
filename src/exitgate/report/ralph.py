"""A Ralph loop's own JSON, so that it can switch over without change."""

from __future__ import annotations

import json
from typing import Any

from exitgate.core.decision import Decision, Verdict
from exitgate.core.facts import Facts
from exitgate.core.history import IterationRecord
from exitgate.core.memory import LoopState
from exitgate.core.reading import StatusBlock

EXIT_DECISIONS = {
    Verdict.CONTINUE: "continue",
    Verdict.COMPLETE: "project_complete",
    Verdict.BLOCKED: "blocked",
}
"""What the executor of a Ralph loop knows; every other verdict gives its reason code."""
STATUS_OF = {"complete": "COMPLETE", "blocked": "BLOCKED"}


def analysis_json(decision: Decision, facts: Facts, *, indicators: int) -> str:
    """The analysis of one response, as a Ralph analyzer returns it."""
    loops = {"loop_detected", "circuit_open", "test_saturation", "stagnation", "consecutive_errors"}
    return _json(
        {
            "timestamp": facts.now,
            "iteration": decision.iteration,
            "ralph_status": _status(facts.reading.block),
            "completion_indicators": indicators,
            "exit_decision": EXIT_DECISIONS.get(decision.verdict, decision.reason),
            "stuck_loop_detected": decision.reason in loops,
            "circuit_breaker_state": decision.circuit.state.value,
        }
    )


def session_json(state: LoopState) -> str:
    """A loop's memory, as `.ralph-session.json` keeps it."""
    totals, recent = state.history.totals, state.history.recent
    known_commits = [record.commits for record in recent if record.commits is not None]
    return _json(
        {
            "session_id": _session_id(state),
            "started_at": totals.started_at,
            "iterations": [_iteration(record) for record in recent],
            "total_tasks_completed": totals.tasks_completed,
            "total_files_modified": totals.files_modified,
            "total_commits": known_commits[-1] if known_commits else 0,
        }
    )


def _status(block: StatusBlock | None) -> dict[str, Any]:
    return {
        "found": block is not None,
        "status": block.status if block else None,
        "tasks_completed": block.tasks_completed if block else None,
        "files_modified": block.files_modified if block else None,
        "tests_status": block.tests if block else None,
        "work_type": block.work_type if block else None,
        "exit_signal": bool(block and block.done),
        "recommendation": block.recommendation if block else None,
    }


def _iteration(record: IterationRecord) -> dict[str, Any]:
    known = {verdict.value: word for verdict, word in EXIT_DECISIONS.items()}
    return {
        "number": record.number,
        "timestamp": record.at,
        "status": record.status or STATUS_OF.get(record.verdict, "IN_PROGRESS"),
        "tasks_completed": record.tasks_completed or 0,
        "files_modified": record.files_modified,
        "exit_decision": known.get(record.verdict, record.reason),
    }


def _session_id(state: LoopState) -> str:
    """ "ralph-2025-01-13-103000" from the start, or the loop's own name where no clock ran."""
    started = state.history.totals.started_at
    if not started:
        return f"ralph-{state.loop_id}"
    return "ralph-" + started.rstrip("Z").replace("T", "-").replace(":", "")


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
