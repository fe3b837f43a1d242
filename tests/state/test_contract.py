"""What every store keeps to, asked of each with real files and real git."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from exitgate.core.circuit import Circuit, CircuitState
from exitgate.core.facts import Directive
from exitgate.core.memory import Chain, LoopState
from exitgate.state import Store, StoreOptions, open_store
from state.support import adding, git, iteration, workspace

Open = Callable[[], Store]
ODD_IDS = [
    "pr-42",
    "feature/ünïcode …",
    "../../etc/passwd",
    "",
    "a" * 300,
    "x\n\0y",
    "\udc80",
    "PR-42",
]
PERSISTENT = ["directory", "keyed", "cache", "branch", "shallow", "fallback"]


def opener(kind: str, folder: Path) -> Open:
    """A function that opens the same store anew, as the next run would."""
    if kind == "memory":
        store = open_store("memory")
        return lambda: store
    if kind in {"directory", "keyed", "cache"}:
        key = b"secret" if kind == "keyed" else None
        spec = f"cache:{folder / 'kept'}" if kind == "cache" else str(folder / "kept")
        return lambda: open_store(spec, StoreOptions(key=key))
    work = workspace(folder)
    options = StoreOptions(repo=work, fallback=folder / "beside")
    if kind == "shallow":
        url = (folder / "remote.git").as_uri()
        git("clone", "-q", "--depth=1", "-b", "main", url, "thin", cwd=folder)
        options = replace(options, repo=folder / "thin")
    if kind == "fallback":
        (folder / "remote.git").rename(folder / "gone.git")
    return lambda: open_store("branch", options)


@pytest.fixture(params=["memory", *PERSISTENT])
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    return opener(request.param, tmp_path)


def test_an_unknown_loop_is_fresh(reopen: Open) -> None:
    assert reopen().load("pr-1") == LoopState("pr-1")
    assert reopen().loops() == ()


def test_what_was_remembered_is_there_for_the_next_run(reopen: Open) -> None:
    record = iteration("10.1", message="héllo", failing=("t::a",), cost_usd=0.5, changed=False)
    opened = Circuit(CircuitState.OPEN, "2026-01-15T10:00:00Z", "same error")
    returned = reopen().remember("pr-1", adding(record, opened))
    state = reopen().load("pr-1")
    assert state.history == returned.history
    assert state.history.last == record
    assert state.circuit == opened
    assert state.chain.ok


def test_every_iteration_counts_once(reopen: Open) -> None:
    for run in range(1, 6):
        store = reopen()
        store.load("pr-1")
        store.remember("pr-1", adding(iteration(f"{run}.1", cost_usd=0.1)))
    store.remember("pr-1", adding(iteration("5.2", cost_usd=0.2)))
    history = reopen().load("pr-1").history
    assert [one.number for one in history.recent] == [1, 2, 3, 4, 5]
    assert [one.run for one in history.recent] == ["1.1", "2.1", "3.1", "4.1", "5.2"]
    assert history.totals.cost_usd == pytest.approx(0.6)


def test_loops_never_meet(reopen: Open) -> None:
    for at, loop in enumerate(ODD_IDS):
        reopen().remember(loop, adding(iteration(f"{at + 1}.1", work=f"work {at}")))
    assert reopen().loops() == tuple(sorted(ODD_IDS))
    for at, loop in enumerate(ODD_IDS):
        assert [one.work for one in reopen().load(loop).history.recent] == [f"work {at}"]


def test_a_person_is_heard(reopen: Open) -> None:
    word = Directive("continue", "ann", "mind the tests", "2026-01-15T10:00:00Z")
    reopen().remember("pr-1", lambda state: replace(state, directive=word, accepted=("f-1",)))
    state = reopen().load("pr-1")
    assert (state.directive, state.accepted) == (word, ("f-1",))


def test_forgetting_one_loop_leaves_the_others(
    request: pytest.FixtureRequest, reopen: Open
) -> None:
    if "fallback" in request.node.name:
        pytest.skip("a reset needs the remote: see test_git_branch")
    for loop in ("pr-1", "pr-2"):
        reopen().remember(loop, adding(iteration("1.1")))
    reopen().forget("pr-1")
    reopen().forget("never-there")
    assert reopen().loops() == ("pr-2",)
    assert reopen().load("pr-1") == LoopState("pr-1")


def test_a_broken_chain_stays_on_record(reopen: Open, request: pytest.FixtureRequest) -> None:
    if "memory" in request.node.name:
        pytest.skip("nothing outside the process can change it")
    reopen().remember("pr-1", adding(iteration("1.1")))
    broken = Chain(ok=False, broken_at=1, why="x")
    reopen().remember("pr-1", lambda state: replace(state, chain=broken))
    reopen().remember("pr-1", adding(iteration("2.1")))
    chain = reopen().load("pr-1").chain
    assert (chain.ok, chain.broken_at, chain.why) == (False, 1, "x")
