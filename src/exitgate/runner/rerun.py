"""A re-run of a job judges the same iteration again, so it must not see itself in the past."""

from __future__ import annotations

from dataclasses import replace

from exitgate.core.history import History, IterationRecord, Totals
from exitgate.core.memory import LoopState
from exitgate.state.contract import Fold, Store
from exitgate.state.fold import stamp_of


class WithoutThisRun:
    """A store that recalls everything but what earlier attempts of this run left behind."""

    def __init__(self, store: Store, run: str) -> None:
        self._store = store
        self._run = run

    @property
    def notes(self) -> tuple[str, ...]:
        return self._store.notes

    def load(self, loop_id: str) -> LoopState:
        return before_run(self._store.load(loop_id), self._run)

    def remember(self, loop_id: str, fold: Fold) -> LoopState:
        return self._store.remember(loop_id, fold)

    def loops(self) -> tuple[str, ...]:
        return self._store.loops()

    def forget(self, loop_id: str) -> None:
        self._store.forget(loop_id)


def before_run(state: LoopState, run: str) -> LoopState:
    """The state as the newest iteration found it, where that iteration is this run's own."""
    last, stamp = state.history.last, stamp_of(run)
    known = stamp_of(last.run) if last is not None else None
    if last is None or stamp is None or known is None or known.run_id != stamp.run_id:
        return state
    earlier = History(state.history.recent[:-1], _less(state.history.totals, last))
    return replace(state, history=earlier)


def _less(totals: Totals, record: IterationRecord) -> Totals:
    ended = record.verdict != "continue"
    return replace(
        totals,
        iterations=totals.iterations - 1,
        cost_usd=max(0.0, totals.cost_usd - (record.cost_usd or 0.0)),
        duration_s=max(0.0, totals.duration_s - (record.duration_s or 0.0)),
        tokens=totals.tokens - (record.tokens or 0),
        tasks_completed=totals.tasks_completed - (record.tasks_completed or 0),
        files_modified=totals.files_modified - (record.files or 0),
        continues=totals.continues - (not ended),
        exits=totals.exits - ended,
    )
