"""A person's word brought into a loop's memory, the same way from a comment and from the shell."""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.commands import Command, Word, apply_command
from exitgate.core.decision import Verdict
from exitgate.core.memory import LoopState
from exitgate.errors import InputError, StateError
from exitgate.state import Store
from exitgate.state.fold import RunStamp, stamp_of

NO_ANSWER_NEEDED = frozenset({Verdict.CONTINUE, Verdict.COMPLETE, Verdict.CANCELLED})
MOST_LOOPS = 20
"""Of one pull request, looked at for the one that is meant."""


@dataclass(frozen=True, slots=True)
class Said:
    command: Command
    by: str
    at: str | None


class Unknown(InputError):
    """A person named something that is not there; `known` is what is."""

    def __init__(self, what: str, name: str, known: tuple[str, ...]) -> None:
        there = f"known: {', '.join(known)}" if known else "there is none"
        super().__init__(f"there is no {what} {name!r}", hint=there)
        self.what = what
        self.name = name
        self.known = known


@dataclass(frozen=True, slots=True)
class Meant:
    loop_id: str
    others: tuple[str, ...] = ()
    """Loops that it could have been meant for as well, and that it does not touch."""


def steer(store: Store, loop_id: str, said: Said) -> LoopState:
    """The loop's state after the command. A reset also works where nothing can be read."""
    if said.command.word is Word.STATUS:
        return store.load(loop_id)
    if said.command.word is Word.RESET:
        _clear_unreadable(store, loop_id)
    return store.remember(loop_id, lambda latest: _after(latest, said))


def _after(latest: LoopState, said: Said) -> LoopState:
    command = said.command
    # A loop that remembers nothing cannot say what it found: a fork's runs only read.
    can_tell = command.word is Word.ACCEPT and latest.history.recent
    if can_tell and command.hint not in acceptable(latest):
        raise Unknown("finding", command.hint, _standing(latest))
    return apply_command(latest, command, said.by, said.at)


def acceptable(state: LoopState) -> frozenset[str]:
    """Every finding that any remembered iteration told of, and those accepted before."""
    told = {name for record in state.history.recent for name in record.findings}
    return frozenset(told | set(state.accepted))


def _standing(state: LoopState) -> tuple[str, ...]:
    last = state.history.last
    return tuple(one for one in (last.findings if last else ()) if one not in state.accepted)


def _clear_unreadable(store: Store, loop_id: str) -> None:
    try:
        store.load(loop_id)
    except StateError:
        store.forget(loop_id)


def meant(store: Store, loops: tuple[str, ...], command: Command) -> Meant:
    """The loop that a command is for: the named one, else the one that waits for an answer,
    else the one that decided last. `loops` are those it may be for, the likeliest first."""
    if command.loop:
        return Meant(_named(store, loops, command))
    seen = {loop_id: _seen(store, loop_id) for loop_id in loops[:MOST_LOOPS]}
    known = tuple(loop_id for loop_id, state in seen.items() if _is_known(state))
    fit = [one for one in known if _waits_for(command, seen[one])]
    chosen = fit[0] if len(fit) == 1 else max(loops[:MOST_LOOPS], key=lambda one: _age(seen[one]))
    return Meant(chosen, tuple(one for one in known if one != chosen))


def _named(store: Store, loops: tuple[str, ...], command: Command) -> str:
    """A typo must not steer nobody's loop; what cannot be read is not listed and may be reset."""
    known = store.loops()
    if command.loop in known or (command.loop in loops and command.word is Word.RESET):
        return command.loop
    nearer = tuple(one for one in loops if one in known)
    raise Unknown("loop", command.loop, (nearer or known)[:MOST_LOOPS])


def _waits_for(command: Command, state: LoopState | None) -> bool:
    if state is None or state.history.last is None:
        return False
    if command.word is Word.ACCEPT:
        return command.hint in acceptable(state)
    return state.history.last.verdict not in NO_ANSWER_NEEDED


def _seen(store: Store, loop_id: str) -> LoopState | None:
    try:
        return store.load(loop_id)
    except StateError:
        return None


def _is_known(state: LoopState | None) -> bool:
    return state is None or state.history.last is not None


def _age(state: LoopState | None) -> tuple[bool, RunStamp]:
    unstamped = RunStamp(0, 0)
    last = state.history.last if state is not None else None
    return _is_known(state), (stamp_of(last.run) if last else None) or unstamped
