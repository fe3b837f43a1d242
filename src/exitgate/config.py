"""From exitgate.yml and profiles to one Policy: files, `extends`, merging."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from exitgate.core.evidence import Outcome
from exitgate.core.policy import ConfidencePolicy, Part, Policy
from exitgate.errors import ConfigError
from exitgate.settings import Settings, Weight, did_you_mean, field_error, options_of, validated
from exitgate.yaml_reader import YamlFile, read_yaml

CONFIG_NAMES = ("exitgate.yml", "exitgate.yaml", ".github/exitgate.yml")
DEFAULT_PROFILE = "standard"


@dataclass(frozen=True, slots=True)
class Loaded:
    policy: Policy
    sources: tuple[str, ...]
    """The files that made it, nearest first."""


def find_config(folder: Path) -> Path | None:
    """The configuration that is used when none is named."""
    return next((folder / name for name in CONFIG_NAMES if (folder / name).is_file()), None)


def load_policy(config: Path | None = None, profile: str | None = None) -> Loaded:
    """The policy of a profile with a configuration on top. `profile` beats the file's own."""
    if config is None:
        chain = _chain_of_name(profile or DEFAULT_PROFILE, Path(), (), "--profile")
    elif profile is None:
        chain = _chain_of_file(config, ())
    else:
        own = read_yaml(_read(config), str(config))
        validated(own)
        chain = (own, *_chain_of_name(profile, Path(), (), "--profile"))
    merged: dict[str, Any] = {}
    for file in reversed(chain):
        merged = merge(merged, file.data)
    whole = YamlFile(chain[0].name, merged, chain[0].root)
    names = tuple(file.name for file in chain)
    name = next((n for n in names if n in profile_names()), names[-1])
    return Loaded(_policy(validated(whole), name, whole), names)


def profile_names() -> tuple[str, ...]:
    folder = resources.files("exitgate.profiles")
    return tuple(sorted(f.name[:-4] for f in folder.iterdir() if f.name.endswith(".yml")))


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


def _chain_of_file(path: Path, seen: tuple[str, ...]) -> tuple[YamlFile, ...]:
    name = str(path)
    if name in seen:
        raise _cycle((*seen, name))
    file = read_yaml(_read(path), name)
    settings = validated(file)
    if settings.profile and settings.extends:
        hint = "`profile` and `extends` mean the same here; keep one of them"
        raise field_error(file, ("extends",), "`profile` is also set", hint)
    key = "extends" if settings.extends else "profile"
    parent = settings.extends or settings.profile or DEFAULT_PROFILE
    where = f"{name}:{file.line_of((key,))}: {key}"
    return (file, *_chain_of_name(parent, path.parent, (*seen, name), where))


def _chain_of_name(
    name: str, folder: Path, seen: tuple[str, ...], where: str
) -> tuple[YamlFile, ...]:
    """A shipped profile by name, or a file by its path beside the file that names it."""
    if name in profile_names():
        return (_shipped(name),)
    if name.endswith((".yml", ".yaml")):
        return _chain_of_file(folder / name, seen)
    raise ConfigError(
        f"{where}: there is no profile called {name!r}", hint=did_you_mean(name, profile_names())
    )


@cache
def _shipped(name: str) -> YamlFile:
    text = resources.files("exitgate.profiles").joinpath(f"{name}.yml").read_text("utf-8")
    return read_yaml(text, name)


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise ConfigError(f"{path}: no such file", hint="check the path") from None
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "not UTF-8 text"
        raise ConfigError(f"{path}: cannot be read: {why}", hint="is it a text file?") from None


def _cycle(names: tuple[str, ...]) -> ConfigError:
    return ConfigError(
        f"{names[0]}: extends: runs in a circle: {' -> '.join(names)}",
        hint="one of these files must stop extending another",
    )


def _policy(settings: Settings, name: str, file: YamlFile) -> Policy:
    confidence = settings.confidence
    return Policy(
        name=name,
        description=settings.description,
        rules=settings.rules,
        signals={
            signal: options_of(signal, given, file)
            for signal, given in settings.signals.items()
            if given is not False
        },
        confidence=ConfidencePolicy(
            confidence.method, confidence.base, _parts(settings.weights), confidence.caps
        ),
        thresholds=settings.thresholds,
        proof=settings.proof,
        stuck=settings.stuck,
        budgets=settings.budgets,
        breaker=settings.breaker,
        keywords=settings.keywords,
        limits=settings.limits,
        ignore=settings.ignore,
        plan_files=settings.plan_files,
        response_files=settings.response_files,
    )


def _parts(weights: Mapping[str, float | Weight]) -> tuple[Part, ...]:
    parts: list[Part] = []
    for signal, weight in weights.items():
        if isinstance(weight, Weight):
            parts += [Part(signal, weight.found), Part(signal, weight.clear, Outcome.CLEAR)]
        else:
            parts.append(Part(signal, weight))
    return tuple(part for part in parts if part.weight)
