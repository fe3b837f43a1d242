"""A directory that users wrap with actions/cache: a hint from an earlier run, perhaps a stale one.

A cache entry never changes under its key, is scoped by branch and may be restored from an older
run. So what was restored is compared with what is known from elsewhere, and a gap is said aloud.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from exitgate.core.memory import LoopState
from exitgate.state.contract import Fold
from exitgate.state.directory import DirectoryStore
from exitgate.state.fold import stamp_of


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the loop from outside the cache, e.g. from the sticky comment."""

    run: str | None = None
    """The run that decides now, "<run_id>.<attempt>"."""
    last_iteration: int | None = None
    last_run: str | None = None


class CacheStore:
    def __init__(self, root: Path, known: Known, *, key: bytes | None = None) -> None:
        self._directory = DirectoryStore(root, key=key)
        self._known = known
        self._stale: dict[str, str] = {}

    @property
    def notes(self) -> tuple[str, ...]:
        return (*self._directory.notes, *self._stale.values())

    def load(self, loop_id: str) -> LoopState:
        state = self._directory.load(loop_id)
        if (why := staleness(state, self._known)) and loop_id not in self._stale:
            self._stale[loop_id] = f"The restored state of {loop_id!r} is stale: {why}"
        return state

    def remember(self, loop_id: str, fold: Fold) -> LoopState:
        return self._directory.remember(loop_id, fold)

    def loops(self) -> tuple[str, ...]:
        return self._directory.loops()

    def forget(self, loop_id: str) -> None:
        self._directory.forget(loop_id)


def staleness(state: LoopState, known: Known) -> str:
    """Why the state is not the newest one, or an empty text."""
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
