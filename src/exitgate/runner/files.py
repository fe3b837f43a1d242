"""Paths from inputs to files, inside the workspace and the temp folder and nowhere else."""

from __future__ import annotations

import glob
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath

from exitgate.system import open_plain

MOST_FILES = 20_000
MAGIC = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Places:
    """The two folders that a step shares with the steps before it."""

    workspace: Path
    temp: Path | None = None
    repository: str = ""
    """`owner/name`: a host's checkout lies below `<name>/<name>`."""

    @property
    def roots(self) -> tuple[Path, ...]:
        return (self.workspace,) if self.temp is None else (self.workspace, self.temp)


@dataclass(frozen=True, slots=True)
class Matched:
    paths: tuple[Path, ...] = ()
    refused: tuple[str, ...] = ()
    """What was asked for and not taken, each with the reason."""


def resolve(patterns: tuple[str, ...], places: Places) -> Matched:
    """The files that paths and globs name, in a stable order, each once."""
    paths: dict[Path, None] = {}
    refused: list[str] = []
    for pattern in patterns:
        found = _matches(pattern, places)
        inside = [path for path in found if is_inside(path, places)]
        if not found:
            refused.append(f"{pattern}: no such file")
        elif len(inside) < len(found) or not inside:
            refused.append(f"{pattern}: leads outside the workspace and the temp folder")
        paths.update(dict.fromkeys(inside))
    return Matched(tuple(paths), tuple(refused))


def is_inside(path: Path, places: Places) -> bool:
    """True where the path, with every link followed, lies in one of the two folders."""
    real = Path(os.path.realpath(path))
    return any(real.is_relative_to(os.path.realpath(root)) for root in places.roots)


def write_inside(path: Path, text: str, places: Places) -> bool:
    """Write a file whole, never through a link that an agent may have laid there."""
    if not is_inside(path.parent, places):
        return False
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        with os.fdopen(open_plain(part, flags, 0o644), "wb") as file:
            file.write(text.encode(errors="replace"))
        part.replace(path)
    except OSError:
        with suppress(OSError):  # a folder that cannot be written cannot be tidied either
            part.unlink(missing_ok=True)
        return False
    return True


def _matches(pattern: str, places: Places) -> list[Path]:
    """Files of the first folder that has any; a host's path is tried under ours."""
    if "\0" in pattern:
        return []
    for root, rest in _candidates(pattern, places):
        if found := _in_root(root, rest):
            return found
    return []


def _candidates(pattern: str, places: Places) -> list[tuple[Path, str]]:
    path = PurePosixPath(pattern)
    if not path.is_absolute():
        return [(root, pattern) for root in places.roots]
    found = [(Path("/"), pattern.lstrip("/"))]
    name = places.repository.rpartition("/")[2]
    if places.temp is not None and "/_temp/" in pattern:
        found.append((places.temp, pattern.split("/_temp/", 1)[1]))
    if name and f"/{name}/{name}/" in pattern:
        found.append((places.workspace, pattern.split(f"/{name}/{name}/", 1)[1]))
    return found


def _in_root(root: Path, pattern: str) -> list[Path]:
    """Read as a plain path first: a file may have brackets in its name."""
    plain = root / pattern
    if plain.is_file():
        return [plain]
    if not MAGIC & set(pattern) or (str(root) == "/" and _too_wide(pattern)):
        return []
    names = islice(glob.iglob(pattern, root_dir=root, recursive=True), MOST_FILES)  # noqa: PTH207
    return [root / name for name in sorted(names) if (root / name).is_file()]


def _too_wide(pattern: str) -> bool:
    """A glob over the whole machine would only be refused, slowly."""
    return bool(MAGIC & set("".join(PurePosixPath(pattern).parts[:2])))
