"""The whole story: recall, collect, judge, remember. Telling is up to the caller."""

from __future__ import annotations

from dataclasses import replace

from exitgate.claimed import with_checks
from exitgate.collect import Request, collect
from exitgate.core.history import IterationRecord
from exitgate.core.memory import Chain, LoopState
from exitgate.errors import StateError
from exitgate.judge import Judgement, judge
from exitgate.recording_export import line_of
from exitgate.state.contract import Store
from exitgate.state.fold import before_run, fold_iteration


def gate(request: Request, store: Store) -> Judgement:
    """Decide about one iteration and remember it. An input error leaves the state as it was."""
    state, unread = _recalled(store, request.loop_id)
    facts = with_checks(collect(request, before_run(state, request.run)), request)
    judgement = judge(facts, request.policy)
    if unread is not None:
        # What cannot be read must not be written over either: a person may still mend it.
        return replace(judgement, unsaved=unread)
    remembered = replace(judgement.record, recording=line_of(facts))
    return remembered_in(store, replace(judgement, record=remembered))


def _recalled(store: Store, loop_id: str) -> tuple[LoopState, StateError | None]:
    """The loop's memory; where it cannot be read, none, and a broken chain that says why."""
    try:
        return store.load(loop_id), None
    except StateError as error:
        return LoopState(loop_id, chain=Chain(ok=False, why=f"cannot be read: {error}")), error


def remembered_in(store: Store, judgement: Judgement) -> Judgement:
    """The judgement with the number under which it was kept, or with why it was not.

    The decision has been made: a store that cannot be written must not lose it.
    """
    loop_id = judgement.facts.loop_id
    try:
        after = store.remember(loop_id, lambda latest: folded(latest, judgement))
    except StateError as error:
        return replace(judgement, unsaved=error)
    number = _number_of(judgement.record, after)
    return replace(judgement, decision=replace(judgement.decision, iteration=number))


def _number_of(record: IterationRecord, state: LoopState) -> int:
    """Another run may have decided in between: the store knows this iteration's place."""
    kept = state.history.recent
    own = [one for one in kept if record.run is not None and one.run == record.run] or kept[-1:]
    return own[-1].number if own else record.number


def folded(latest: LoopState, judgement: Judgement) -> LoopState:
    """How this iteration joins a state, also one that another run has moved on meanwhile."""
    obeyed = judgement.facts.directive
    return fold_iteration(
        latest,
        judgement.record,
        judgement.circuit,
        directive_used=obeyed is not None,
        obeyed=obeyed,
    )
