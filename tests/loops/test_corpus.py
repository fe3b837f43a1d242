"""The detectors against recorded real runs. Skipped where the recordings are not at hand."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from exitgate.core.absence import Missing
from exitgate.core.breaker import advance
from exitgate.core.circuit import Circuit
from exitgate.core.facts import Facts
from exitgate.core.history import History
from exitgate.core.plan import Plan, PlanItem
from exitgate.core.policy import BreakerPolicy, Limits
from exitgate.core.transcript import Transcript
from exitgate.core.trend import observe
from exitgate.language.loop_patterns import RunLimits
from exitgate.language.record import record_of
from exitgate.language.run_loop import find_run_loop
from loops.build import Judged, check_all

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus"
responses = pytest.importorskip("exitgate.ingest.responses", reason="no agent formats to read with")


def recorded(name: str) -> Iterator[dict[str, Any]]:
    path = CORPUS / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"recordings not found: {name}")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def read(response: str) -> Transcript:
    transcript: Transcript = responses.read_recorded(response, limits=Limits())
    return transcript


def goes_round(transcript: Transcript) -> bool:
    loop = find_run_loop(transcript, RunLimits())
    return loop is not None and loop.going


def share(hits: list[bool]) -> float:
    return sum(hits) / len(hits)


def test_runs_that_went_round_are_found_and_solved_ones_left_alone() -> None:
    flagged: dict[tuple[str, str], list[bool]] = defaultdict(list)
    cuts: list[bool] = []
    for row in recorded("openhands-swe-bench"):
        transcript = read(row["response"])
        end, outcome = row["label"]["ended"], row["label"]["class"]
        flagged[end, outcome].append(goes_round(transcript))
        if (end, outcome) == ("finish", "done_true"):
            steps = transcript.steps
            cuts += [
                goes_round(replace(transcript, steps=steps[:cut])) for cut in range(1, len(steps))
            ]
    assert share(flagged["stuck", "done_false"]) >= 0.97
    assert share(flagged["maxiter", "done_false"]) >= 0.40
    assert sum(flagged["finish", "done_true"]) <= 1
    assert share(cuts) <= 0.03


@pytest.mark.parametrize("name", ["claude-terminal-bench", "mini-swe-agent"])
def test_solved_runs_of_other_agents_are_left_alone(name: str) -> None:
    solved = [row for row in recorded(name) if row["label"]["class"] == "done_true"]
    assert not any(goes_round(read(row["response"])) for row in solved)


def test_ralph_loops_that_are_stuck_are_found_and_working_ones_left_alone() -> None:
    loops: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in recorded("ralph-loops"):
        loops[row["loop"]].append(row)
    called: dict[str, list[bool]] = defaultdict(list)
    for rows in loops.values():
        for row, judged in zip(rows, replay(rows), strict=True):
            if "label" in row:
                called[row["label"]["class"]].append(judged.is_stuck)
    assert share(called["stuck"]) >= 0.90
    assert not any(called["continue"])
    assert not any(called["done_true"])


def replay(rows: list[dict[str, Any]]) -> Iterator[Judged]:
    history, circuit = History(), Circuit()
    for number, row in enumerate(rows, start=1):
        facts = Facts(
            loop_id=row["loop"],
            iteration=number,
            now=row.get("at"),
            transcript=read(row["response"]),
            plan=plan_of(row.get("plan")),
            history=history,
            circuit=circuit,
        )
        facts = replace(facts, current=record_of(facts))
        circuit = advance(circuit, observe(facts), BreakerPolicy())
        yield Judged(facts, check_all(facts), circuit)
        history = history.plus(facts.current)


def plan_of(text: str | None) -> Plan | Missing:
    if not text:
        return Missing("no plan was recorded")
    lines = [line for line in text.splitlines() if line.startswith("- [")]
    return Plan(tuple(PlanItem(line, "[x]" in line) for line in lines))
