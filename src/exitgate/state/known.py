"""What is known of a loop from elsewhere, to tell a stale or rolled back memory by."""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.core.memory import LoopState
from exitgate.state.fold import stamp_of

RESET = "reset"


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the loop from outside its store, e.g. from the sticky comment."""

    run: str | None = None
    """The run that decides now, "<run_id>.<attempt>"."""
    last_iteration: int | None = None
    last_run: str | None = None


def staleness(state: LoopState, known: Known) -> str:
    """Why the state is not the newest one, or an empty text."""
    if state.directive is not None and state.directive.command == RESET:
        return ""
    kept = state.history.totals.iterations
    if known.last_iteration is not None and kept < known.last_iteration:
        return f"it ends at iteration {kept}, but iteration {known.last_iteration} was decided"
    last = state.history.last
    newest, held = stamp_of(known.last_run), stamp_of(last.run if last else None)
    if newest and (held is None or held < newest):
        return f"it does not hold the run {known.last_run}, which has decided"
    return _missing_attempt(state, known)


def _missing_attempt(state: LoopState, known: Known) -> str:
    now = stamp_of(known.run)
    if now is None or now.attempt == 1:
        return ""
    runs = {stamp.run_id for one in state.history.recent if (stamp := stamp_of(one.run))}
    if now.run_id in runs:
        return ""
    return f"this is attempt {now.attempt} of run {now.run_id}, but no earlier attempt is in it"
