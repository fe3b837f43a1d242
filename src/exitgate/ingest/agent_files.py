"""Finding the agent's files: names, globs, folders and zips, never outside where one may look."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from exitgate.core.policy import Limits
from exitgate.errors import InputError
from exitgate.ingest.fence import leads_out

PASSED_OVER = frozenset({".git", ".exitgate", "node_modules", ".venv", "__pycache__"})


class Found(NamedTuple):
    """A file to read. `folder` is set where it was met on a walk and may be no agent output."""

    shown: str
    path: Path
    folder: str | None = None


class Search(NamedTuple):
    files: tuple[Found, ...]
    cut: tuple[str, ...]


def find_files(paths: Sequence[str], limits: Limits, root: Path | None) -> Search:
    """Every file meant, once, in an order that the arguments' order does not change."""
    found: dict[Path, Found] = {}
    cut: list[str] = []
    for name in sorted(set(paths)):
        for file in _matches(name, root):
            if not _may_read(file, root):
                if file.shown == name:
                    hint = "links may not lead out of the workspace or the temp folder"
                    raise InputError(f"{name}: leads outside the workspace", hint=hint)
                cut.append(f"{file.shown}: not read, it leads outside the workspace")
            elif len(found) >= limits.files:
                cut.append(f"{name}: only {limits.files} files were read")
                break
            else:
                found.setdefault(file.path.resolve(), file)
    return Search(tuple(sorted(found.values(), key=lambda file: file.shown)), tuple(cut[:50]))


def _matches(name: str, root: Path | None) -> Iterator[Found]:
    if not name.strip():
        # As a path it would be the whole working folder.
        raise InputError("the name of the agent's output is empty", hint="is a variable not set?")
    path = (root or Path()) / name
    if _exists(path):
        yield from _walk(name, path) if path.is_dir() else [Found(name, path)]
        return
    matched = sorted(glob.glob(str(path), recursive=True)) if glob.has_magic(name) else []  # noqa: PTH207
    if not matched:
        hint = "did the agent's step write it? Paths are relative to the repository"
        raise InputError(f"{name}: no such file", hint=hint)
    for match in matched:
        shown = os.path.relpath(match, root) if root is not None else match
        if Path(match).is_file():
            yield Found(shown, Path(match), folder=str(Path(shown).parent))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _walk(shown: str, folder: Path) -> Iterator[Found]:
    for where, folders, files in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if name not in PASSED_OVER)
        for name in sorted(files):
            path = Path(where) / name
            if path.is_file():
                below = path.relative_to(folder)
                yield Found(
                    str(Path(shown) / below), path, folder=str((Path(shown) / below).parent)
                )


def _may_read(file: Found, root: Path | None) -> bool:
    if root is None and file.folder is None:
        return not leads_out(file.path)
    target = file.path.resolve()
    temp = os.environ.get("RUNNER_TEMP") or os.environ.get("TMPDIR") or "/tmp"  # noqa: S108
    homes = [root or Path(), Path(temp)]
    if root is None and file.folder is not None:
        homes.append(Path(file.folder))
    return any(target.is_relative_to(home.resolve()) for home in homes)
