"""An orphan branch in the repository's own remote: one JSON file a loop, its history beside it."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import replace

from exitgate.core.memory import LoopState
from exitgate.errors import StateError, UsageError
from exitgate.state.beside import joined
from exitgate.state.branch_files import FOLDER, README, join, loop_paths, split
from exitgate.state.codec import own, state_of
from exitgate.state.contract import Fold
from exitgate.state.directory import DirectoryStore
from exitgate.state.git_connection import USUAL_PATIENCE, BranchPlace, Connection, Patience
from exitgate.state.git_process import without_secrets
from exitgate.state.git_sync import Snapshot, Unavailable
from exitgate.state.known import staleness


class GitBranchStore:
    """Loads with one fetch and remembers with one push, unless another writer was first.

    Where the branch cannot be had, one note says so and the fallback directory serves.
    """

    def __init__(self, place: BranchPlace, *, patience: Patience = USUAL_PATIENCE) -> None:
        _check_branch(place.branch)
        self._place = place
        self._line = Connection(place, patience)
        self._fallback = DirectoryStore(place.fallback, key=place.key) if place.fallback else None
        self._notes: list[str] = []
        self._seen: dict[str, LoopState] = {}
        self._is_down = False

    @property
    def notes(self) -> tuple[str, ...]:
        return (*self._notes, *(self._fallback.notes if self._fallback else ()))

    @property
    def lost(self) -> str:
        return self._notes[0] if self._is_down else ""

    def load(self, loop_id: str) -> LoopState:
        try:
            return self._newest(self._read(self._line.fetch(), loop_id))
        except Unavailable as error:
            return self._join(LoopState(loop_id), self._beside("read", error).load(loop_id))

    def remember(self, loop_id: str, fold: Fold) -> LoopState:
        try:
            after = self._swap(loop_id, fold)
        except Unavailable as error:
            # The branch may be readable and only refuse writes: then go on from what it holds.
            seen = self._seen.get(loop_id, LoopState(loop_id))
            beside = self._beside("written", error)
            return beside.remember(loop_id, lambda held: fold(self._join(seen, held)))
        self._clear_beside(loop_id)
        return after

    def _clear_beside(self, loop_id: str) -> None:
        """The branch has it all now; a copy that cannot go is known again by its content."""
        if self._fallback and self._fallback.path_of(loop_id).exists():
            try:
                self._fallback.forget(loop_id)
            except StateError as error:
                self._note(f"an older copy of the state stays beside the branch: {error}")

    def loops(self) -> tuple[str, ...]:
        return tuple(state.loop_id for state in self.load_all())

    def load_all(self) -> tuple[LoopState, ...]:
        try:
            base = self._line.fetch()
            paths = [one for one in self._line.list(base, FOLDER) if one.endswith(".json")]
            contents = self._line.read(base, *paths, *(f"{path}l" for path in paths))
        except Unavailable as error:
            return self._beside("read", error).load_all()
        files = zip(paths, contents, contents[len(paths) :], strict=False)
        found = {one.loop_id: one for file in files if (one := self._state_in(*file))}
        for one in self._fallback.load_all() if self._fallback else ():
            found[one.loop_id] = self._join(found.get(one.loop_id, LoopState(one.loop_id)), one)
        return tuple(found[loop_id] for loop_id in sorted(found))

    def forget(self, loop_id: str) -> bool:
        was_beside = bool(self._fallback and self._fallback.forget(loop_id))
        try:
            return self._remove(loop_id) or was_beside
        except Unavailable as error:
            branch = self._place.branch
            raise StateError(f"the loop cannot be reset on {branch!r}: {error}") from None

    def _swap(self, loop_id: str, fold: Fold) -> LoopState:
        if self._is_down:
            raise Unavailable("it could not be read either")
        with closing(self._line.attempts()) as attempts:
            for base in attempts:
                before = self._newest(self._read(base, loop_id))
                after = fold(before)
                if after == before and base.commit is not None:
                    return after
                files = split(after, self._place.key)
                if base.commit is None:
                    files["README.md"] = README
                if self._line.push(base, files, _message(after)):
                    return after
        raise Unavailable("other runs kept writing to it")

    def _remove(self, loop_id: str) -> bool:
        paths = loop_paths(loop_id)
        with closing(self._line.attempts()) as attempts:
            for base in attempts:
                held = zip(paths, self._line.read(base, *paths), strict=True)
                gone = {path: None for path, content in held if content is not None}
                if not gone:
                    return False
                unreadable = self._is_unreadable(base, loop_id)
                if self._line.push(base, gone, f"{_shown(loop_id)}: reset"):
                    if unreadable:
                        self._note(_kept_in_history(paths[0], self._place.branch, base))
                    return True
        return False

    def _is_unreadable(self, base: Snapshot, loop_id: str) -> bool:
        try:
            self._read(base, loop_id)
        except StateError:
            return True
        return False

    def _read(self, base: Snapshot, loop_id: str) -> LoopState:
        name, history = loop_paths(loop_id)
        head, lines = self._line.read(base, name, history)
        state = LoopState(loop_id)
        if head is not None:
            shown = f"{self._place.branch}:{name}"
            state = state_of(join(head, lines, shown), shown, self._place.key)
            state = own(state, loop_id, shown)
        self._seen[loop_id] = state
        return state

    def _newest(self, remote: LoopState) -> LoopState:
        """What an earlier run could only keep beside the branch is not lost."""
        if self._fallback and self._fallback.path_of(remote.loop_id).exists():
            remote = self._join(remote, self._held_beside(remote.loop_id))
        return self._checked(remote)

    def _held_beside(self, loop_id: str) -> LoopState:
        assert self._fallback is not None
        try:
            return self._fallback.load(loop_id)
        except StateError as error:
            if self._place.trusts_fallback:
                raise
            self._note(f"{error} (left out)")
            return LoopState(loop_id)

    def _checked(self, state: LoopState) -> LoopState:
        """A branch that was put back to an older state, where anything else tells that."""
        why = staleness(state, self._place.known)
        if not why:
            return state
        why = f"was rolled back or lost: {why}"
        self._note(f"the state of {state.loop_id!r} on {self._place.branch!r} {why}")
        if self._place.key is None or not state.chain.ok:
            return state
        return replace(state, chain=replace(state.chain, ok=False, why=why))

    def _join(self, remote: LoopState, beside: LoopState) -> LoopState:
        trusted = self._place.trusts_fallback or (self._place.key is not None and beside.chain.ok)
        return joined(remote, beside, trusted=trusted)

    def _state_in(self, path: str, head: bytes | None, lines: bytes | None) -> LoopState | None:
        shown = f"{self._place.branch}:{path}"
        try:
            return state_of(join(head or b"", lines, shown), shown, self._place.key)
        except StateError as error:
            self._note(f"{error} (left out)")
            return None

    def _beside(self, action: str, error: Unavailable) -> DirectoryStore:
        what = f"the state branch {self._place.branch!r} cannot be {action}: {error}"
        if self._fallback is None:
            hint = "mend the remote's permissions, or give a fallback directory"
            raise StateError(without_secrets(what), hint=hint) from None
        if not self._is_down:
            self._note(f"{what}; the state is kept in {self._place.fallback} instead")
        self._is_down = True
        return self._fallback

    def _note(self, text: str) -> None:
        if text not in self._notes:
            self._notes.append(without_secrets(text))


def _kept_in_history(path: str, branch: str, base: Snapshot) -> str:
    """The branch never forgets: what could not be read is one `git show` away."""
    where = f"{(base.commit or '')[:12]}:{path}"
    return f"{path} could not be read; its bytes stay in the history of {branch!r}: {where}"


def _check_branch(name: str) -> None:
    is_plain = re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,199}", name) is not None
    has_bad_part = any(part in f"{name}/" for part in ("..", "//", "/.", "./", ".lock/"))
    if has_bad_part or not is_plain:
        hint = "try `branch:exitgate-state`"
        raise UsageError(f"{name!r} is no name for a state branch", hint=hint)


def _message(state: LoopState) -> str:
    last = state.history.last
    what = f"iteration {last.number}, {last.verdict}" if last else "a person's word"
    return f"{_shown(state.loop_id)}: {what}"


def _shown(loop_id: str) -> str:
    return "".join(char if char.isprintable() else " " for char in loop_id)[:80]
