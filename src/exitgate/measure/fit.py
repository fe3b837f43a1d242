"""Fitting the weights of a confidence in log-odds to known outcomes: few numbers, held in check.

A weight keeps its sign, so support never turns adverse, and is pulled towards where it started,
so a signal that the data says nothing about stays as it was. Caps stay the profile's own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from exitgate.core.confidence import score
from exitgate.core.evidence import Evidence, Outcome
from exitgate.core.policy import ConfidencePolicy, Method
from exitgate.measure.figures import Forecast

SWEEPS = 200
ENOUGH = 1e-5
CERTAIN = 40.0
"""Log-odds beyond any cap: what a confidence with these caps can reach at most."""
BASE_PULL = 0.05
"""The base is where sources differ most, so it is pulled least."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One decision with its known outcome: what each part of the profile would be paid for."""

    source: str
    group: str
    """Samples of one group, e.g. the runs at one task, are never split in cross-validation."""
    done: bool
    shares: tuple[float, ...]
    cap: float


@dataclass(frozen=True, slots=True)
class Weights:
    base: float
    parts: tuple[float, ...]

    def chance(self, sample: Sample) -> float:
        total = self.base + math.fsum(_products(self.parts, sample))
        return min(sample.cap, _logistic(total))


def sample_of(
    evidence: Mapping[str, Evidence],
    policy: ConfidencePolicy,
    *,
    done: bool,
    source: str,
    group: str,
) -> Sample:
    certain = replace(policy, method=Method.ODDS, base=CERTAIN, parts=())
    return Sample(
        source=source,
        group=group,
        done=done,
        shares=tuple(_share(part.signal, part.when, evidence) for part in policy.parts),
        cap=score(evidence, certain).value / 100,
    )


def weights_of(policy: ConfidencePolicy) -> Weights:
    return Weights(policy.base, tuple(part.weight for part in policy.parts))


def fit(samples: Sequence[Sample], start: Weights, pull: float) -> Weights:
    """The weights of least penalised log-loss, found one coordinate at a time by Newton's steps."""
    base, parts = start.base, list(start.parts)
    totals = [base + math.fsum(_products(parts, sample)) for sample in samples]
    paid = [
        [(at, sample.shares[part]) for at, sample in enumerate(samples) if sample.shares[part]]
        for part in range(len(parts))
    ]
    everyone = [(at, 1.0) for at in range(len(samples))]
    for _ in range(SWEEPS):
        step = _step(samples, totals, everyone, base - start.base, pull * BASE_PULL)
        base += step
        _shift(totals, everyone, step)
        moved = abs(step)
        for part, users in enumerate(paid):
            away = parts[part] - start.parts[part]
            wanted = parts[part] + _step(samples, totals, users, away, pull)
            kept = max(0.0, wanted) if start.parts[part] > 0 else min(0.0, wanted)
            step, parts[part] = kept - parts[part], kept
            _shift(totals, users, step)
            moved = max(moved, abs(step))
        if moved < ENOUGH:
            break
    return Weights(base, tuple(parts))


def forecasts(samples: Sequence[Sample], weights: Weights) -> list[Forecast]:
    """As the gate would show them: whole percents."""
    return [(round(weights.chance(sample) * 100) / 100, sample.done) for sample in samples]


Users = Sequence[tuple[int, float]]


def _step(
    samples: Sequence[Sample], totals: Sequence[float], users: Users, away: float, pull: float
) -> float:
    """One Newton step. A sample at its cap does not feel the weights, so it has no say."""
    slope, bend = pull * away, pull
    for at, share in users:
        chance = _logistic(totals[at])
        if chance < samples[at].cap:
            slope += (chance - samples[at].done) * share
            bend += chance * (1 - chance) * share * share
    return max(-1.0, min(1.0, -slope / bend)) if bend else 0.0


def _shift(totals: list[float], users: Users, step: float) -> None:
    if step:
        for at, share in users:
            totals[at] += step * share


def _products(parts: Sequence[float], sample: Sample) -> list[float]:
    return [weight * share for weight, share in zip(parts, sample.shares, strict=True)]


def _share(signal: str, when: Outcome, evidence: Mapping[str, Evidence]) -> float:
    seen = evidence.get(signal)
    if seen is None or seen.outcome is not when:
        return 0.0
    return seen.strength if when is Outcome.FOUND else 1.0


def _logistic(total: float) -> float:
    if total >= 0:
        return 1.0 / (1.0 + math.exp(-total))
    odds = math.exp(total)
    return odds / (1.0 + odds)
