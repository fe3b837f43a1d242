"""What the work tree really holds, hashed by ourselves so that no filter runs.

Paths are bytes here, as git has them: they need not be text.
"""

# ruff: noqa: PTH112, PTH114, PTH115, PTH118, PTH120

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from exitgate.core.absence import Missing
from exitgate.ingest.git_index import Entry, Staged, read_index
from exitgate.ingest.git_lfs import LargeFiles
from exitgate.ingest.git_process import GitFailed
from exitgate.ingest.git_view import View, ask_at, locate
from exitgate.system import open_plain

FILE, PROGRAM, LINK, MODULE = b"100644", b"100755", b"120000", b"160000"
WHOLE_BYTES = 16 * 1024 * 1024
"""Files up to this size are read whole and compared line by line."""
HASHED_BYTES = 1024 * 1024 * 1024
"""All larger files together are hashed up to this; beyond it size, head and tail must do."""
END_BYTES = 1024 * 1024
KEPT_BYTES = 32 * 1024 * 1024


@dataclass(slots=True)
class Content:
    """Every file of the work tree, and those whose content git does not have yet."""

    entries: dict[bytes, Entry] = field(default_factory=dict)
    fresh: list[bytes] = field(default_factory=list)
    large: list[bytes] = field(default_factory=list)
    untracked: set[bytes] = field(default_factory=set)
    displaced: dict[bytes, Entry] = field(default_factory=dict)
    """What the index holds where the work tree holds something else."""
    notes: list[str] = field(default_factory=list)
    kept: dict[bytes, bytes] = field(default_factory=dict)
    """Fresh content that is still in memory, so that it need not be read twice."""


def read_content(view: View) -> Content:
    """Compare the index with the work tree, then add what is not tracked."""
    reader = _Reader(view)
    for staged in read_index(view):
        reader.look_at(staged)
    listing = view.ask(
        "ls-files", "--others", "--exclude-standard", "-z", index=view.real_index, work_tree=True
    )
    for path in filter(None, listing.split(b"\0")):
        reader.add_untracked(path)
    return reader.content


def shown(path: bytes) -> str:
    return path.decode("utf-8", "backslashreplace")


def bytes_of(view: View, path: bytes, mode: bytes) -> bytes:
    """Content as git would store it: a link's target, a file's raw bytes."""
    where = os.path.join(os.fsencode(view.place.top), path)
    if mode == LINK:
        return os.readlink(where)
    with _open_regular(where) as file:
        size = os.fstat(file.fileno()).st_size
        return file.read(min(size, WHOLE_BYTES) + 1)


