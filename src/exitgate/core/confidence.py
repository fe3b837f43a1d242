"""How sure the gate is, 0 to 100, and what each finding gave or took."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from exitgate.core.evidence import Evidence, Outcome
from exitgate.core.policy import Cap, ConfidencePolicy, Method, Part


@dataclass(frozen=True, slots=True)
class ConfidencePart:
    """One line of the sum. `points` are percent for points, log-odds for odds."""

    signal: str
    points: float
    because: str


@dataclass(frozen=True, slots=True)
class Confidence:
    value: int
    parts: tuple[ConfidencePart, ...] = ()


def score(evidence: Mapping[str, Evidence], policy: ConfidencePolicy) -> Confidence:
    """Add up what the profile's parts give, then apply its caps.

    A part pays only for the outcome it names, so unmeasured evidence pays nothing.
    """
    parts = [ConfidencePart("base", policy.base, "where every task starts")]
    parts += [line for part in policy.parts if (line := _line(part, evidence)) is not None]
    total = math.fsum(line.points for line in parts)
    value = chance(total) if policy.method is Method.ODDS else total
    value = min(100.0, max(0.0, value))
    for cap in policy.caps:
        if value > cap.at_most and (why := _cap_applies(cap, evidence)):
            value = float(cap.at_most)
            parts.append(ConfidencePart("cap", 0.0, f"at most {cap.at_most}: {why}"))
    return Confidence(
        round(value), tuple(line for line in parts if line.points or line.signal == "cap")
    )


def chance(log_odds: float) -> float:
    """Percent, never a full 100: no evidence makes certain."""
    bounded = min(700.0, max(-700.0, log_odds))
    return min(99.0, 100.0 / (1.0 + math.exp(-bounded)))


def _line(part: Part, evidence: Mapping[str, Evidence]) -> ConfidencePart | None:
    seen = evidence.get(part.signal)
    if seen is None or seen.outcome is not part.when:
        return None
    share = seen.strength if part.when is Outcome.FOUND else 1.0
    return ConfidencePart(part.signal, round(part.weight * share, 4), seen.headline)


def _cap_applies(cap: Cap, evidence: Mapping[str, Evidence]) -> str:
    """The reason to cap, or an empty string."""
    hits = [name for name in cap.signals if name in evidence and evidence[name].is_found]
    if cap.unless_any:
        return "" if hits else "nothing independent confirms it"
    return ", ".join(f"{name} found" for name in hits)
