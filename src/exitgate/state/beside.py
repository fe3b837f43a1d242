"""The state branch and the folder beside it: which of the two knows the loop's newest state?

In a workflow that folder lies where the agent works, and an agent can compute a chain without a
key. So what it holds is believed as far as it can do no harm: its iterations count, but no word of
a person and no forgiveness comes from there.
"""

from __future__ import annotations

from dataclasses import replace

from exitgate.core.circuit import CircuitState
from exitgate.core.history import History, IterationRecord
from exitgate.core.memory import LoopState
from exitgate.state.fold import fold_iteration

STOP = "cancel"


def joined(branch: LoopState, beside: LoopState, *, trusted: bool) -> LoopState:
    """What an earlier run could only keep beside the branch is not lost."""
    behind = branch.history.totals.iterations < beside.history.totals.iterations
    if trusted and not _continues(branch, beside):
        return _appended(branch, beside)
    if trusted:
        return beside if behind or _is_newer_word(branch, beside) else branch
    return _careful(branch, beside) if behind and _continues(branch, beside) else branch


def _is_newer_word(branch: LoopState, beside: LoopState) -> bool:
    """A person spoke while the branch was out of reach, and nothing was decided since."""
    same = branch.history.totals.iterations == beside.history.totals.iterations
    said, known = beside.directive, branch.directive
    if not same or said is None or said == known:
        return False
    return known is None or (said.at or "") > (known.at or "")


def _continues(branch: LoopState, beside: LoopState) -> bool:
    """Does it hold, unchanged, every iteration that both still remember?"""
    held = {one.number: one for one in beside.history.recent}
    shared = [one for one in branch.history.recent if one.number in held]
    if branch.history.recent and not shared:
        return False
    return all(
        replace(held[one.number], recording=None) == replace(one, recording=None) for one in shared
    )


def _appended(branch: LoopState, beside: LoopState) -> LoopState:
    """The two went on without each other: what was decided beside the branch joins it."""
    known = {_content(one) for one in branch.history.recent}
    circuit = branch.circuit if branch.circuit.state is CircuitState.OPEN else beside.circuit
    state = branch
    for one in beside.history.recent:
        if _content(one) not in known:
            state = fold_iteration(state, one, circuit, directive_used=False)
    if state is branch:
        return branch
    accepted = (*branch.accepted, *(one for one in beside.accepted if one not in branch.accepted))
    chain = beside.chain if branch.chain.ok and not beside.chain.ok else branch.chain
    return replace(
        state,
        directive=branch.directive or beside.directive,
        accepted=accepted,
        chain=replace(branch.chain, ok=chain.ok, broken_at=chain.broken_at, why=chain.why),
    )


def _content(one: IterationRecord) -> IterationRecord:
    """An iteration whatever its place: the same one has another number here and there."""
    return replace(one, number=0, recording=None)


def _careful(branch: LoopState, beside: LoopState) -> LoopState:
    known = {one.number for one in branch.history.recent}
    recent = tuple(
        one if one.number in known else replace(one, fresh=False) for one in beside.history.recent
    )
    stop = beside.directive if beside.directive and beside.directive.command == STOP else None
    is_open = branch.circuit.state is CircuitState.OPEN
    return replace(
        beside,
        history=History(recent, beside.history.totals),
        circuit=branch.circuit if is_open else beside.circuit,
        directive=branch.directive or stop,
        accepted=branch.accepted,
        chain=beside.chain if branch.chain.ok else branch.chain,
    )
