"""What really changed: files against a base, and a fingerprint of the content."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fnmatch import fnmatchcase


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
class ChangeSet:
    """Changes against `base`. `tree` fingerprints HEAD's tree, the index and untracked files."""

    tree: str | None = None
    files: tuple[FileChange, ...] = ()
    patch: str | None = None
    base: str | None = None
    head: str | None = None
    commits: int | None = None
    cut: tuple[str, ...] = ()
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


def matches_any(path: str, globs: tuple[str, ...]) -> bool:
    """True where a glob matches the whole path or, without a slash, the file's own name.

    A glob that ends in a slash stands for all that lies below that folder.
    """
    name = path.rsplit("/", 1)[-1]
    for glob in globs:
        if glob.endswith("/"):
            if path.startswith(glob) or f"/{glob}" in f"/{path}":
                return True
        elif fnmatchcase(path, glob) or ("/" not in glob and fnmatchcase(name, glob)):
            return True
    return False
