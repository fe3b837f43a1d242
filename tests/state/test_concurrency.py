"""Many processes at once against one bare repository: nothing lost, nothing twice."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from exitgate.core.memory import LoopState
from exitgate.state import StoreOptions, codec, open_store
from exitgate.state.branch_files import join, loop_paths
from exitgate.state.git_connection import DEFAULT_BRANCH
from state.support import WORKER, git, python, workspace

DEADLINE_S = 60.0


def race(work: Path, entries: list[tuple[str, str]], queue_s: float = 30.0) -> float:
    """Start all deciders together; each must end well, in time and without a fallback."""
    started = time.monotonic()
    deciders = [python(WORKER, str(work), loop, run, str(queue_s)) for loop, run in entries]
    results = [decider.communicate(timeout=DEADLINE_S) for decider in deciders]
    assert [decider.returncode for decider in deciders] == [0] * len(entries), results
    assert {out for out, _ in results} == {b"0\n"}
    return time.monotonic() - started


def state_of(work: Path, loop: str) -> LoopState:
    return open_store("branch", StoreOptions(repo=work)).load(loop)


def test_64_processes_for_64_loops(tmp_path: Path) -> None:
    work = workspace(tmp_path)
    loops = [f"pr-{number}" for number in range(64)]
    assert race(work, [(loop, "7.1") for loop in loops]) < DEADLINE_S
    assert open_store("branch", StoreOptions(repo=work)).loops() == tuple(sorted(loops))
    git("clone", "-q", "-b", DEFAULT_BRANCH, str(tmp_path / "remote.git"), "copy", cwd=tmp_path)
    for loop in loops:
        head, lines = ((tmp_path / "copy" / path).read_bytes() for path in loop_paths(loop))
        state = codec.state_of(join(head, lines, loop), loop, None)
        assert (state.loop_id, state.history.totals.iterations) == (loop, 1)
        assert state.chain.ok


@pytest.mark.parametrize("queue_s", [30.0, 0.0], ids=["in line", "every one for itself"])
def test_16_processes_for_one_loop(tmp_path: Path, queue_s: float) -> None:
    work = workspace(tmp_path)
    runs = [f"{run}.1" for run in range(1, 17)]
    assert race(work, [("pr-1", run) for run in runs], queue_s) < DEADLINE_S
    state = state_of(work, "pr-1")
    assert [one.run for one in state.history.recent] == runs
    assert [one.number for one in state.history.recent] == list(range(1, 17))
    assert state.history.totals.cost_usd == 4.0
    assert state.chain.ok


def test_the_same_run_sixteen_times_is_one_iteration(tmp_path: Path) -> None:
    work = workspace(tmp_path)
    race(work, [("pr-1", "5.1")] * 16)
    state = state_of(work, "pr-1")
    assert state.history.totals.iterations == 1
    assert state.history.totals.cost_usd == 0.25


def test_a_writer_killed_at_any_time_leaves_a_whole_branch(tmp_path: Path) -> None:
    work = workspace(tmp_path)
    chance = random.Random(11)
    before = 0
    for run in range(1, 41):
        decider = python(WORKER, str(work), "pr-1", f"{run}.1", "30")
        time.sleep(chance.uniform(0.02, 0.25))
        decider.kill()
        decider.communicate()
        # A git that was already pushing may outlive the writer, so its iteration may come later.
        state = state_of(work, "pr-1")
        runs = [one.run for one in state.history.recent]
        assert state.chain.ok
        assert len(set(runs)) == len(runs) == state.history.totals.iterations
        assert before <= len(runs) <= run
        before = len(runs)
    race(work, [("pr-1", "99.1")])
    assert state_of(work, "pr-1").history.recent[-1].run == "99.1"


def test_equal_iterations_in_the_same_second_are_all_kept(tmp_path: Path) -> None:
    """Without a run's stamp they would make the very same commit, and each would seem to win."""
    work = workspace(tmp_path)
    said = tmp_path / "said.md"
    said.write_text("Step one of three is done; two remain.")
    words = ["check", "--response", said, "--repo", work, "--state", "branch", "--loop", "pr-1"]
    command = [sys.executable, "-m", "exitgate", *map(str, words), "--output", "json"]
    checks = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(8)]
    numbers = [json.loads(check.communicate()[0])["iteration"] for check in checks]
    assert sorted(numbers) == list(range(1, 9))
    assert state_of(work, "pr-1").history.totals.iterations == 8
