"""The sample loops are well-formed recordings that tell the stories their README promises."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

LOOPS = Path(__file__).parents[2] / "examples" / "loops"
FIELDS = frozenset(
    {"loop", "iteration", "at", "task", "response", "plan", "changes", "tests", "exit_code"}
    | {"duration_s", "cost_usd"}
)


def lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (LOOPS / name).read_text("utf-8").splitlines()]


@pytest.mark.parametrize("name", ["complete.jsonl", "stuck.jsonl"])
def test_recording_is_well_formed(name: str) -> None:
    recorded = lines(name)
    assert [line["iteration"] for line in recorded] == list(range(1, len(recorded) + 1))
    assert len({line["loop"] for line in recorded}) == 1
    for line in recorded:
        assert set(line) == FIELDS
        last = [json.loads(record) for record in line["response"].splitlines()][-1]
        assert last["type"] == "result"
        assert last["total_cost_usd"] == line["cost_usd"]


def test_the_complete_loop_claims_too_early_and_then_proves_it() -> None:
    early, *_, end = lines("complete.jsonl")[2:]
    assert "DONE: true" in early["response"]
    assert early["tests"]["failed"] == 1
    assert "- [ ]" in early["plan"]
    assert "DONE: true" in end["response"]
    assert end["tests"]["failed"] == 0
    assert "- [ ]" not in end["plan"]


def test_the_stuck_loop_fails_the_same_way_three_times() -> None:
    *_, first, second, third = lines("stuck.jsonl")
    assert first["tests"] == second["tests"] == third["tests"]
    assert first["changes"]["tree"] == third["changes"]["tree"] != second["changes"]["tree"]