class _Reader:
    """Walks the work tree below its top and never through a link."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.content = Content()
        self.top = os.fsencode(view.place.top)
        self.keeps_modes = _keeps_modes(view)
        self.written = _written_at(view.real_index)
        self.budget = HASHED_BYTES
        self.memory = KEPT_BYTES
        self.large_files = LargeFiles(view)
        self._real_folders = {b"": True}

    def look_at(self, staged: Staged) -> None:
        """Settle what one tracked path holds now."""
        entry, path, content = staged.entry, staged.path, self.content
        if entry.mode == MODULE:
            content.entries[path] = Entry(MODULE, self._checked_out(path) or entry.oid)
            return
        seen = self._status(path)
        if seen is None or stat.S_ISDIR(seen.st_mode):
            if staged.absent:
                content.entries[path] = entry
            elif not staged.conflict:
                content.displaced[path] = entry
            return
        if self._is_untouched(staged, seen):
            content.entries[path] = entry
            return
        self._add(path, seen, entry)

    def add_untracked(self, path: bytes) -> None:
        if path.endswith(b"/"):
            self.content.notes.append(f"{shown(path)}: a repository of its own, not looked into")
            return
        seen = self._status(path)
        if seen is not None and path not in self.content.entries:
            self.content.untracked.add(path)
            self._add(path, seen, None)

    def _add(self, path: bytes, seen: os.stat_result, staged: Entry | None) -> None:
        """Hash what lies there; where git has it already nothing needs to be brought in."""
        content = self.content
        mode = self._mode(seen, staged)
        try:
            oid = self._hash(path, seen, mode, staged) if mode else None
        except OSError as error:
            content.notes.append(f"{shown(path)}: cannot be read ({type(error).__name__})")
            oid = None
        if mode is None or oid is None:
            content.untracked.discard(path)
            return
        content.entries[path] = Entry(mode, oid)
        if staged is None or oid != staged.oid:
            (content.large if seen.st_size > WHOLE_BYTES else content.fresh).append(path)
        if staged is not None and content.entries[path] != staged:
            content.displaced[path] = staged

    def _status(self, path: bytes) -> os.stat_result | None:
        if not self._is_real(os.path.dirname(path)):
            return None
        try:
            return os.lstat(os.path.join(self.top, path))
        except (OSError, ValueError):
            return None

    def _is_real(self, folder: bytes) -> bool:
        """True where no part of the way is a link, which could lead out of the workspace."""
        known = self._real_folders.get(folder)
        if known is None:
            where = os.path.join(self.top, folder)
            known = (
                self._is_real(os.path.dirname(folder))
                and os.path.isdir(where)
                and not os.path.islink(where)
            )
            self._real_folders[folder] = known
        return known

    def _is_untouched(self, staged: Staged, seen: os.stat_result) -> bool:
        """Same dates and size as when staged, and staged well before the index was written.

        The change time is the kernel's own, so setting a date back does not hide an edit.
        """
        dates = (seen.st_ctime_ns, seen.st_mtime_ns, seen.st_size)
        settled = max(dates[0], dates[1]) < self.written and not staged.conflict
        return (
            settled
            and dates == staged.dates
            and self._mode(seen, staged.entry) == staged.entry.mode
        )

    def _mode(self, seen: os.stat_result, staged: Entry | None) -> bytes | None:
        if stat.S_ISLNK(seen.st_mode):
            return LINK
        if not stat.S_ISREG(seen.st_mode):
            return None
        if not self.keeps_modes:
            return staged.mode if staged and staged.mode in (FILE, PROGRAM) else FILE
        return PROGRAM if seen.st_mode & stat.S_IXUSR else FILE

    def _hash(self, path: bytes, seen: os.stat_result, mode: bytes, staged: Entry | None) -> str:
        """The object's name; the staged one where only line ends or a pointer differ from it."""
        name = self.view.hash_name
        if mode != LINK and seen.st_size > WHOLE_BYTES:
            data, oid = b"", self._hash_large(path, seen.st_size)
        else:
            data = bytes_of(self.view, path, mode)
            oid = blob_name(data, name)
            self._keep(path, data)
        if staged is None or oid == staged.oid or mode == LINK:
            return oid
        if b"\r\n" in data and blob_name(data.replace(b"\r\n", b"\n"), name) == staged.oid:
            return staged.oid
        if not self.large_files.used:
            return oid
        with _open_regular(os.path.join(self.top, path)) as file:
            same = self.large_files.is_content_of(staged.oid, seen.st_size, file)
        return staged.oid if same else oid

    def _keep(self, path: bytes, data: bytes) -> None:
        if len(data) <= self.memory:
            self.memory -= len(data)
            self.content.kept[path] = data

    def _hash_large(self, path: bytes, size: int) -> str:
        digest = hashlib.new(self.view.hash_name, b"blob %d\0" % size, usedforsecurity=False)
        with _open_regular(os.path.join(self.top, path)) as file:
            if size <= self.budget:
                self.budget -= size
                while chunk := file.read(END_BYTES):
                    digest.update(chunk)
            else:
                self.content.notes.append(f"{shown(path)}: compared by size, head and tail only")
                digest.update(file.read(END_BYTES))
                file.seek(size - END_BYTES)
                digest.update(file.read(END_BYTES))
        return digest.hexdigest()

    def _checked_out(self, path: bytes) -> str | None:
        """The commit that a submodule stands on, where it is there at all."""
        folder = Path(os.fsdecode(os.path.join(self.top, path)))
        if not self._is_real(path) or not os.path.lexists(folder / ".git"):
            return None
        place = locate(folder, also_inside=self.view.place.common)
        if isinstance(place, Missing):
            self.content.notes.append(f"{shown(path)}: submodule not readable ({place.why})")
            return None
        try:
            return ask_at(place.git, "rev-parse", "--verify", "HEAD^{commit}").strip()
        except GitFailed:
            return None


def blob_name(data: bytes, hash_name: str) -> str:
    digest = hashlib.new(hash_name, b"blob %d\0" % len(data), usedforsecurity=False)
    digest.update(data)
    return digest.hexdigest()


def _open_regular(where: bytes) -> BinaryIO:
    """Open without following a link and without waiting on a pipe."""
    handle = open_plain(where, os.O_RDONLY)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError("not a regular file")
    return os.fdopen(handle, "rb")


def _keeps_modes(view: View) -> bool:
    """False where the file system cannot tell programs from files, as git found out."""
    try:
        return view.ask_real("config", "--type=bool", "core.fileMode").strip() != "false"
    except GitFailed:
        return True


def _written_at(index: Path) -> int:
    try:
        return index.stat().st_mtime_ns
    except OSError:
        return 0
