"""A policy written out as the YAML that would make it."""

from __future__ import annotations

from dataclasses import asdict
from enum import Enum
from typing import Any

import yaml

from exitgate.core.evidence import Outcome
from exitgate.core.policy import Part, Policy


def policy_yaml(policy: Policy) -> str:
    """Every setting with its value in force, ready to be copied into an exitgate.yml."""
    data = asdict(policy)
    confidence = data.pop("confidence")
    data.pop("name")
    data["signals"] = {name: asdict(options) or None for name, options in policy.signals.items()}
    data["confidence"] = {key: confidence[key] for key in ("method", "base", "caps")}
    data["weights"] = _weights(policy.confidence.parts)
    text = yaml.safe_dump(_plain(data), sort_keys=False, allow_unicode=True, width=100)
    return f"# The effective settings of the profile {policy.name!r}.\n{text}"


def _weights(parts: tuple[Part, ...]) -> dict[str, Any]:
    weights: dict[str, Any] = {}
    for part in parts:
        entry = weights.setdefault(part.signal, {})
        entry["clear" if part.when is Outcome.CLEAR else "found"] = part.weight
    return {k: v["found"] if list(v) == ["found"] else v for k, v in weights.items()}


def _plain(value: Any) -> Any:
    match value:
        case Enum():
            return value.value
        case dict():
            return {key: _plain(item) for key, item in value.items()}
        case list() | tuple():
            return [_plain(item) for item in value]
        case _:
            return value
