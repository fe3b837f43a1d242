"""A directory with one JSON file a loop, written atomically under a lock."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from exitgate.core.memory import STATE_FOLDER, LoopState
from exitgate.errors import StateError
from exitgate.state.codec import MAX_BYTES, decode, encode, own
from exitgate.state.contract import Fold
from exitgate.state.files import Step, ignore_step, read_regular, replace_atomically
from exitgate.state.locks import locked
from exitgate.state.names import file_stem

LOCK_TIMEOUT_S = 20.0


class DirectoryStore:
    def __init__(
        self,
        root: Path,
        *,
        key: bytes | None = None,
        lock_timeout_s: float = LOCK_TIMEOUT_S,
        step: Step = ignore_step,
    ) -> None:
        self._root = root
        self._key = key
        self._lock_timeout_s = lock_timeout_s
        self._step = step
        self._notes: list[str] = []

    lost = ""

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(self._notes)

    def path_of(self, loop_id: str) -> Path:
        return self._root / f"{file_stem(loop_id)}.json"

    def load(self, loop_id: str) -> LoopState:
        path = self.path_of(loop_id)
        with _state_errors(path, "read"):
            data = read_regular(path, MAX_BYTES)
        if data is None:
            return LoopState(loop_id)
        return own(decode(data, str(path), self._key), loop_id, str(path))

    def remember(self, loop_id: str, fold: Fold) -> LoopState:
        with self._writing():
            before = self.load(loop_id)
            after = fold(before)
            if after != before:
                path = self.path_of(loop_id)
                with _state_errors(path, "written"):
                    replace_atomically(path, encode(after, self._key), self._step)
            return after

    def loops(self) -> tuple[str, ...]:
        return tuple(state.loop_id for state in self.load_all())

    def load_all(self) -> tuple[LoopState, ...]:
        with _state_errors(self._root, "read"):
            files = self._root.iterdir() if self._root.exists() else ()
            paths = sorted(path for path in files if path.suffix == ".json")
        found = (state for path in paths if (state := self._state_in(path)) is not None)
        return tuple(sorted(found, key=lambda state: state.loop_id))

    def forget(self, loop_id: str) -> bool:
        path = self.path_of(loop_id)
        with _state_errors(self._root, "read"):
            if not self._root.exists():
                return False
        with self._writing(), _state_errors(path, "reset"):
            was_kept = path.exists() or path.is_symlink()
            try:
                self.load(loop_id)
            except StateError:
                self._keep_aside(path)
            else:
                path.unlink(missing_ok=True)
        return was_kept

    def _keep_aside(self, path: Path) -> None:
        candidates = (path.with_name(f"{path.name}.kept-{number}") for number in count(1))
        aside = next(one for one in candidates if not one.exists())
        path.rename(aside)
        self._note(f"{path.name} could not be read and is kept as {aside.name}")

    def _state_in(self, path: Path) -> LoopState | None:
        try:
            with _state_errors(path, "read"):
                data = read_regular(path, MAX_BYTES)
            return None if data is None else decode(data, str(path), self._key)
        except StateError as error:
            self._note(f"{error} (left out)")
            return None

    def _note(self, text: str) -> None:
        if text not in self._notes:
            self._notes.append(text)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with _state_errors(self._root, "written"):
            self._prepare()
        lock = locked(self._root / ".lock", self._lock_timeout_s)
        with _state_errors(self._root, "locked"), lock as held:
            if not held:
                raise StateError(
                    f"{self._root}: another process holds the lock for {self._lock_timeout_s:g} s",
                    hint="is another `exitgate` still running on this directory?",
                )
            self._sweep()
            yield

    def _prepare(self) -> None:
        """The gate's own files are not the agent's work: git must not offer them for a commit.

        A folder of another name that was there before may hold other things as well.
        """
        is_ours = not self._root.is_dir() or self._root.name == STATE_FOLDER
        self._root.mkdir(parents=True, exist_ok=True)
        ignore = self._root / ".gitignore"
        if is_ours and not ignore.exists():
            replace_atomically(ignore, b"*\n")

    def _sweep(self) -> None:
        """Remove what killed writers left; the lock says that no writer is alive."""
        for leftover in self._root.glob(".*.json.*.tmp"):
            leftover.unlink(missing_ok=True)


HINTS = {
    errno.ENOSPC: "the disk is full: free some space",
    errno.EDQUOT: "the disk quota is used up: free some space",
    errno.EFBIG: "the file size limit of this process is reached",
    errno.EROFS: "the file system is read-only: choose another directory with --state",
    errno.EACCES: "the directory is not writable: choose another one with --state",
    errno.EPERM: "the directory is not writable: choose another one with --state",
    errno.ENOTDIR: "a file stands where the directory should be: choose another one with --state",
    errno.EEXIST: "a file stands where the directory should be: choose another one with --state",
    errno.ELOOP: "a link stands where a state file should be: remove it",
}


@contextmanager
def _state_errors(path: Path, action: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        hint = HINTS.get(error.errno or 0, "choose another directory with --state")
        raise StateError(f"{path}: cannot be {action}: {why}", hint=hint) from error
