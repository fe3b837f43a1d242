"""The report for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from exitgate.measure import wording
from exitgate.measure.figures import Calibration
from exitgate.measure.known import Answer
from exitgate.measure.report import Measured, Report
from exitgate.report.console import print_parts
from exitgate.report.escape import terminal

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

BAR = 30
ZERO = "0 %"
"""Where the bars of a column begin."""
GAP = 2
"""Between two columns."""


def render_text(report: Report, *, colour: bool, width: int) -> str:
    parts: list[RenderableType] = [*_comparison(report, width)]
    for row in report.main:
        parts += _details(row, width)
    return print_parts(parts, colour=colour, width=width)


def _comparison(report: Report, width: int) -> list[RenderableType]:
    """One table, or two below each other where the terminal is too narrow for their words."""
    rows = [tuple(terminal(cell, 60) for cell in wording.compared(row)) for row in report.rows]
    head = wording.COMPARED
    if _width_of(_stacked(head), rows) <= width:
        return [_table(head, rows, width)]
    names, half = slice(0, wording.NAMED), (wording.NAMED + len(head)) // 2
    return [
        _table((*head[names], *head[part]), [(*row[names], *row[part]) for row in rows], width)
        for part in (slice(wording.NAMED, half), slice(half, None))
    ]


def _details(row: Measured, width: int) -> list[RenderableType]:
    from rich.text import Text

    seen = row.figures
    parts: list[RenderableType] = [Text(terminal(f"{row.recording} ({row.policy})"), "bold")]
    parts.append(_confusion(row, width))
    spent = [f"{what + ':':<25}{told}" for what, told in wording.spending_lines(seen)]
    parts.append(Text("\n".join(spent)))
    if seen.calibration is not None:
        parts.append(_reliability(seen.calibration, width))
    if seen.worst:
        parts.append(_mistakes(row))
    return parts


def _confusion(row: Measured, width: int) -> RenderableType:
    called = (f"called {answer}" for answer in Answer)
    rows = []
    for figures, counts in zip(row.figures.classes, row.figures.confusion, strict=True):
        rates = (figures.precision, figures.recall, figures.f1)
        cells = [str(count) for count in counts] + [wording.number(rate) for rate in rates]
        rows.append((figures.answer, str(figures.support), *cells))
    return _table(("expected", "records", *called, "precision", "recall", "F1"), rows, width)


def _reliability(seen: Calibration, width: int) -> RenderableType:
    head = ("confidence", "records", "really done")
    long = min(BAR, max(8, width - sum(map(len, head)) - GAP * len(head)))
    rows = [
        (f"{bin.forecast:.0%}", str(bin.count), f"{bin.actual:.0%}", "█" * round(bin.actual * long))
        for bin in seen.bins
    ]
    return _table((*head, ZERO + "100 %".rjust(long - len(ZERO))), rows, width)


def _mistakes(row: Measured) -> Text:
    from rich.text import Text

    lines = ["worst mistakes:"]
    for scored in row.figures.worst:
        told = (
            f"{scored.where}  {scored.loop}: called {scored.verdict} ({scored.confidence} %), "
            f"accepted: {wording.expectation(scored)}"
        )
        lines.append(f"  {terminal(told, 200)}")
    return Text("\n".join(lines))


def _stacked(head: Sequence[str]) -> list[str]:
    """One word a line: as narrow as a heading gets without a broken word."""
    return [name if name.startswith(ZERO) else name.replace(" ", "\n") for name in head]


def _width_of(head: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    columns = zip(head, *rows, strict=True)
    longest = (max(len(line) for cell in column for line in cell.split("\n")) for column in columns)
    return sum(longest) + GAP * (len(head) - 1)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Table:
    from rich.table import Table

    shown = head if _width_of(head, rows) <= width else _stacked(head)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name, heading in zip(head, shown, strict=True):
        is_read = name in wording.WORDS or name.startswith(ZERO)
        side: Literal["left", "right"] = "left" if is_read else "right"
        table.add_column(heading, justify=side, overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table
