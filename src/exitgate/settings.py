"""The schema of exitgate.yml and of profiles, and errors that name file, line and field."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, TypeAdapter, ValidationError

from exitgate.core.policy import (
    BOOKKEEPING,
    PLAN_FILES,
    RESPONSE_FILES,
    BreakerPolicy,
    Budgets,
    Cap,
    ChecksPolicy,
    Keywords,
    Limits,
    Method,
    ProofPolicy,
    Thresholds,
    VerifyPolicy,
)
from exitgate.errors import ConfigError
from exitgate.field_words import in_words
from exitgate.nearest import did_you_mean
from exitgate.rules import RULES
from exitgate.signals import SIGNALS
from exitgate.yaml_reader import YamlFile

Path = tuple[str | int, ...]
"""Where a field stands in the file, from the top."""

_NAMES = {"rule": tuple(RULES), "signal": tuple(SIGNALS)}
_DURATION = re.compile(r"(\d{1,12}(?:\.\d{1,6})?)\s{0,4}(s|m|h|d)?", re.ASCII)
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
HINTS = dict.fromkeys(("max_runtime", "timeout_s"), "for instance 90m, 2h or 1d")
"""Where a valid value tells less than an example."""
_UNION_NOISE = re.compile(r"[A-Z]\w*|dict\[.*\]|float|bool|none|function-.*")
"""Pydantic names the member of a union it tried; people wrote none of these words."""


def seconds(value: object) -> object:
    """90, "90", "45s", "90m", "2h" or "1d" as seconds; anything else is left for pydantic."""
    if isinstance(value, str) and (match := _DURATION.fullmatch(value.strip())):
        return float(match[1]) * _SECONDS[match[2] or "s"]
    return value


def _readable_budgets(value: object) -> object:
    return _with_seconds(value, "max_runtime")


def _readable_verify(value: object) -> object:
    """One command, or a list of them, is enough: the rest has defaults."""
    if isinstance(value, str):
        return {"commands": (value,)}
    if isinstance(value, list | tuple):
        return {"commands": value}
    return _with_seconds(value, "timeout_s")


def _with_seconds(value: object, key: str) -> object:
    if isinstance(value, dict) and key in value:
        return {**value, key: seconds(value[key])}
    return value


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Weight(_Section):
    """What a signal's outcome gives to the confidence."""

    found: float = 0.0
    clear: float = 0.0


class ConfidenceSettings(_Section):
    method: Method = Method.POINTS
    """`points` adds up to 100; `odds` adds log-odds."""
    base: float = 0.0
    """Where every task starts."""
    caps: tuple[Cap, ...] = ()
    """Upper bounds while a signal is found, or unless one is."""


class Settings(_Section):
    """Everything a profile or an exitgate.yml may say. All of it is optional."""

    profile: str | None = None
    """A shipped profile or a YAML file that this one builds on (default: standard)."""
    extends: str | None = None
    """The same as `profile`, for a file that is a profile itself."""
    description: str = ""
    """One sentence for `exitgate profiles`."""
    rules: tuple[str, ...] = ()
    """Rules in the order in which they are asked; the first that fires decides."""
    signals: dict[str, dict[str, Any] | bool | None] = {}
    """Signals that are asked, each with its options; `false` switches one off."""
    weights: dict[str, float | Weight] = {}
    """What each signal adds to the confidence when found; `{found: 1, clear: 2}` tells both."""
    confidence: ConfidenceSettings = ConfidenceSettings()
    """How the weights become a number from 0 to 100."""
    thresholds: Thresholds = Thresholds()
    """Numbers that rules compare with."""
    exit_decision: Thresholds = Thresholds()
    """The same numbers, as a .bb3/config.yaml names them; `thresholds` beats them."""
    proof: ProofPolicy = ProofPolicy()
    """Which signals claim, confirm and contradict a completion."""
    stuck: dict[str, tuple[str, ...]] = {}
    """For each rule about being stuck, the signals that make it fire."""
    budgets: Annotated[Budgets, BeforeValidator(_readable_budgets)] = Budgets()
    """Caps for the whole loop; none means no cap."""
    breaker: BreakerPolicy = BreakerPolicy()
    """When the circuit breaker moves."""
    keywords: Keywords = Keywords()
    """More words for reading the agent, beside the shipped lists."""
    limits: Limits = Limits()
    """Bounds on what is read."""
    verify: Annotated[VerifyPolicy, BeforeValidator(_readable_verify)] = VerifyPolicy()
    """Commands that the gate runs itself; off while there are none."""
    checks: ChecksPolicy = ChecksPolicy()
    """GitHub's own checks of the head commit, which the action reads with its token."""
    ignore: tuple[str, ...] = BOOKKEEPING
    """Globs of bookkeeping files whose change is not progress."""
    plan_files: tuple[str, ...] = PLAN_FILES
    """Where a plan is looked for when none is named."""
    response_files: tuple[str, ...] = RESPONSE_FILES
    """Where the agent's output is looked for when none is named."""
    hook: bool = False
    """Whether `exitgate hook` may act on sessions in this project."""


