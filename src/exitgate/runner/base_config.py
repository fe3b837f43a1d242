"""Which configuration decides: the base revision's, so that an agent cannot bend the gate."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from posixpath import normpath
from shutil import rmtree
from tempfile import mkdtemp

from exitgate.config import CONFIG_NAMES
from exitgate.core.absence import Missing
from exitgate.errors import ConfigError
from exitgate.ingest.git_file import file_at
from exitgate.runner.services import GateRequest

MOST_PARENTS = 10


@dataclass(frozen=True, slots=True)
class ChosenConfig:
    path: Path | None = None
    note: str = ""
    copies: Path | None = None
    """A folder of our own that holds what was copied out of the base."""
    from_work: bool = False
    """It lies where the agent could write it, and no base tells what it was before."""


@contextmanager
def chosen_config(request: GateRequest, names: tuple[str, ...]) -> Iterator[ChosenConfig]:
    """The configuration for as long as it is read; copies of ours are gone afterwards."""
    chosen = choose_config(request, names)
    try:
        yield chosen
    finally:
        if chosen.copies is not None:
            rmtree(chosen.copies, ignore_errors=True)


def choose_config(request: GateRequest, names: tuple[str, ...]) -> ChosenConfig:
    """The base's file where git can say, else the workspace's with a word about it."""
    wanted = (_inside_repo(request.config, request.repo),) if request.config else names
    if wanted == ("",):
        return ChosenConfig(request.config)
    for name in wanted:
        found = file_at(request.repo, request.base, name)
        if isinstance(found, Missing):
            return _from_workspace(request, wanted, found)
        if found is not None:
            return _from_base(request, name, found)
    for name in wanted:
        if (request.repo / name).is_file():
            note = f"{name} is new in this work and counts only once it is in the base"
            return ChosenConfig(None, note)
    return ChosenConfig()


def base_of(repo: Path, base: str, named: Path | None, temp: Path) -> Path | None:
    """For the command line: a file that a person names counts also where the base has none."""
    path = named.resolve() if named else None
    request = GateRequest(loop_id="", repo=repo, base=base, config=path, temp=temp)
    return choose_config(request, CONFIG_NAMES).path or named


def _inside_repo(config: Path, repo: Path) -> str:
    """The file's name in the repository, or nothing for one from elsewhere."""
    return str(config.relative_to(repo)) if config.is_relative_to(repo) else ""


def _from_workspace(
    request: GateRequest, wanted: tuple[str, ...], missing: Missing
) -> ChosenConfig:
    path = next((request.repo / name for name in wanted if (request.repo / name).is_file()), None)
    if path is None:
        return ChosenConfig()
    note = f"{path.name} is taken from the work itself: {missing.why}; use fetch-depth: 0"
    return ChosenConfig(path, note if request.base else "", from_work=True)


def _from_base(request: GateRequest, name: str, data: bytes) -> ChosenConfig:
    path = request.repo / name
    same = path.is_file() and not path.is_symlink() and path.read_bytes() == data
    extends = bool(_parent_of(data, name))
    if same and not extends:
        return ChosenConfig(path)
    note = "" if same else f"{name} was changed in this work; the base's version decides"
    try:
        folder = Path(mkdtemp(prefix="exitgate-base-", dir=request.temp))
        _copy_family(request, name, data, folder)
    except OSError:
        return ChosenConfig(None, f"{name} of the base could not be put aside; using the defaults")
    return ChosenConfig(folder / name, note, folder)


def _copy_family(request: GateRequest, name: str, data: bytes, folder: Path) -> None:
    """A file with all that it extends, each as the base has it, in a folder of their own."""
    held: bytes | Missing | None = data
    wanted = name
    for _ in range(MOST_PARENTS):
        if not isinstance(held, bytes):
            return
        copy = folder / wanted
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(held)
        wanted = _parent_of(held, wanted)
        if not wanted:
            return
        held = file_at(request.repo, request.base, wanted)


def _parent_of(data: bytes, name: str) -> str:
    """The file that a configuration extends, as a path in the repository; else nothing."""
    from exitgate.yaml_reader import read_yaml

    try:
        settings = read_yaml(data.decode(errors="replace"), name).data
    except ConfigError:
        return ""
    parent = str(settings.get("extends") or settings.get("profile") or "")
    if not parent.endswith((".yml", ".yaml")):
        return ""
    path = normpath(PurePosixPath(name).parent / parent)
    return "" if path.startswith(("/", "..")) else path
