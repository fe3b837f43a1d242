"""The figures against values worked out by hand."""

from __future__ import annotations

import pytest

from exitgate.measure.figures import auc, calibration, class_figures


def test_precision_recall_and_f1() -> None:
    pairs = [("stuck", "stuck")] * 3 + [("stuck", "continue")] + [("done", "stuck")] * 2
    seen = class_figures("stuck", pairs)
    assert (seen.support, seen.precision, seen.recall) == (4, 3 / 5, 3 / 4)
    assert seen.f1 == pytest.approx(2 * 0.6 * 0.75 / 1.35)


def test_what_has_no_meaning_is_none_and_not_zero() -> None:
    seen = class_figures("stuck", [("done", "done")])
    assert (seen.precision, seen.recall, seen.f1) == (None, None, None)
    assert auc([(0.5, True)]) is None
    assert calibration([]) is None


def test_a_class_that_was_never_answered_has_no_precision_but_a_score() -> None:
    seen = class_figures("done", [("done", "continue")])
    assert (seen.precision, seen.recall, seen.f1) == (None, 0.0, 0.0)


@pytest.mark.parametrize(
    ("forecasts", "expected"),
    [
        ([(0.1, False), (0.9, True)], 1.0),
        ([(0.9, False), (0.1, True)], 0.0),
        ([(0.5, False), (0.5, True)], 0.5),
        ([(0.2, False), (0.4, True), (0.4, False), (0.8, True)], 0.875),
    ],
)
def test_auc_counts_ties_half(forecasts: list[tuple[float, bool]], expected: float) -> None:
    assert auc(forecasts) == pytest.approx(expected)


def test_calibration_error_and_brier_score() -> None:
    seen = calibration([(0.2, False), (0.2, True), (0.8, True), (0.8, True)])
    assert seen is not None
    assert seen.brier == pytest.approx((0.04 + 0.64 + 0.04 + 0.04) / 4)
    assert seen.error == pytest.approx((2 * 0.3 + 2 * 0.2) / 4)
    assert [(bin.low, bin.count, bin.actual) for bin in seen.bins] == [(0.2, 2, 0.5), (0.8, 2, 1.0)]


@pytest.mark.parametrize(("chance", "low"), [(0.0, 0.0), (0.1, 0.1), (0.3, 0.3), (1.0, 0.9)])
def test_every_forecast_has_its_bin(chance: float, low: float) -> None:
    seen = calibration([(chance, True)])
    assert seen is not None
    assert [bin.low for bin in seen.bins] == [low]
