"""What really changed: files against a base, and a fingerprint of the content."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from fnmatch import translate
from functools import lru_cache

NO_OBJECTS = "objects are missing in this clone: no patch and no count of lines"
"""Noted where files are known to differ and their content is not there to be compared."""
STATUS_LETTERS = {
    "added": "A",
    "new": "A",
    "created": "A",
    "copied": "A",
    "c": "A",
    "modified": "M",
    "changed": "M",
    "updated": "M",
    "unchanged": "M",
    "deleted": "D",
    "removed": "D",
    "renamed": "R",
    "moved": "R",
    "typechange": "T",
    "untracked": "?",
    "??": "?",
}


def status_letter(told: str) -> str:
    """Git's letter for a status, which others spell out ("deleted", "removed", "R100")."""
    word = told.strip().casefold()
    return STATUS_LETTERS.get(word.rstrip("0123456789")) or word[:1].upper() or "M"


@dataclass(frozen=True, slots=True)
class FileChange:
    path: str
    status: str
    """A added, M modified, D deleted, R renamed, T type or mode, ? untracked."""
    added: int | None = None
    deleted: int | None = None
    old_path: str | None = None
    binary: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """A few lines of a file as the base has it."""

    path: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """Changes against `base`. `tree` fingerprints HEAD's tree, the index and untracked files."""

    tree: str | None = None
    files: tuple[FileChange, ...] = ()
    patch: str | None = None
    base: str | None = None
    head: str | None = None
    commits: int | None = None
    cut: tuple[str, ...] = ()
    uncommitted: tuple[str, ...] = ()
    """Paths whose content in the work tree is not that of `head`, bounded."""
    tests_at_base: tuple[Passage, ...] = ()
    """What the base's tests say about inputs that the patch answers by heart, bounded."""
    severed: bool = False
    """The base and the head share no history, in a clone that has all of it."""
    listed: bool = True
    """False where only a fingerprint is known: then no files does not mean no change."""

    def without(self, globs: tuple[str, ...]) -> ChangeSet:
        """The same changes less the bookkeeping that is not progress."""
        kept = tuple(file for file in self.files if not matches_any(file.path, globs))
        return replace(self, files=kept)

    @property
    def is_base(self) -> bool:
        """Measured to be what the base is. On the base's own branch commits do not show."""
        known = self.listed and not self.cut and (self.base is None or self.base != self.head)
        return known and not self.files

    @property
    def lacks_base(self) -> bool:
        """The base is not in the clone, as a note says: what was committed since is not seen."""
        return self.head is not None and self.base is None and bool(self.cut)


def matches_any(path: str, globs: tuple[str, ...]) -> bool:
    """True where a glob matches the whole path or, without a slash, the file's own name.

    A glob that ends in a slash stands for all that lies below that folder.
    """
    return matcher(globs)(path)


@lru_cache(maxsize=64)
def matcher(globs: tuple[str, ...]) -> Callable[[str], bool]:
    """`matches_any` for one set of globs, compiled once: a run may name thousands of paths."""
    folders = tuple(f"/{glob}" for glob in globs if glob.endswith("/"))
    on_path = _compiled(tuple(glob for glob in globs if not glob.endswith("/")))
    on_name = _compiled(tuple(glob for glob in globs if "/" not in glob))

    def matches(path: str) -> bool:
        return (
            on_path(path) is not None
            or on_name(path.rsplit("/", 1)[-1]) is not None
            or any(folder in f"/{path}" for folder in folders)
        )

    return matches


def _compiled(globs: tuple[str, ...]) -> Callable[[str], re.Match[str] | None]:
    return re.compile("|".join(map(translate, globs)) or r"(?!)").match
