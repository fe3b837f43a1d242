"""How a fit does on what it has not seen: whole sources, or whole groups, are left out in turn."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence

from exitgate.measure.figures import Forecast
from exitgate.measure.fit import Sample, Weights, fit, forecasts

FOLDS = 5
Seen = dict[str, list[Forecast]]
"""For each source, the forecasts made by fits that had not seen the sample."""


def by_source(samples: Sequence[Sample], start: Weights, pull: float) -> Seen:
    return _held_out(samples, start, pull, lambda sample: sample.source)


def by_group(samples: Sequence[Sample], start: Weights, pull: float) -> Seen:
    """Folds by a checksum of the group's name: the same in every run, on every machine."""
    return _held_out(
        samples, start, pull, lambda sample: str(zlib.crc32(sample.group.encode()) % FOLDS)
    )


def _held_out(
    samples: Sequence[Sample], start: Weights, pull: float, fold: Callable[[Sample], str]
) -> Seen:
    seen: Seen = {}
    for name in sorted({fold(sample) for sample in samples}):
        held = [sample for sample in samples if fold(sample) == name]
        weights = fit([sample for sample in samples if fold(sample) != name], start, pull)
        for sample, forecast in zip(held, forecasts(held, weights), strict=True):
            seen.setdefault(sample.source, []).append(forecast)
    return dict(sorted(seen.items()))
