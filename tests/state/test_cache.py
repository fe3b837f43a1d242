"""A restored cache that is not the newest is recognised and said so."""

from __future__ import annotations

from pathlib import Path

import pytest

from exitgate.state import StoreOptions, open_store
from exitgate.state.known import Known
from state.support import adding, iteration

CASES = [
    (Known(), ""),
    (Known(run="12.1"), ""),
    (Known(run="12.1", last_iteration=3, last_run="11.1"), ""),
    (Known(last_iteration=4), "ends at iteration 3, but iteration 4 was decided"),
    (Known(last_run="11.2"), "does not hold the run 11.2"),
    (Known(last_run="12.1"), "does not hold the run 12.1"),
    (Known(run="11.2"), ""),
    (Known(run="12.2"), "attempt 2 of run 12, but no earlier attempt"),
]


@pytest.mark.parametrize(("known", "why"), CASES)
def test_staleness_is_said_once(tmp_path: Path, known: Known, why: str) -> None:
    spec = f"cache:{tmp_path}"
    for run in ("9.1", "10.1", "11.1"):
        open_store(spec).remember("pr-1", adding(iteration(run)))
    options = StoreOptions(
        run=known.run, last_iteration=known.last_iteration, last_run=known.last_run
    )
    store = open_store(spec, options)
    store.load("pr-1")
    store.load("pr-1")
    assert len(store.notes) == bool(why)
    assert why in "".join(store.notes)


def test_an_empty_cache_is_stale_where_the_loop_is_known_to_run(tmp_path: Path) -> None:
    store = open_store(f"cache:{tmp_path}", StoreOptions(last_iteration=2))
    store.load("pr-1")
    assert "ends at iteration 0" in store.notes[0]
