"""A person's word brought into a loop's memory, the same way from a comment and from the shell."""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.commands import Command, Word, apply_command
from exitgate.core.memory import LoopState
from exitgate.errors import StateError
from exitgate.state import Store
from exitgate.state.fold import RunStamp, stamp_of


@dataclass(frozen=True, slots=True)
class Said:
    command: Command
    by: str
    at: str | None


def steer(store: Store, loop_id: str, said: Said) -> LoopState:
    """The loop's state after the command. A reset also works where nothing can be read."""
    if said.command.word is Word.STATUS:
        return store.load(loop_id)
    if said.command.word is Word.RESET:
        _clear_unreadable(store, loop_id)
    return store.remember(
        loop_id, lambda latest: apply_command(latest, said.command, said.by, said.at)
    )


def _clear_unreadable(store: Store, loop_id: str) -> None:
    try:
        store.load(loop_id)
    except StateError:
        store.forget(loop_id)


def newest_of(store: Store, loop_ids: tuple[str, ...]) -> str:
    """The loop that decided last; the first where none did."""
    return max(loop_ids, key=lambda loop_id: _last_run(store, loop_id))


def _last_run(store: Store, loop_id: str) -> tuple[bool, RunStamp]:
    unstamped = RunStamp(0, 0)
    try:
        last = store.load(loop_id).history.last
    except StateError:
        return True, unstamped
    return last is not None, (stamp_of(last.run) if last else None) or unstamped
