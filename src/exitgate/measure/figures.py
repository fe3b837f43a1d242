"""The figures as plain arithmetic. None stands where a figure has no meaning, never zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

BINS = 10
Forecast = tuple[float, bool]
"""A probability of being done, and whether it really was."""


@dataclass(frozen=True, slots=True)
class ClassFigures:
    """How one answer fared over all labelled records."""

    answer: str
    support: int
    precision: float | None
    recall: float | None
    f1: float | None


@dataclass(frozen=True, slots=True)
class Bin:
    """Records of like confidence: what was forecast, and what came true."""

    low: float
    high: float
    count: int
    forecast: float
    actual: float


@dataclass(frozen=True, slots=True)
class Calibration:
    count: int
    base_rate: float
    auc: float | None
    brier: float
    error: float
    """Expected calibration error: the mean gap of forecast and truth, bins weighted by size."""
    bins: tuple[Bin, ...]


def class_figures(answer: str, pairs: Sequence[tuple[str, str]]) -> ClassFigures:
    """From pairs of what was expected and what was answered."""
    hits = sum(expected == given == answer for expected, given in pairs)
    support = sum(expected == answer for expected, _ in pairs)
    answered = sum(given == answer for _, given in pairs)
    f1 = 2 * hits / (support + answered) if support else None
    return ClassFigures(answer, support, _share(hits, answered), _share(hits, support), f1)


def calibration(forecasts: Sequence[Forecast]) -> Calibration | None:
    if not forecasts:
        return None
    count = len(forecasts)
    bins = reliability(forecasts)
    return Calibration(
        count=count,
        base_rate=sum(done for _, done in forecasts) / count,
        auc=auc(forecasts),
        brier=sum((chance - done) ** 2 for chance, done in forecasts) / count,
        error=sum(bin.count * abs(bin.forecast - bin.actual) for bin in bins) / count,
        bins=bins,
    )


def reliability(forecasts: Sequence[Forecast]) -> tuple[Bin, ...]:
    """Bins of equal width; empty ones are left out."""
    held: list[list[Forecast]] = [[] for _ in range(BINS)]
    for chance, done in forecasts:
        held[min(BINS - 1, int(chance * BINS + 1e-9))].append((chance, done))
    return tuple(
        Bin(
            low=at / BINS,
            high=(at + 1) / BINS,
            count=len(group),
            forecast=sum(chance for chance, _ in group) / len(group),
            actual=sum(done for _, done in group) / len(group),
        )
        for at, group in enumerate(held)
        if group
    )


def auc(forecasts: Sequence[Forecast]) -> float | None:
    """The chance that a record that was done is ranked above one that was not; ties count half."""
    positives = sum(done for _, done in forecasts)
    negatives = len(forecasts) - positives
    if not positives or not negatives:
        return None
    wins, below = 0.0, 0
    ordered = sorted(forecasts)
    at = 0
    while at < len(ordered):
        end = at
        while end < len(ordered) and ordered[end][0] == ordered[at][0]:
            end += 1
        here = sum(done for _, done in ordered[at:end])
        others = end - at - here
        wins += here * (below + others / 2)
        below += others
        at = end
    return wins / (positives * negatives)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
