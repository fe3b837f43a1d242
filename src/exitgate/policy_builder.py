"""Checked settings, as plain data, into the frozen Policy that the gate works with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from exitgate.core.evidence import Outcome
from exitgate.core.policy import (
    BreakerPolicy,
    Budgets,
    Cap,
    ChecksPolicy,
    ConfidencePolicy,
    Keywords,
    Limits,
    Method,
    Part,
    Policy,
    ProofPolicy,
    Thresholds,
    VerifyPolicy,
)
from exitgate.signals import SIGNALS

Data = Mapping[str, Any]

SECTIONS = {
    "thresholds": Thresholds,
    "proof": ProofPolicy,
    "budgets": Budgets,
    "breaker": BreakerPolicy,
    "keywords": Keywords,
    "limits": Limits,
    "verify": VerifyPolicy,
    "checks": ChecksPolicy,
}
ALIASES = {
    "stagnation_loops": "plan_stalled",
    "consecutive_errors": "agent_failing",
    "test_only_loops": "test_saturation",
}
"""Thresholds that are another name for the `threshold` of a signal."""
LISTS = ("rules", "ignore", "plan_files", "response_files")


def policy_from(data: Data, name: str) -> Policy:
    """What the data does not say keeps the default of its field."""
    given: dict[str, Any] = {key: tuple(data[key]) for key in LISTS if key in data}
    given |= {key: kind(**_frozen(data[key])) for key, kind in SECTIONS.items() if data.get(key)}
    named = given.get("thresholds", Thresholds())
    signals = _signals(data.get("signals", {}), named)
    given["thresholds"] = _in_force(named, signals)
    return Policy(
        name=name,
        description=data.get("description", ""),
        signals=signals,
        confidence=_confidence(data.get("confidence", {}), data.get("weights", {})),
        hook=bool(data.get("hook", False)),
        stuck={rule: tuple(signals) for rule, signals in data.get("stuck", {}).items()},
        **given,
    )


def _signals(data: Data, thresholds: Thresholds) -> dict[str, Any]:
    """A signal set to false is not asked; one without options keeps its own defaults."""
    named = _named_thresholds(thresholds)
    return {
        name: SIGNALS[name].options(
            **(named.get(name, {}) | _frozen(options if isinstance(options, Mapping) else {}))
        )
        for name, options in data.items()
        if options is not False
    }


def _named_thresholds(thresholds: Thresholds) -> dict[str, dict[str, int]]:
    """Options that were given by their other name; a signal's own option beats them."""
    given = {signal: getattr(thresholds, alias) for alias, signal in ALIASES.items()}
    return {signal: {"threshold": count} for signal, count in given.items() if count is not None}


def _in_force(thresholds: Thresholds, signals: Mapping[str, Any]) -> Thresholds:
    """Both names tell the same number; None where the signal is not asked."""
    known: dict[str, Any] = {
        alias: signals[signal].threshold if signal in signals else None
        for alias, signal in ALIASES.items()
    }
    return replace(thresholds, **known)


def _confidence(data: Data, weights: Data) -> ConfidencePolicy:
    parts = [part for signal, weight in weights.items() for part in _parts(signal, weight)]
    return ConfidencePolicy(
        method=Method(data.get("method", Method.POINTS)),
        base=data.get("base", 0.0),
        parts=tuple(part for part in parts if part.weight),
        caps=tuple(Cap(**_frozen(cap)) for cap in data.get("caps", ())),
    )


def _parts(signal: str, weight: float | Data) -> list[Part]:
    if isinstance(weight, Mapping):
        found, clear = weight.get("found", 0.0), weight.get("clear", 0.0)
        return [Part(signal, found), Part(signal, clear, Outcome.CLEAR)]
    return [Part(signal, weight)]


def _frozen(data: Data) -> dict[str, Any]:
    """Lists become tuples, also one level down: a mapping of lists is a table of names."""
    return {
        key: tuple(value)
        if isinstance(value, list)
        else _frozen(value)
        if isinstance(value, Mapping)
        else value
        for key, value in data.items()
    }
