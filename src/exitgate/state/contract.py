"""What every store does, whatever it keeps its bytes in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from exitgate.core.memory import LoopState

Fold = Callable[[LoopState], LoopState]
"""A pure step from one state to the next; applied again when another writer won."""


class Store(Protocol):
    """Memory of many loops, each apart from the others. Failures are `StateError`."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know: a fallback was used, a cache is stale. Each is said once."""
        ...

    @property
    def lost(self) -> str:
        """Why what was remembered here will not reach the next run, or an empty text."""
        ...

    def load(self, loop_id: str) -> LoopState:
        """The loop's state, fresh where none was kept."""
        ...

    def remember(self, loop_id: str, fold: Fold) -> LoopState:
        """Fold this iteration into what is kept now, and keep the result."""
        ...

    def loops(self) -> tuple[str, ...]:
        """Ids of all loops in this store, sorted."""
        ...

    def load_all(self) -> tuple[LoopState, ...]:
        """Every loop that can be read, sorted by its id; a note names each that cannot."""
        ...

    def forget(self, loop_id: str) -> bool:
        """Start this loop afresh; False where nothing was kept of it.

        What cannot be read is kept aside, not deleted, and a note says where.
        """
        ...
