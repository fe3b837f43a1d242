"""A clean look at a repository that may be hostile.

Its `.git/config` can name programs: filters, diff drivers, hooks, monitors, remotes to fetch
missing objects from. So a throw-away bare repository with its own empty configuration borrows
the objects, the index and the ignore list, and git works in there. The repository's own
configuration is loaded only to resolve names of revisions, with every such setting overridden.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from exitgate.core.absence import Missing
from exitgate.ingest.fence import bounded_text, is_inside
from exitgate.ingest.git_process import GitFailed, run, run_some
from exitgate.scratch import scratch_folder

POINTER_BYTES = 1024 * 1024
EMPTY_TREES = {
    "sha1": "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "sha256": "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a repository keeps its things. `common` differs from `git` in linked work trees."""

    top: Path
    git: Path
    common: Path


def locate(start: Path, *, also_inside: Path | None = None) -> Place | Missing:
    """The repository that holds a folder, unless its `.git` leads somewhere else."""
    allowed = (also_inside,) if also_inside else ()
    here = Path(os.path.abspath(start))  # noqa: PTH100 - `resolve` would follow links
    for top in (here, *here.parents):
        pointer = top / ".git"
        if os.path.lexists(pointer):
            return _place(top, pointer, allowed)
    return Missing(f"no git repository at {start}")


def _place(top: Path, pointer: Path, allowed: tuple[Path, ...]) -> Place | Missing:
    target = pointer if pointer.is_dir() else _pointed(top, pointer)
    if target is None or not (target / "HEAD").is_file():
        return Missing("the .git of the workspace is not a git folder")
    if not is_inside(target, top, *allowed) and not _points_back(target, pointer):
        return Missing("the .git of the workspace leads outside of it")
    shared = (bounded_text(target / "commondir", POINTER_BYTES) or "").strip()
    return Place(top, target, Path(os.path.normpath(target / shared)) if shared else target)


def _pointed(top: Path, pointer: Path) -> Path | None:
    text = bounded_text(pointer, POINTER_BYTES) or ""
    if not text.startswith("gitdir:") or "\0" in text:
        return None
    return Path(os.path.normpath(top / text.removeprefix("gitdir:").strip()))


def _points_back(target: Path, pointer: Path) -> bool:
    """A linked work tree is known by its repository; a forged pointer is not."""
    back = (bounded_text(target / "gitdir", POINTER_BYTES) or "").strip()
    with suppress(OSError, ValueError, RuntimeError):
        return bool(back) and Path(back).resolve() == pointer.resolve()
    return False


@dataclass(frozen=True, slots=True)
class View:
    """Asks git, in the clean repository or, for names of revisions only, in the real one."""

    place: Place
    clean: Path
    hash_name: str

    def ask(
        self,
        *args: str,
        stdin: bytes = b"",
        index: Path | None = None,
        work_tree: bool = False,
    ) -> bytes:
        """Standard output of a command in the clean repository."""
        more = {"GIT_INDEX_FILE": str(index)} if index else {}
        if work_tree:
            more["GIT_WORK_TREE"] = str(self.place.top)
        cwd = self.place.top if work_tree else self.clean
        return run(args, cwd, {"GIT_DIR": str(self.clean), **more}, stdin)

    def ask_real(self, *args: str) -> str:
        """A question about names in the real repository."""
        return ask_at(self.place.git, *args)

    def feed(self, stream: BinaryIO, *args: str) -> None:
        """Give a file to a command in the clean repository."""
        run(args, self.clean, {"GIT_DIR": str(self.clean)}, stream)

    def head_of(self, most: int, *args: str) -> bytes:
        """The first bytes of what a command prints; it is stopped when that is enough."""
        return run_some(args, self.clean, {"GIT_DIR": str(self.clean)}, most)

    @property
    def real_index(self) -> Path:
        return self.place.git / "index"

    @property
    def empty_tree(self) -> str:
        return EMPTY_TREES[self.hash_name]


@contextmanager
def clean_view(place: Place) -> Iterator[View]:
    """A view that lasts for one reading and leaves nothing behind."""
    hash_name = ask_at(place.git, "rev-parse", "--show-object-format").strip()
    if hash_name not in EMPTY_TREES:
        raise GitFailed(f"objects of an unknown kind: {hash_name[:40]}")
    clean = scratch_folder()
    try:
        _furnish(clean, place, hash_name)
        yield View(place, clean, hash_name)
    finally:
        shutil.rmtree(clean, ignore_errors=True)


def _furnish(clean: Path, place: Place, hash_name: str) -> None:
    for folder in ("refs", "objects/info", "objects/pack", "info"):
        (clean / folder).mkdir(parents=True)
    (clean / "HEAD").write_text("ref: refs/heads/none\n")
    newer = "\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n"
    version = newer if hash_name == "sha256" else "\trepositoryformatversion = 0\n"
    (clean / "config").write_text(f"[core]\n\tbare = true\n{version}")
    objects = str(place.common / "objects")
    if "\n" in objects:
        raise GitFailed("the path of the repository holds a line break")
    (clean / "objects/info/alternates").write_text(f"{objects}\n")
    for name in ("shallow", "info/exclude"):
        text = bounded_text(place.common / name, 64 * POINTER_BYTES)
        if text is not None:
            (clean / name).write_text(text)
    for part in sorted(place.git.glob("sharedindex.*"))[:8]:
        (clean / part.name).symlink_to(part)


def ask_at(git_dir: Path, *args: str) -> str:
    """One question about names to any repository, with what could run a program disarmed."""
    out = run(args, git_dir, {"GIT_DIR": str(git_dir), "GIT_WORK_TREE": str(git_dir)}, b"")
    return out.decode("utf-8", "replace")
