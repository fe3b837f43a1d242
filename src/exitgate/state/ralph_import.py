"""The memory of an existing Ralph loop, taken over from its `.ralph` folder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from exitgate.core.circuit import Circuit, CircuitState
from exitgate.core.history import History, IterationRecord, Totals
from exitgate.core.memory import LoopState
from exitgate.errors import InputError, why_unread
from exitgate.state.compact import NUMBER_LIMIT, bounded
from exitgate.state.files import read_regular
from exitgate.state.plain import Json

SESSION, DECISIONS = ".ralph-session.json", "exit-state.json"
BREAKER = ".circuit_breaker_state"
MAX_BYTES = 16 * 1024 * 1024
MAX_ITERATIONS = 10_000
HINT = "name the `.ralph` folder of the loop"

VERDICTS: Mapping[str, str] = {
    "continue": "continue",
    "project_complete": "complete",
    "complete": "complete",
    "blocked": "blocked",
    "test_saturation": "stuck",
    "stuck": "stuck",
    "exit": "complete",
}

Section = Mapping[str, Json]


def import_ralph(folder: Path, loop_id: str) -> LoopState:
    """What the folder tells of the loop. What it does not tell stays unmeasured."""
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder", hint=HINT)
    session = _first_of(folder / SESSION, folder.parent / SESSION)
    decisions = _first_of(folder / DECISIONS)
    if session is None and decisions is None:
        raise InputError(f"{folder}: neither {SESSION} nor {DECISIONS} is there", hint=HINT)
    breaker = _first_of(folder / BREAKER, folder.parent / BREAKER)
    records = _records(session or {}, decisions or {})
    history = History()
    for record in records:
        history = history.plus(bounded(record))
    totals = _totals(history.totals, session or {}, decisions or {})
    numbered = _numbered_to(history.recent, totals.iterations)
    return LoopState(loop_id, History(numbered, totals), _circuit(breaker or {}))


def _circuit(breaker: Section) -> Circuit:
    """A breaker that stands open goes on doing so: its cool-down counts from when it opened."""
    state = (_text(breaker, "state") or "").upper()
    if state not in set(CircuitState):
        return Circuit()
    trigger = _text(breaker, "reason") or "taken over from a Ralph loop"
    return Circuit(CircuitState(state), _text(breaker, "last_change"), trigger)


def _records(session: Section, decisions: Section) -> list[IterationRecord]:
    """One record an iteration; the decision engine's lists run beside the session's list."""
    iterations = _list(session, "iterations")
    confidences = _list(decisions, "confidence_history")
    errors = _list(decisions, "error_history")
    count = min(MAX_ITERATIONS, max(len(iterations), len(confidences), len(errors)))
    records = []
    for at in range(count):
        # All three lists end at the newest iteration, whatever their lengths.
        told = _nth(iterations, at - count)
        confidence = _measure(_nth(confidences, at - count)) or 0
        error_count = _measure(_nth(errors, at - count)) or 0
        record = _record(told if isinstance(told, dict) else {}, at + 1)
        records.append(replace(record, confidence=min(100, confidence), errors=error_count))
    if records:
        records[-1] = replace(records[-1], commits=_count(session, "total_commits"))
    return records


def _record(told: Section, number: int) -> IterationRecord:
    decision = _text(told, "exit_decision") or "continue"
    files = _count(told, "files_modified")
    return IterationRecord(
        number=number,
        at=_text(told, "timestamp"),
        verdict=VERDICTS.get(decision.lower(), "continue"),
        reason="" if decision == "continue" else decision,
        status=_text(told, "status"),
        tasks_completed=_count(told, "tasks_completed"),
        files=files,
        changed=None if files is None else files > 0,
    )


def _totals(summed: Totals, session: Section, decisions: Section) -> Totals:
    """The files' own totals win where they know of more than their lists still hold."""
    return replace(
        summed,
        iterations=max(summed.iterations, _count(decisions, "total_decisions") or 0),
        continues=max(summed.continues, _count(decisions, "continue_count") or 0),
        exits=max(summed.exits, _count(decisions, "exit_count") or 0),
        tasks_completed=max(summed.tasks_completed, _count(session, "total_tasks_completed") or 0),
        files_modified=max(summed.files_modified, _count(session, "total_files_modified") or 0),
        started_at=_text(session, "started_at") or summed.started_at,
    )


def _numbered_to(records: Sequence[IterationRecord], last: int) -> tuple[IterationRecord, ...]:
    first = last - len(records) + 1
    return tuple(replace(record, number=first + at) for at, record in enumerate(records))


def _first_of(*paths: Path) -> Section | None:
    for path in paths:
        try:
            data = read_regular(path, MAX_BYTES)
        except OSError as error:
            raise InputError(f"{path}: {why_unread(error)}", hint=HINT) from None
        if data is not None:
            return _parsed(data, path)
    return None


def _parsed(data: bytes, path: Path) -> Section:
    try:
        parsed = json.loads(data)
    except json.JSONDecodeError as error:
        raise InputError(f"{path}:{error.lineno}: not JSON ({error.msg})") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path}:1: not JSON") from None
    if not isinstance(parsed, dict):
        raise InputError(f"{path}:1: expected an object")
    return parsed


def _list(section: Section, name: str) -> list[Json]:
    held = section.get(name)
    return held[-MAX_ITERATIONS:] if isinstance(held, list) else []


def _nth(held: list[Json], back: int) -> Json:
    return held[back] if -back <= len(held) else None


def _measure(entry: Json) -> int | None:
    """A number, or an object that holds one as its value."""
    if isinstance(entry, dict):
        names = (name for name in ("value", "confidence", "errors") if name in entry)
        return _measure_number(entry.get(next(names, "")))
    return _measure_number(entry)


def _measure_number(entry: Json) -> int | None:
    if not isinstance(entry, int | float) or isinstance(entry, bool):
        return None
    return int(entry) if 0 <= entry < NUMBER_LIMIT else None


def _count(section: Section, name: str) -> int | None:
    return _measure(section.get(name))


def _text(section: Section, name: str) -> str | None:
    held = section.get(name)
    return held[:200] if isinstance(held, str) else None