def validated(file: YamlFile) -> Settings:
    """The file's settings, or one error that says what is wrong where."""
    try:
        settings = Settings.model_validate(file.data)
    except ValidationError as error:
        raise _first_error(file, error) from None
    for path, kind, name in _named(settings):
        if name not in _NAMES[kind]:
            hint = did_you_mean(name, _NAMES[kind])
            raise field_error(file, path, f"no {kind} is called {name!r}", hint)
    for signal, given in settings.signals.items():
        checked_options(signal, given, file)
    for at, glob in enumerate(settings.verify.reports):
        if not glob or glob.startswith("/") or ".." in glob.split("/"):
            hint = "the commands run in a checkout of their own: for instance reports/*.xml"
            raise field_error(file, ("verify", "reports", at), "leads out of the checkout", hint)
    return settings


def normalised(file: YamlFile) -> dict[str, Any]:
    """The settings as plain data, every value in its proper type, every default filled in."""
    settings = validated(file)
    data: dict[str, Any] = settings.model_dump(mode="json", exclude={"exit_decision"})
    data["signals"] = {
        name: _only_given(checked_options(name, given, file), given) if given else given
        for name, given in settings.signals.items()
    }
    return data


def _only_given(
    options: dict[str, Any], given: dict[str, Any] | bool | None
) -> dict[str, Any] | bool | None:
    """What was not said stays unsaid: a threshold may still be given by its other name."""
    return {key: options[key] for key in given} if isinstance(given, dict) else given


def checked_options(
    signal: str, given: dict[str, Any] | bool | None, file: YamlFile
) -> dict[str, Any]:
    """A signal's own options, checked against the dataclass in the signal's file."""
    kind = SIGNALS[signal].options
    if not isinstance(given, dict) or not given:
        return {}
    known = _field_names(kind)
    for key in given:
        if key not in known:
            path = ("signals", signal, str(key))
            raise field_error(file, path, "unknown setting", did_you_mean(str(key), known))
    try:
        adapter = TypeAdapter(kind)
        options: dict[str, Any] = adapter.dump_python(adapter.validate_python(given))
    except ValidationError as error:
        raise _first_error(file, error, ("signals", signal)) from None
    return options


def field_error(file: YamlFile, path: Path, problem: str, hint: str) -> ConfigError:
    field = ".".join(str(part) for part in path)
    return ConfigError(f"{file.name}:{file.line_of(path)}: {field}: {problem}", hint=hint)


def _first_error(file: YamlFile, error: ValidationError, above: Path = ()) -> ConfigError:
    first = error.errors()[0]
    path = _as_written(file, above, first["loc"])
    if first["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        return field_error(
            file, path, "unknown setting", did_you_mean(str(path[-1]), _fields_at(path[:-1]))
        )
    problem = f"{in_words(first['type'], first['msg'])}, {_instead(first['input'])}"
    usual = "`exitgate profiles show standard` shows a valid value of every setting"
    return field_error(file, path, problem, HINTS.get(str(path[-1]) if path else "", usual))


def _as_written(file: YamlFile, above: Path, told: Path) -> Path:
    """The field's place without the names of union members; a key of the file is never one."""
    path = above
    for part in told:
        noise = isinstance(part, str) and _UNION_NOISE.fullmatch(part)
        if not noise or file.has((*path, part)):
            path = (*path, part)
    return path


def _instead(value: object) -> str:
    if value is None:
        return "but nothing stands there"
    text = repr(value)
    return "not " + (text if len(text) <= 60 else f"{text[:57]}...")


def _fields_at(path: Path) -> tuple[str, ...]:
    if not path:
        return tuple(Settings.model_fields)
    section = getattr(Settings(), str(path[0]), None)
    if isinstance(section, BaseModel):
        return tuple(type(section).model_fields)
    return _field_names(type(section)) if is_dataclass(section) else ()


def _field_names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _named(settings: Settings) -> list[tuple[Path, str, str]]:
    """Every rule and signal that is named, with its place: a typo must not switch a guard off."""
    named: list[tuple[Path, str, str]] = []
    named += [(("rules", i), "rule", name) for i, name in enumerate(settings.rules)]
    named += [(("signals", name), "signal", name) for name in settings.signals]
    named += [(("weights", name), "signal", name) for name in settings.weights]
    for rule, signals in settings.stuck.items():
        named.append((("stuck", rule), "rule", rule))
        named += [(("stuck", rule, i), "signal", name) for i, name in enumerate(signals)]
    for i, cap in enumerate(settings.confidence.caps):
        named += [(("confidence", "caps", i, "signals"), "signal", name) for name in cap.signals]
    for key in _field_names(ProofPolicy):
        names = getattr(settings.proof, key)
        listed = names if isinstance(names, tuple) else ()
        named += [(("proof", key, i), "signal", name) for i, name in enumerate(listed)]
    for key, table in (("voids", settings.proof.voids), ("settles", settings.proof.settles)):
        for by, others in table.items():
            named.append((("proof", key, by), "signal", by))
            named += [(("proof", key, by, i), "signal", name) for i, name in enumerate(others)]
    return named
