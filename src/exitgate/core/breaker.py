"""The circuit breaker as a pure state machine: counts and a clock come in, a state comes out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import assert_never

from exitgate.core.circuit import Circuit, CircuitState, Transition
from exitgate.core.policy import BreakerPolicy
from exitgate.core.wording import counted

KEPT_TRANSITIONS = 20
_RESET = "reset by "
CLOCKLESS_REST = 3
"""Iterations that stand for the cool-down where no clock can be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What one iteration shows the breaker. The counts include that iteration."""

    iteration: int
    now: str | None = None
    no_change: int = 0
    """Iterations in a row without a change of content."""
    nothing_new: int = 0
    """Iterations in a row without a change and without a result that was not seen before."""
    same_error: int = 0
    """Iterations in a row that ended on the same error."""
    progressed: bool = False
    """Content really changed, or the plan moved on."""


def advance(circuit: Circuit, seen: Observation, policy: BreakerPolicy) -> Circuit:
    """The breaker after one more iteration. Every iteration is counted, whatever it ended on."""
    match circuit.state:
        case CircuitState.CLOSED:
            return _judge(circuit, seen, policy)
        case CircuitState.HALF_OPEN:
            return _recover(circuit, seen, policy)
        case CircuitState.OPEN:
            if not _rested(circuit, seen, policy):
                return circuit
            return _recover(
                _move(circuit, CircuitState.HALF_OPEN, seen, "cool-down over"), seen, policy
            )
        case _:
            assert_never(circuit.state)


def reset(
    circuit: Circuit, by: str, now: str | None = None, *, iteration: int | None = None
) -> Circuit:
    """A person closes the breaker; counts start afresh after `iteration`."""
    at = iteration if iteration is not None else _last_moved(circuit)
    closed = Observation(iteration=at, now=now)
    return _move(circuit, CircuitState.CLOSED, closed, f"{_RESET}{by}")


def _judge(circuit: Circuit, seen: Observation, policy: BreakerPolicy) -> Circuit:
    if why := _opens(circuit, seen, policy):
        return _move(circuit, CircuitState.OPEN, seen, why)
    unchanged = _since_reset(circuit, seen.no_change, seen)
    if circuit.state is CircuitState.CLOSED and unchanged >= policy.no_change_half_open:
        why = f"no file changes in {counted(unchanged, 'iteration')}"
        return _move(circuit, CircuitState.HALF_OPEN, seen, why)
    return circuit


def _recover(circuit: Circuit, seen: Observation, policy: BreakerPolicy) -> Circuit:
    judged = _judge(circuit, seen, policy)
    if judged.state is CircuitState.OPEN or not seen.progressed:
        return judged
    return _move(circuit, CircuitState.CLOSED, seen, "progress was made")


def _opens(circuit: Circuit, seen: Observation, policy: BreakerPolicy) -> str:
    """Why the breaker must open, or an empty string."""
    errors = _since_reset(circuit, seen.same_error, seen)
    if errors >= policy.same_error_open:
        return f"same error in {counted(errors, 'iteration')}"
    barren = _since_reset(circuit, seen.nothing_new, seen)
    if policy.no_change_open is not None and barren >= policy.no_change_open:
        return f"no file changes and nothing new in {counted(barren, 'iteration')}"
    return ""


def _since_reset(circuit: Circuit, count: int, seen: Observation) -> int:
    """What was counted before a person closed the breaker is forgiven."""
    resets = [move.iteration for move in circuit.transitions if move.trigger.startswith(_RESET)]
    return min(count, max(0, seen.iteration - resets[-1])) if resets else count


def _rested(circuit: Circuit, seen: Observation, policy: BreakerPolicy) -> bool:
    since, now = _instant(circuit.since), _instant(seen.now)
    if since is None or now is None or now < since:
        # Without a usable clock the breaker would stay open for ever: iterations stand in.
        return seen.iteration - _last_moved(circuit) >= CLOCKLESS_REST
    return (now - since).total_seconds() >= policy.cooldown_minutes * 60


def _instant(text: str | None) -> datetime | None:
    try:
        parsed = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)


def _last_moved(circuit: Circuit) -> int:
    return circuit.transitions[-1].iteration if circuit.transitions else 0


def _move(circuit: Circuit, after: CircuitState, seen: Observation, why: str) -> Circuit:
    step = Transition(seen.iteration, seen.now, circuit.state, after, why)
    kept = (*circuit.transitions, step)[-KEPT_TRANSITIONS:]
    return replace(circuit, state=after, since=seen.now, trigger=why, transitions=kept)
