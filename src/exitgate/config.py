"""From exitgate.yml and profiles to one checked Policy: schema, `extends`, clear errors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, TypeAdapter, ValidationError

from exitgate.core.evidence import Outcome
from exitgate.core.policy import (
    BOOKKEEPING,
    PLAN_FILES,
    RESPONSE_FILES,
    BreakerPolicy,
    Budgets,
    Cap,
    ConfidencePolicy,
    Keywords,
    Limits,
    Method,
    Part,
    Policy,
    ProofPolicy,
    Thresholds,
)
from exitgate.errors import ConfigError
from exitgate.rules import RULES
from exitgate.signals import SIGNALS
from exitgate.yaml_reader import YamlFile, read_yaml

CONFIG_NAMES = ("exitgate.yml", "exitgate.yaml", ".github/exitgate.yml")
DEFAULT_PROFILE = "standard"
_NAMES = {"rules": tuple(RULES), "signals": tuple(SIGNALS)}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(s|m|h|d)?", re.ASCII)
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


class Weight(BaseModel):
    """What a signal's outcome gives to the confidence."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    found: float = 0.0
    clear: float = 0.0


class ConfidenceSettings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    method: Method = Method.POINTS
    base: float = 0.0
    caps: tuple[Cap, ...] = ()


def seconds(value: object) -> object:
    """90, "90", "45s", "90m", "2h" or "1d" as seconds; anything else is left for pydantic."""
    if isinstance(value, str) and (match := _DURATION.fullmatch(value.strip())):
        return float(match[1]) * _SECONDS[match[2] or "s"]
    return value


def _readable_budgets(value: object) -> object:
    if isinstance(value, dict) and "max_runtime" in value:
        return {**value, "max_runtime": seconds(value["max_runtime"])}
    return value


class Settings(BaseModel):
    """Everything a profile or an exitgate.yml may say. All of it is optional."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    profile: str | None = None
    extends: str | None = None
    description: str = ""
    rules: tuple[str, ...] = ()
    signals: dict[str, dict[str, Any] | bool | None] = {}
    weights: dict[str, float | Weight] = {}
    confidence: ConfidenceSettings = ConfidenceSettings()
    thresholds: Thresholds = Thresholds()
    proof: ProofPolicy = ProofPolicy()
    stuck: dict[str, tuple[str, ...]] = {}
    budgets: Annotated[Budgets, BeforeValidator(_readable_budgets)] = Budgets()
    breaker: BreakerPolicy = BreakerPolicy()
    keywords: Keywords = Keywords()
    limits: Limits = Limits()
    ignore: tuple[str, ...] = BOOKKEEPING
    plan_files: tuple[str, ...] = PLAN_FILES
    response_files: tuple[str, ...] = RESPONSE_FILES


@dataclass(frozen=True, slots=True)
class Source:
    """One file of the chain that made a policy."""

    name: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Loaded:
    policy: Policy
    sources: tuple[str, ...]
    """The files that made it, nearest first."""


def profile_names() -> tuple[str, ...]:
    folder = resources.files("exitgate.profiles")
    return tuple(sorted(f.name[:-4] for f in folder.iterdir() if f.name.endswith(".yml")))


def find_config(folder: Path) -> Path | None:
    """The configuration that `check` uses when none is named."""
    return next((folder / name for name in CONFIG_NAMES if (folder / name).is_file()), None)


def load_policy(config: Path | None = None, profile: str | None = None) -> Loaded:
    """The policy of a profile with a configuration on top. `profile` beats the file's own."""
    chain = _chain_of_file(config, ()) if config is not None else ()
    if profile is not None or not chain:
        own = chain[:1]
        chain = (*own, *_chain_of_name(profile or DEFAULT_PROFILE, Path(), (), "--profile"))
    merged: dict[str, Any] = {}
    for source in reversed(chain):
        merged = merge(merged, source.data)
    name = next((s.name for s in chain if s.name in profile_names()), chain[-1].name)
    settings = _validated(YamlFile(chain[0].name, merged, None))
    policy = _policy(settings, name if len(chain) == 1 or config is None else chain[0].name)
    return Loaded(replace(policy, name=name), tuple(source.name for source in chain))


def merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Mappings are merged key by key; lists and scalars above replace those below."""
    result = dict(below)
    for key, value in above.items():
        if key in ("profile", "extends"):
            continue
        old = result.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            result[key] = merge(old, value)
        else:
            result[key] = value
    return result


def _chain_of_file(path: Path, seen: tuple[str, ...]) -> tuple[Source, ...]:
    name = str(path)
    if name in seen:
        raise _cycle((*seen, name))
    file = read_yaml(_read(path), name)
    settings = _validated(file)
    if settings.profile and settings.extends:
        raise ConfigError(
            f"{name}:{file.line_of(('extends',))}: extends: `profile` is also set",
            hint="`profile` and `extends` mean the same here; keep one of them",
        )
    own = Source(name, file.data)
    key = "extends" if settings.extends else "profile"
    parent = settings.extends or settings.profile or DEFAULT_PROFILE
    where = f"{name}:{file.line_of((key,))}: {key}"
    return (own, *_chain_of_name(parent, path.parent, (*seen, name), where))


def _chain_of_name(
    name: str, folder: Path, seen: tuple[str, ...], where: str
) -> tuple[Source, ...]:
    """A shipped profile by name, or a file by its path beside the file that names it."""
    if name in profile_names():
        if name in seen:
            raise _cycle((*seen, name))
        data = _shipped(name)
        below = data.get("extends")
        above = Source(name, data)
        return (above, *_chain_of_name(below, folder, (*seen, name), name)) if below else (above,)
    if name.endswith((".yml", ".yaml")):
        return _chain_of_file(folder / name, seen)
    raise ConfigError(
        f"{where}: there is no profile called {name!r}",
        hint=_suggest(name, profile_names()) or "`exitgate profiles` lists them",
    )


@cache
def _shipped(name: str) -> dict[str, Any]:
    text = resources.files("exitgate.profiles").joinpath(f"{name}.yml").read_text("utf-8")
    return read_yaml(text, f"{name}.yml").data


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise ConfigError(
            f"{path}: no such file", hint="`exitgate init` writes one to start from"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "not UTF-8 text"
        raise ConfigError(f"{path}: cannot be read: {why}", hint="is it a text file?") from None


def _cycle(names: tuple[str, ...]) -> ConfigError:
    return ConfigError(
        f"{names[0]}: `extends` runs in a circle: {' -> '.join(names)}",
        hint="one of these files must stop extending another",
    )


def _validated(file: YamlFile) -> Settings:
    try:
        settings = Settings.model_validate(file.data)
    except ValidationError as error:
        first = error.errors()[0]
        raise _field_error(file, _path(first["loc"]), str(first["msg"]), first["type"]) from None
    _known_names(file, settings)
    return settings


def _path(loc: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Pydantic adds the names of union members and dataclasses; people wrote none of them."""
    noise = re.compile(r"[A-Z]\w*|dict\[.*\]|float|bool|function-.*")
    return tuple(p for p in loc if not (isinstance(p, str) and noise.fullmatch(p)))


def _field_error(
    file: YamlFile, path: tuple[str | int, ...], message: str, kind: str
) -> ConfigError:
    field = ".".join(str(part) for part in path)
    where = f"{file.name}:{file.line_of(path)}: {field}"
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        known = _fields_at(path[:-1])
        hint = _suggest(str(path[-1]), known) or f"known here: {', '.join(known)}"
        return ConfigError(f"{where}: unknown setting", hint=hint)
    return ConfigError(
        f"{where}: {message[:1].lower()}{message[1:]}",
        hint="`exitgate profiles show standard` shows every setting with a valid value",
    )


def _fields_at(path: tuple[str | int, ...]) -> tuple[str, ...]:
    if not path:
        return tuple(Settings.model_fields)
    section = Settings().__getattribute__(str(path[0])) if path[0] in Settings.model_fields else {}
    if isinstance(section, BaseModel):
        return tuple(type(section).model_fields)
    return tuple(getattr(section, "__dataclass_fields__", ()))


def _suggest(name: str, known: tuple[str, ...]) -> str:
    close = get_close_matches(name, known, n=1)
    return f"did you mean {close[0]!r}?" if close else ""


def _known_names(file: YamlFile, settings: Settings) -> None:
    """Every rule and signal that is named must exist: a typo must not switch a guard off."""
    named: list[tuple[tuple[str | int, ...], str, str]] = []
    named += [(("rules", i), "rules", name) for i, name in enumerate(settings.rules)]
    named += [(("signals", name), "signals", name) for name in settings.signals]
    named += [(("weights", name), "signals", name) for name in settings.weights]
    for rule, signals in settings.stuck.items():
        named.append((("stuck", rule), "rules", rule))
        named += [(("stuck", rule, i), "signals", name) for i, name in enumerate(signals)]
    for i, cap in enumerate(settings.confidence.caps):
        named += [(("confidence", "caps", i, "signals"), "signals", name) for name in cap.signals]
    for key in ProofPolicy.__dataclass_fields__:
        names = getattr(settings.proof, key)
        named += [(("proof", key, i), "signals", name) for i, name in enumerate(names)]
    for path, kind, name in named:
        if name not in _NAMES[kind]:
            field = ".".join(str(part) for part in path)
            raise ConfigError(
                f"{file.name}:{file.line_of(path)}: {field}: no {kind[:-1]} is called {name!r}",
                hint=_suggest(name, _NAMES[kind]) or f"known: {', '.join(_NAMES[kind])}",
            )


def _policy(settings: Settings, name: str) -> Policy:
    parts = [
        part
        for signal, weight in settings.weights.items()
        for part in _parts(signal, weight)
        if part.weight
    ]
    confidence = settings.confidence
    return Policy(
        name=name,
        description=settings.description,
        rules=settings.rules,
        signals={
            signal: _options(signal, given, name)
            for signal, given in settings.signals.items()
            if given is not False
        },
        confidence=ConfidencePolicy(
            confidence.method, confidence.base, tuple(parts), confidence.caps
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


def _parts(signal: str, weight: float | Weight) -> list[Part]:
    if isinstance(weight, Weight):
        return [Part(signal, weight.found), Part(signal, weight.clear, Outcome.CLEAR)]
    return [Part(signal, weight)]


def _options(signal: str, given: dict[str, Any] | bool | None, name: str) -> Any:
    kind = SIGNALS[signal].options
    if not isinstance(given, dict) or not given:
        return kind()
    known = tuple(kind.__dataclass_fields__)
    for key in given:
        if key not in known:
            raise ConfigError(
                f"{name}: signals.{signal}.{key}: unknown setting",
                hint=_suggest(key, known) or f"known here: {', '.join(known) or 'none'}",
            )
    try:
        return TypeAdapter(kind).validate_python(given)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in ("signals", signal, *first["loc"]))
        raise ConfigError(f"{name}: {field}: {first['msg']}", hint=f"see `{kind}`") from None
