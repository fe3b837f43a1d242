"""Judge a recording again, loop by loop, in the order of its lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from exitgate.core.decision import Decision
from exitgate.core.history import History
from exitgate.core.memory import LoopState
from exitgate.core.policy import Policy
from exitgate.gate import folded
from exitgate.judge import judge
from exitgate.recording import RecordedLine, facts_of
from exitgate.state.spill import SpillingStore


@dataclass(frozen=True, slots=True)
class ReplayStep:
    line: RecordedLine
    decision: Decision
    history: History

    @property
    def label(self) -> Any:
        return self.line.iteration.label


def replay(lines: Iterable[RecordedLine], policy: Policy) -> Iterator[ReplayStep]:
    store = SpillingStore()
    for line in lines:
        state = _up_to(store.load(line.iteration.loop), line.iteration.iteration)
        facts = facts_of(line, state, policy.limits)
        judgement = judge(facts, policy)
        after = folded(state, judgement)
        store.put(after)
        yield ReplayStep(line, judgement.decision, after.history)


def _up_to(state: LoopState, number: int | None) -> LoopState:
    """The state before the iteration of this number: a recording may begin late or leave some out.

    What is remembered then carries the recording's own numbers, as an exported loop's lines do.
    """
    totals = state.history.totals
    if number is None or number <= totals.iterations + 1:
        return state
    totals = replace(totals, iterations=number - 1)
    return replace(state, history=replace(state.history, totals=totals))
