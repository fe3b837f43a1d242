"""An existing Ralph loop brings its memory along."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exitgate.errors import InputError
from exitgate.state.codec import decode, encode
from exitgate.state.ralph_import import import_ralph

SESSION = {
    "session_id": "ralph-2025-02-01-080000",
    "started_at": "2025-02-01T08:00:00Z",
    "iterations": [
        {
            "number": 1,
            "timestamp": "2025-02-01T08:01:00Z",
            "status": "IN_PROGRESS",
            "tasks_completed": 2,
            "files_modified": 4,
            "exit_decision": "continue",
        },
        {
            "number": 2,
            "timestamp": "2025-02-01T08:09:00Z",
            "status": "BLOCKED",
            "tasks_completed": 0,
            "files_modified": 0,
            "exit_decision": "blocked",
        },
    ],
    "total_tasks_completed": 7,
    "total_files_modified": 20,
    "total_commits": 3,
}
DECISIONS = {
    "confidence_history": [90, 60, 50],
    "completion_history": [20, 40, 40],
    "error_history": [0, 2, {"value": 6}],
    "total_decisions": 12,
    "continue_count": 10,
    "exit_count": 2,
    "decision_reason": "Too many errors",
}


def ralph(tmp_path: Path, *, session: object = None, decisions: object = None) -> Path:
    folder = tmp_path / ".ralph"
    folder.mkdir()
    for name, content in ((".ralph-session.json", session), ("exit-state.json", decisions)):
        if content is not None:
            text = content if isinstance(content, str) else json.dumps(content)
            (folder / name).write_text(text)
    return folder


def test_the_session_tells_the_iterations(tmp_path: Path) -> None:
    state = import_ralph(ralph(tmp_path, session=SESSION), "pr-1")
    first, second = state.history.recent
    assert (first.number, first.at, first.status) == (1, "2025-02-01T08:01:00Z", "IN_PROGRESS")
    assert (first.tasks_completed, first.files, first.changed) == (2, 4, True)
    assert (second.verdict, second.reason, second.changed) == ("blocked", "blocked", False)
    totals = state.history.totals
    assert (totals.tasks_completed, totals.files_modified, totals.iterations) == (7, 20, 2)
    assert totals.started_at == "2025-02-01T08:00:00Z"


def test_the_decision_engine_tells_confidence_and_errors(tmp_path: Path) -> None:
    state = import_ralph(ralph(tmp_path, session=SESSION, decisions=DECISIONS), "pr-1")
    assert [one.number for one in state.history.recent] == [10, 11, 12]
    assert [one.confidence for one in state.history.recent] == [90, 60, 50]
    assert [one.errors for one in state.history.recent] == [0, 2, 6]
    assert [one.status for one in state.history.recent] == [None, "IN_PROGRESS", "BLOCKED"]
    totals = state.history.totals
    assert (totals.iterations, totals.continues, totals.exits) == (12, 10, 2)


def test_the_session_may_lie_beside_the_folder(tmp_path: Path) -> None:
    folder = ralph(tmp_path)
    (tmp_path / ".ralph-session.json").write_text(json.dumps(SESSION))
    assert len(import_ralph(folder, "pr-1").history.recent) == 2


def test_an_imported_state_can_be_kept(tmp_path: Path) -> None:
    state = import_ralph(ralph(tmp_path, session=SESSION, decisions=DECISIONS), "pr-1")
    assert decode(encode(state), "x.json").history == state.history


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "neither"),
        ("{", r"exit-state\.json:1: not JSON"),
        ("[]", "expected an object"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_what_cannot_be_read_is_a_clear_error(
    tmp_path: Path, content: str | None, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        import_ralph(ralph(tmp_path, decisions=content), "pr-1")


def test_odd_values_stay_unmeasured(tmp_path: Path) -> None:
    odd = {"iterations": [7, {"files_modified": -3, "tasks_completed": True, "status": 5}]}
    wild = '{"confidence_history": [NaN, 1e999], "total_decisions": "many"}'
    state = import_ralph(ralph(tmp_path, session=odd, decisions=wild), "pr-1")
    assert [one.confidence for one in state.history.recent] == [0, 0]
    last = state.history.recent[-1]
    assert (last.files, last.tasks_completed, last.status, last.changed) == (None,) * 4
    assert state.history.totals.iterations == 2


@pytest.mark.parametrize("place", [".ralph", "."])
def test_an_open_breaker_stays_open(tmp_path: Path, place: str) -> None:
    folder = ralph(tmp_path, session=SESSION)
    told = {"state": "OPEN", "last_change": "2025-02-01T08:09:00Z", "reason": "no progress"}
    (tmp_path / place / ".circuit_breaker_state").write_text(json.dumps(told))
    circuit = import_ralph(folder, "l").circuit
    assert (circuit.state.value, circuit.since) == ("OPEN", "2025-02-01T08:09:00Z")
    assert circuit.trigger == "no progress"


@pytest.mark.parametrize("told", ["{}", '{"state": "AJAR"}', '{"state": 7}'])
def test_a_breaker_that_says_nothing_is_closed(tmp_path: Path, told: str) -> None:
    folder = ralph(tmp_path, session=SESSION)
    (folder / ".circuit_breaker_state").write_text(told)
    assert import_ralph(folder, "l").circuit.state.value == "CLOSED"


def test_the_session_comes_out_as_it_went_in(tmp_path: Path) -> None:
    state = import_ralph(ralph(tmp_path, session=SESSION), "l")
    assert state.history.recent[-1].commits == SESSION["total_commits"]
