"""Confidence and progress over the iterations, drawn by Mermaid or in one line of text."""

from __future__ import annotations

from collections.abc import Sequence

from exitgate.report.escape import mermaid
from exitgate.report.view import Point

_LEVELS = "▁▂▃▄▅▆▇█"
_BAR, _LINE = "#a5c8f5", "#1f6feb"


def mermaid_chart(points: Sequence[Point]) -> str:
    """A fenced chart with its key. Progress is drawn only where every iteration measured it."""
    labels = ", ".join(mermaid(str(point.iteration)) for point in points)
    confidence = ", ".join(str(point.confidence) for point in points)
    progress = [point.progress for point in points]
    drawn = None not in progress
    lines = ["```mermaid", _palette(drawn), "xychart-beta", f'    x-axis "Iteration" [{labels}]']
    lines.append('    y-axis "Percent" 0 --> 100')
    if drawn:
        lines.append(f"    bar [{', '.join(str(value) for value in progress)}]")
    lines += [f"    line [{confidence}]", "```", ""]
    lines.append(_key(progress))
    return "\n".join(lines)


def _key(progress: Sequence[int | None]) -> str:
    if None not in progress:
        return "Line: confidence. Bars: share of the plan that is done."
    some = any(share is not None for share in progress)
    gaps = " The plan was not measured in every iteration, so it has no bars." if some else ""
    return f"Line: confidence that the task is done.{gaps}"


def _palette(bars: bool) -> str:
    """Mermaid's own first colour is too pale for a line, and its choice follows the order."""
    colours = f"{_BAR}, {_LINE}" if bars else _LINE
    return f'%%{{init: {{"themeVariables": {{"xyChart": {{"plotColorPalette": "{colours}"}}}}}}}}%%'


def sparkline(values: Sequence[int]) -> str:
    """Percentages as one bar each."""
    top = len(_LEVELS) - 1
    return "".join(_LEVELS[round(min(100, max(0, value)) * top / 100)] for value in values)
