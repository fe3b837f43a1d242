"""What a check remembers: numbered by the store, tamper-evident, and never at the decision's cost."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from exitgate.core.circuit import Circuit
from exitgate.core.history import IterationRecord
from exitgate.core.memory import LoopState
from exitgate.state.fold import before_run, fold_iteration
from support import exitgate

DONE = "All tasks are complete.\n\nEXITGATE_STATUS:\n  DONE: true\nEND_EXITGATE_STATUS\n"
GREEN = '<testsuite><testcase name="a" classname="t"/></testsuite>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "work.md").write_text("Added the parser in src/parser.py.")
    (tmp_path / "done.md").write_text(DONE)
    (tmp_path / "plan.md").write_text("- [x] parser\n")
    (tmp_path / "green.xml").write_text(GREEN)
    return tmp_path


def finish(folder: Path) -> dict[str, object]:
    return exitgate(
        "check", "--response", "done.md", "--plan", "plan.md", "--tests", "green.xml",
        "--state", "st", "--output", "json", cwd=folder,
    ).decision  # fmt: skip


def test_a_forged_memory_is_found_and_forbids_the_merge(folder: Path) -> None:
    exitgate("check", "--response", "work.md", "--state", "st", cwd=folder)
    (state,) = (folder / "st").glob("*.json")
    honest = state.read_text()
    assert finish(folder)["merge_ready"] is True
    state.write_text(honest.replace("Added the parser", "Found no parser"))
    decision = finish(folder)
    found = {row["signal"]: row["outcome"] for row in decision["evidence"]}
    assert found["memory_broken"] == "found"
    assert decision["merge_ready"] is False


def test_a_store_that_cannot_be_written_keeps_the_decision(folder: Path) -> None:
    ran = exitgate(
        "check",
        "--response",
        "work.md",
        "--state",
        "/proc/exitgate",
        "--output",
        "json",
        cwd=folder,
    )
    assert ran.code == 74
    assert "hint:" in ran.err
    assert ran.decision["verdict"] == "continue"


def test_parallel_decisions_have_different_numbers(folder: Path) -> None:
    def check(_: int) -> int:
        ran = exitgate(
            "check", "--response", "work.md", "--state", "st", "--output", "json", cwd=folder
        )
        return int(json.loads(ran.out)["iteration"])

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(check, range(6))) == [1, 2, 3, 4, 5, 6]


def test_a_rerun_of_an_older_run_sees_only_what_came_before_it() -> None:
    state = LoopState("l")
    for run in ("500.1", "501.1", "502.1"):
        record = IterationRecord(number=1, run=run, cost_usd=1.0)
        state = fold_iteration(state, record, Circuit(), directive_used=False)
    earlier = before_run(state, "501.2")
    assert [record.run for record in earlier.history.recent] == ["500.1"]
    assert earlier.history.totals.iterations == 1
    assert earlier.history.totals.cost_usd == 1.0
    assert before_run(state, "503.1") == state


def test_runs_at_once_are_exported_under_the_numbers_that_memory_gave_them(folder: Path) -> None:
    (folder / "out.md").write_text("I am still working on the parser.")
    words = ["check", "--response", "out.md", "--loop", "x", "--state", "st"]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: exitgate(*words, cwd=folder), range(4)))
    exported = exitgate("history", "--export", "--loop", "x", "--state", "st", cwd=folder)
    numbers = [json.loads(line)["iteration"] for line in exported.out.splitlines()]
    assert numbers == [1, 2, 3, 4]
