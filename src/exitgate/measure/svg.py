"""Charts as inline SVG: no script, no font and no picture from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from exitgate.measure.figures import Bin
from exitgate.report.escape import html

FIRM = 0.03
"""Share of the records from which a point is joined to the curve: fewer are chance."""
SIDE, LEFT, BOTTOM, TOP = 260, 62, 40, 22


def reliability_chart(bins: Sequence[Bin], title: str) -> str:
    """Forecast against truth; a point's area is its share of the records."""
    count = sum(bin.count for bin in bins) or 1
    dots = "".join(_dot(bin, count) for bin in bins)
    firm = [bin for bin in bins if bin.count >= FIRM * count]
    path = " ".join(f"{_x(bin.forecast):.1f},{_y(bin.actual):.1f}" for bin in firm)
    ticks = "".join(_tick(at / 4) for at in range(5))
    return (
        f'<svg role="img" viewBox="0 0 {LEFT + SIDE + 24} {TOP + SIDE + BOTTOM}" class="chart">'
        f"<title>{html(title)}</title>{ticks}"
        f'<line class="ideal" x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}"/>'
        f'<polyline class="curve" points="{path}"/>{dots}'
        f'<text class="axis" x="{_x(0.5)}" y="{TOP + SIDE + 34}">confidence</text>'
        f'<text class="axis" transform="translate(12 {_y(0.5)}) rotate(-90)">really done</text>'
        "</svg>"
    )


@dataclass(frozen=True, slots=True)
class Bar:
    label: str
    value: float | None
    shown: str


ROW, NAME, LENGTH = 24, 190, 220


def bar_chart(bars: Sequence[Bar], title: str) -> str:
    """Bars beside each other, the longest filling the width; a missing value says so."""
    longest = max((bar.value or 0.0 for bar in bars), default=0.0) or 1.0
    rows = "".join(_bar(bar, at, longest) for at, bar in enumerate(bars))
    return (
        f'<svg role="img" viewBox="0 0 {NAME + LENGTH + 70} {ROW * len(bars) + 4}" class="bars">'
        f"<title>{html(title)}</title>{rows}</svg>"
    )


def _bar(bar: Bar, at: int, longest: float) -> str:
    y = at * ROW
    length = (bar.value or 0.0) / longest * LENGTH
    return (
        f'<text class="name" x="{NAME - 8}" y="{y + 17}">{html(bar.label, 26)}</text>'
        f'<rect class="bar{" first" if at == 0 else ""}" x="{NAME}" y="{y + 4}" '
        f'width="{max(length, 1):.1f}" height="{ROW - 8}" rx="2"/>'
        f'<text class="value" x="{NAME + max(length, 1) + 6:.1f}" y="{y + 17}">'
        f"{html(bar.shown)}</text>"
    )


def _dot(bin: Bin, count: int) -> str:
    radius = 3 + 14 * sqrt(bin.count / count)
    told = f"{bin.count} records: confidence {bin.forecast:.0%}, really done {bin.actual:.0%}"
    return (
        f'<circle class="dot" cx="{_x(bin.forecast):.1f}" cy="{_y(bin.actual):.1f}" '
        f'r="{radius:.1f}"><title>{told}</title></circle>'
    )


def _tick(at: float) -> str:
    x, y = _x(at), _y(at)
    return (
        f'<line class="grid" x1="{x}" y1="{_y(0)}" x2="{x}" y2="{_y(1)}"/>'
        f'<line class="grid" x1="{_x(0)}" y1="{y}" x2="{_x(1)}" y2="{y}"/>'
        f'<text class="tick" x="{x}" y="{TOP + SIDE + 16}">{at:.0%}</text>'
        f'<text class="tick left" x="{LEFT - 6}" y="{y + 4}">{at:.0%}</text>'
    )


def _x(share: float) -> float:
    return LEFT + share * SIDE


def _y(share: float) -> float:
    return TOP + (1 - share) * SIDE
