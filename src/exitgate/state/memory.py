"""A store that forgets with the process: for replays and `--state none`."""

from __future__ import annotations

from exitgate.core.memory import LoopState
from exitgate.state.contract import Fold


class MemoryStore:
    notes: tuple[str, ...] = ()
    lost = "with the state `none` nothing is remembered between runs"

    def __init__(self) -> None:
        self._states: dict[str, LoopState] = {}

    def load(self, loop_id: str) -> LoopState:
        return self._states.get(loop_id) or LoopState(loop_id)

    def remember(self, loop_id: str, fold: Fold) -> LoopState:
        self._states[loop_id] = fold(self.load(loop_id))
        return self._states[loop_id]

    def loops(self) -> tuple[str, ...]:
        return tuple(sorted(self._states))

    def load_all(self) -> tuple[LoopState, ...]:
        return tuple(self.load(loop_id) for loop_id in self.loops())

    def forget(self, loop_id: str) -> bool:
        return self._states.pop(loop_id, None) is not None
