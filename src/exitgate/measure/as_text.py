"""The report for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

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


def render_text(report: Report, *, colour: bool, width: int) -> str:
    parts: list[RenderableType] = [_comparison(report)]
    for row in report.main:
        parts += _details(row)
    return print_parts(parts, colour=colour, width=width)


def _comparison(report: Report) -> RenderableType:
    table = _table(*wording.COMPARED)
    for row in report.rows:
        table.add_row(*(terminal(cell, 60) for cell in wording.compared(row)))
    return table


def _details(row: Measured) -> list[RenderableType]:
    from rich.text import Text

    seen = row.figures
    parts: list[RenderableType] = [Text(terminal(f"{row.recording} ({row.policy})"), "bold")]
    parts.append(_confusion(row))
    spent = [f"{what + ':':<25}{told}" for what, told in wording.spending_lines(seen)]
    parts.append(Text("\n".join(spent)))
    if seen.calibration is not None:
        parts.append(_reliability(seen.calibration))
    if seen.worst:
        parts.append(_mistakes(row))
    return parts


def _confusion(row: Measured) -> RenderableType:
    head = (f"called {answer}" for answer in Answer)
    table = _table("expected", "records", *head, "precision", "recall", "F1")
    for figures, counts in zip(row.figures.classes, row.figures.confusion, strict=True):
        rates = (figures.precision, figures.recall, figures.f1)
        cells = [str(count) for count in counts] + [wording.number(rate) for rate in rates]
        table.add_row(figures.answer, str(figures.support), *cells)
    return table


def _reliability(seen: Calibration) -> RenderableType:
    table = _table("confidence", "records", "really done", "0 %" + " " * (BAR - 8) + "100 %")
    for bin in seen.bins:
        bar = "█" * round(bin.actual * BAR)
        table.add_row(f"{bin.forecast:.0%}", str(bin.count), f"{bin.actual:.0%}", bar)
    return table


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


def _table(*head: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for at, name in enumerate(head):
        table.add_column(name, justify="left" if at == 0 or not name else "right", overflow="fold")
    return table
