"""From exitgate.yml and profiles to one Policy: files, `extends`, merging.

A file that people wrote is checked by the pydantic schema in `exitgate.settings`. Shipped profiles
are checked by the tests instead, so that an ordinary decision does not pay for pydantic.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from exitgate.core.policy import Policy
from exitgate.errors import ConfigError, why_unread
from exitgate.ingest.fence import MOST_UTF8, read_input
from exitgate.nearest import did_you_mean
from exitgate.policy_builder import policy_from
from exitgate.yaml_reader import MAX_BYTES, YamlFile, read_yaml

FOREIGN_CONFIG = ".bb3/config.yaml"
"""Another tool's file, of which only the section `exit_decision` is ours to read."""
OWN_CONFIG_NAMES = ("exitgate.yml", "exitgate.yaml", ".github/exitgate.yml")
CONFIG_NAMES = (*OWN_CONFIG_NAMES, FOREIGN_CONFIG)
DEFAULT_PROFILE = "standard"
PROFILES = Path(__file__).parent / "profiles"


@dataclass(frozen=True, slots=True)
class Loaded:
    policy: Policy
    sources: tuple[str, ...]
    """The files that made it, nearest first."""


def find_config(folder: Path, names: tuple[str, ...] = CONFIG_NAMES) -> Path | None:
    """The configuration that is used when none is named."""
    return next((folder / name for name in names if (folder / name).is_file()), None)


def load_policy(config: Path | None = None, profile: str | None = None) -> Loaded:
    """The policy of a profile with a configuration on top. `profile` beats the file's own."""
    if config is None:
        chain = _chain_of_name(profile or DEFAULT_PROFILE, Path(), (), "--profile")
    elif profile is None:
        chain = _chain_of_file(config, (), "")
    else:
        chain = (_checked(config, ""), *_chain_of_name(profile, Path(), (), "--profile"))
    merged: dict[str, Any] = {}
    for file in reversed(chain):
        merged = merge(merged, _one_name(file.data))
    names = tuple(file.name for file in chain)
    if any(name not in profile_names() for name in names):
        from exitgate.settings import normalised

        merged = normalised(YamlFile(chain[0].name, merged, chain[0].root))
    name = next((n for n in names if n in profile_names()), names[-1])
    return Loaded(policy_from(merged, name), names)


def profile_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in PROFILES.glob("*.yml")))


def merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Mappings are merged key by key; lists and scalars above replace those below."""
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            result[key] = merge(old, value)
        elif key not in ("profile", "extends"):
            result[key] = value
    return result


def _one_name(data: Mapping[str, Any]) -> dict[str, Any]:
    """`exit_decision` is another name of `thresholds`."""
    own = {key: value for key, value in data.items() if key != "exit_decision"}
    if not data.get("exit_decision"):
        return own
    return {**own, "thresholds": merge(data["exit_decision"], own.get("thresholds") or {})}


def _checked(path: Path, named_by: str) -> YamlFile:
    from exitgate.settings import validated

    file = read_yaml(_read(path, named_by), str(path))
    if path.as_posix().endswith(FOREIGN_CONFIG):
        ours = {key: value for key, value in file.data.items() if key == "exit_decision"}
        file = replace(file, data=ours)
    validated(file)
    return file


def _chain_of_file(path: Path, seen: tuple[str, ...], named_by: str) -> tuple[YamlFile, ...]:
    """A file and all that it builds on. `named_by` says where it was named."""
    from exitgate.settings import field_error

    name = str(path)
    if name in seen:
        raise _cycle(named_by, (*seen, name))
    file = _checked(path, named_by)
    if file.data.get("profile") and file.data.get("extends"):
        hint = "`profile` and `extends` mean the same here; keep one of them"
        raise field_error(file, ("extends",), "`profile` is also set", hint)
    key = "extends" if file.data.get("extends") else "profile"
    parent = str(file.data.get(key) or DEFAULT_PROFILE)
    here = f"{name}:{file.line_of((key,))}: {key}"
    return (file, *_chain_of_name(parent, path.parent, (*seen, name), here))


def _chain_of_name(
    name: str, folder: Path, seen: tuple[str, ...], named_by: str
) -> tuple[YamlFile, ...]:
    """A shipped profile by name, or a file by its path beside the file that names it."""
    if name in profile_names():
        return (_shipped(name),)
    if name.endswith((".yml", ".yaml")):
        return _chain_of_file(folder / name, seen, named_by)
    raise ConfigError(
        f"{named_by}: there is no profile called {name!r}",
        hint=did_you_mean(name, profile_names()),
    )


@cache
def _shipped(name: str) -> YamlFile:
    return read_yaml((PROFILES / f"{name}.yml").read_text("utf-8"), name)


def _read(path: Path, named_by: str) -> str:
    try:
        # One byte more than is allowed, so that the reader sees that it is too much.
        return read_input(path, MOST_UTF8 * MAX_BYTES + 1).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}:{line}: {why_unread(error)}", hint="save it as UTF-8") from None
    except (OSError, ValueError) as error:
        where = f"{named_by}: {path}" if named_by else str(path)
        raise ConfigError(f"{where}: {why_unread(error)}", hint="check the path") from None


def _cycle(where: str, names: tuple[str, ...]) -> ConfigError:
    return ConfigError(
        f"{where}: runs in a circle: {' -> '.join(names)}",
        hint="one of these files must stop extending another",
    )
