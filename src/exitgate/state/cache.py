"""A directory that users wrap with actions/cache: a hint from an earlier run, perhaps a stale one.

A cache entry never changes under its key, is scoped by branch and may be restored from an older
run. So what was restored is compared with what is known from elsewhere, and a gap is said aloud.
"""

from __future__ import annotations

from pathlib import Path

from exitgate.core.memory import LoopState
from exitgate.state.contract import Fold
from exitgate.state.directory import DirectoryStore
from exitgate.state.known import Known, staleness


class CacheStore:
    lost = ""

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

    def load_all(self) -> tuple[LoopState, ...]:
        return self._directory.load_all()

    def forget(self, loop_id: str) -> bool:
        return self._directory.forget(loop_id)
