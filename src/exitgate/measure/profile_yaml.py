"""A fitted confidence as a profile that people can read, review and commit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exitgate.core.evidence import Outcome
from exitgate.core.policy import Part
from exitgate.measure.crossvalidate import Seen
from exitgate.measure.figures import Calibration, calibration
from exitgate.measure.fit import Sample, Weights, forecasts

DIGITS = 2


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fit with what it was fitted to, and how it does on what it had not seen."""

    extends: str
    parts: tuple[Part, ...]
    samples: tuple[Sample, ...]
    start: Weights
    weights: Weights
    by_source: Seen
    by_group: Seen


def render_profile(fitted: Fitted) -> str:
    lines = [f"# {line}".rstrip() for line in _header(fitted)]
    lines += [
        f"extends: {fitted.extends}",
        f"description: {fitted.extends} with its confidence fitted to {_count(fitted)} outcomes",
        "confidence:",
        f"  base: {_number(fitted.weights.base)}",
        "weights:",
        *_weights(fitted.parts, fitted.weights),
    ]
    return "\n".join(lines) + "\n"


def _header(fitted: Fitted) -> list[str]:
    sources = sorted({sample.source for sample in fitted.samples})
    lines = [
        f"Made by `exitgate calibrate` from {_count(fitted)} records with a known outcome.",
        "Every figure: AUC / Brier score / expected calibration error (records, share done).",
        "",
    ]
    for source in sources:
        own = [sample for sample in fitted.samples if sample.source == source]
        lines.append(f"{_printable(source)}")
        lines.append(f"  before the fit       {_figures(forecasts(own, fitted.start))}")
        lines.append(f"  fitted on it         {_figures(forecasts(own, fitted.weights))}")
        lines.append(f"  its loops left out   {_figures(fitted.by_group.get(source, []))}")
        if len(sources) > 1:
            lines.append(f"  all of it left out   {_figures(fitted.by_source.get(source, []))}")
    return [*lines, "", "Review it, compare it (`exitgate replay --report --compare`), commit it."]


def _figures(seen: Sequence[tuple[float, bool]]) -> str:
    made = calibration(seen)
    return "no record" if made is None else _told(made)


def _told(seen: Calibration) -> str:
    auc = "–" if seen.auc is None else f"{seen.auc:.2f}"
    return f"{auc} / {seen.brier:.3f} / {seen.error:.3f} ({seen.count}, {seen.base_rate:.0%})"


def _weights(parts: Sequence[Part], weights: Weights) -> list[str]:
    """A signal that pays for both outcomes has both under its name."""
    lines: list[str] = []
    clear = {part.signal for part in parts if part.when is Outcome.CLEAR}
    for part, weight in zip(parts, weights.parts, strict=True):
        if part.signal not in clear:
            lines.append(f"  {part.signal}: {_number(weight)}")
            continue
        if not any(line.startswith(f"  {part.signal}:") for line in lines):
            lines.append(f"  {part.signal}:")
        lines.append(f"    {part.when.value}: {_number(weight)}")
    return lines


def _number(value: float) -> str:
    return f"{round(value, DIGITS) + 0.0:.{DIGITS}f}"


def _count(fitted: Fitted) -> int:
    return len(fitted.samples)


def _printable(text: str) -> str:
    """A file's name stands in a comment: it must not begin a line of its own."""
    return "".join(c if c.isprintable() else "?" for c in text)
