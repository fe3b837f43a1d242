"""Checked settings, as plain data, into the frozen Policy that the gate works with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exitgate.core.evidence import Outcome
from exitgate.core.policy import (
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
}
LISTS = ("rules", "ignore", "plan_files", "response_files")


def policy_from(data: Data, name: str) -> Policy:
    """What the data does not say keeps the default of its field."""
    given: dict[str, Any] = {key: tuple(data[key]) for key in LISTS if key in data}
    given |= {key: kind(**_frozen(data[key])) for key, kind in SECTIONS.items() if data.get(key)}
    return Policy(
        name=name,
        description=data.get("description", ""),
        signals=_signals(data.get("signals", {})),
        confidence=_confidence(data.get("confidence", {}), data.get("weights", {})),
        hook=bool(data.get("hook", False)),
        stuck={rule: tuple(signals) for rule, signals in data.get("stuck", {}).items()},
        **given,
    )


def _signals(data: Data) -> dict[str, Any]:
    """A signal set to false is not asked; one without options keeps its own defaults."""
    return {
        name: SIGNALS[name].options(**_frozen(options if isinstance(options, Mapping) else {}))
        for name, options in data.items()
        if options is not False
    }


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
