"""The whole story: recall, collect, judge, remember. Telling is up to the caller."""

from __future__ import annotations

from dataclasses import replace

from exitgate.collect import Request, collect
from exitgate.core.memory import LoopState
from exitgate.judge import Judgement, judge
from exitgate.recording_export import line_of
from exitgate.state.contract import Store
from exitgate.state.fold import before_run, fold_iteration


def gate(request: Request, store: Store) -> Judgement:
    """Decide about one iteration and remember it. An input error leaves the state as it was."""
    state = before_run(store.load(request.loop_id), request.run)
    facts = collect(request, state)
    judgement = judge(facts, request.policy)
    remembered = replace(judgement.record, recording=line_of(facts))
    judgement = replace(judgement, record=remembered)
    store.remember(request.loop_id, lambda latest: folded(latest, judgement))
    return judgement


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
