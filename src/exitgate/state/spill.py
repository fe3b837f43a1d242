"""A store for replays: the loops seen last in memory, all others in a temporary file."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict

from exitgate.core.memory import LoopState
from exitgate.state.codec import decode, encode
from exitgate.state.contract import Fold

LOOPS_IN_MEMORY = 64

CODING = ("utf-8", "surrogatepass")
"""A loop id may hold halves of characters, which SQLite's text cannot."""


class SpillingStore:
    """Memory stays bounded however many loops a recording holds."""

    notes: tuple[str, ...] = ()
    lost = "a replay is forgotten when it ends"

    def __init__(self) -> None:
        self._near: OrderedDict[str, LoopState] = OrderedDict()
        # An empty name is a private file of SQLite's own, gone with the connection.
        self._far = sqlite3.connect("", isolation_level=None)
        self._far.execute("CREATE TABLE loops (id BLOB PRIMARY KEY, state BLOB)")

    def load(self, loop_id: str) -> LoopState:
        if loop_id in self._near:
            self._near.move_to_end(loop_id)
            return self._near[loop_id]
        row = self._far.execute("SELECT state FROM loops WHERE id = ?", (_key(loop_id),)).fetchone()
        return decode(row[0], loop_id) if row else LoopState(loop_id)

    def remember(self, loop_id: str, fold: Fold) -> LoopState:
        state = fold(self.load(loop_id))
        self.put(state)
        return state

    def put(self, state: LoopState) -> None:
        self._near[state.loop_id] = state
        self._near.move_to_end(state.loop_id)
        if len(self._near) > LOOPS_IN_MEMORY:
            old, given_up = self._near.popitem(last=False)
            self._far.execute("REPLACE INTO loops VALUES (?, ?)", (_key(old), encode(given_up)))

    def loops(self) -> tuple[str, ...]:
        far = {row[0].decode(*CODING) for row in self._far.execute("SELECT id FROM loops")}
        return tuple(sorted(far | set(self._near)))

    def load_all(self) -> tuple[LoopState, ...]:
        return tuple(self.load(loop_id) for loop_id in self.loops())

    def forget(self, loop_id: str) -> bool:
        was_near = self._near.pop(loop_id, None) is not None
        gone = self._far.execute("DELETE FROM loops WHERE id = ?", (_key(loop_id),))
        return was_near or gone.rowcount > 0


def _key(loop_id: str) -> bytes:
    return loop_id.encode(*CODING)
