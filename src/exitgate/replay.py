"""Judge a recording again, loop by loop, in the order of its lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from exitgate.core.decision import Decision
from exitgate.core.history import History
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
        state = store.load(line.iteration.loop)
        facts = facts_of(line, state, policy.limits)
        judgement = judge(facts, policy)
        after = folded(state, judgement)
        store.put(after)
        yield ReplayStep(line, judgement.decision, after.history)
