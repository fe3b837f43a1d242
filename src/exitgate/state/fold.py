"""Folding one iteration into the state: once a run, in the order of runs, whoever wins the race."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from exitgate.core.circuit import Circuit
from exitgate.core.facts import Directive
from exitgate.core.history import KEPT_ITERATIONS, History, IterationRecord, Totals
from exitgate.core.memory import LoopState
from exitgate.state.compact import bounded

STICKY = frozenset({"cancel"})
"""A cancelled loop stays cancelled until a person says otherwise."""


@dataclass(frozen=True, slots=True, order=True)
class RunStamp:
    """A workflow run and its attempt; later runs have larger ids."""

    run_id: int
    attempt: int


def stamp_of(run: str | None) -> RunStamp | None:
    """Read "<run_id>.<attempt>"; None where the run is unnamed or not of that form."""
    match = re.fullmatch(r"([0-9]{1,18})(?:\.([0-9]{1,6}))?", run or "", re.ASCII)
    return RunStamp(int(match[1]), int(match[2] or 1)) if match else None


def fold_iteration(
    state: LoopState,
    record: IterationRecord,
    circuit: Circuit,
    directive_used: bool,
    *,
    obeyed: Directive | None = None,
) -> LoopState:
    """The state after this iteration; the same for the same run however often it is folded.

    `obeyed` is the directive that the decision saw: one that came in since then is kept.
    """
    record = bounded(record)
    history = state.history
    place = _place(history.recent, record)
    if place is None or _is_beyond_window(history, place):
        return state
    history = place.put_into(history, record)
    if history.recent[-1].run != record.run:
        # A newer run has decided since: its breaker and the directive it left are the truth.
        return replace(state, history=history)
    directive = state.directive
    if directive_used and _is_spent(directive, obeyed):
        directive = None
    return replace(state, history=history, circuit=circuit, directive=directive)


def before_run(state: LoopState, run: str | None) -> LoopState:
    """The state as this run found it: a re-run judges the same iteration, not a new one."""
    stamp, recent, totals = stamp_of(run), state.history.recent, state.history.totals
    same = (
        index
        for index, record in enumerate(recent)
        if stamp and (known := stamp_of(record.run)) and known.run_id == stamp.run_id
    )
    place = next(same, None)
    if place is None:
        return state
    for record in recent[place:]:
        totals = totals.minus(record)
    return replace(state, history=History(recent[:place], totals))


@dataclass(frozen=True, slots=True)
class _Place:
    index: int
    replaces: bool

    def put_into(self, history: History, record: IterationRecord) -> History:
        recent, totals = history.recent, history.totals
        if self.replaces:
            totals = totals.minus(recent[self.index])
        after = recent[self.index + self.replaces :]
        totals = _rounded(totals.plus(record))
        # Those before it keep their numbers: a recording may have left some out between them.
        first = totals.iterations - len(after)
        moved = [replace(one, number=first + at) for at, one in enumerate((record, *after))]
        return History((*recent[: self.index], *moved)[-KEPT_ITERATIONS:], totals)


def _place(recent: tuple[IterationRecord, ...], record: IterationRecord) -> _Place | None:
    """Where the record belongs, or None where a later attempt of its run is already there."""
    if record.run is None:
        return _Place(len(recent), replaces=False)
    stamp = stamp_of(record.run)
    for index, other in enumerate(recent):
        if other.run == record.run:
            return _Place(index, replaces=True)
        known = stamp_of(other.run)
        if stamp and known and known.run_id == stamp.run_id:
            return _Place(index, replaces=True) if known < stamp else None
    return _Place(_index_by_run(recent, stamp), replaces=False)


def _index_by_run(recent: tuple[IterationRecord, ...], stamp: RunStamp | None) -> int:
    """Behind every run that is not newer."""
    index = len(recent)
    while stamp and index and (known := stamp_of(recent[index - 1].run)) and known > stamp:
        index -= 1
    return index


def _is_beyond_window(history: History, place: _Place) -> bool:
    """An ancient run: whether it was counted before can no longer be told, so it is not again."""
    is_compacted = history.totals.iterations > len(history.recent)
    return place.index == 0 and not place.replaces and bool(history.recent) and is_compacted


def _is_spent(directive: Directive | None, obeyed: Directive | None) -> bool:
    if directive is None or directive.command in STICKY:
        return False
    return obeyed is None or directive == obeyed


def _rounded(totals: Totals) -> Totals:
    """Sums free of floating dust, so that taking one away and adding it again changes nothing."""
    return replace(
        totals, cost_usd=round(totals.cost_usd, 6), duration_s=round(totals.duration_s, 3)
    )
