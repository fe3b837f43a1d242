"""The report as Markdown, for a job summary or a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from exitgate.measure import wording
from exitgate.measure.figures import Bin
from exitgate.measure.known import Answer
from exitgate.measure.report import Measured, Report
from exitgate.measure.tally import Scored
from exitgate.report.escape import code, inline

BAR = 20


def render_markdown(report: Report) -> str:
    parts = ["## How often the gate is right", table(wording.COMPARED, _compared(report))]
    parts.append(wording.EXPLAINED)
    for row in report.main:
        parts += _details(row)
    return "\n\n".join(parts) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _compared(report: Report) -> Iterable[Sequence[str]]:
    for row in report.rows:
        recording, policy, *figures = wording.compared(row)
        yield code(recording), inline(policy), *figures


def _details(row: Measured) -> list[str]:
    seen = row.figures
    parts = [f"### {inline(row.recording)} ({inline(row.policy)})"]
    head = ("expected", "records", *(f"called {answer}" for answer in Answer))
    head = (*head, "precision", "recall", "F1")
    parts.append(table(head, _classes(row)))
    parts.append("\n".join(f"- {what}: {told}" for what, told in wording.spending_lines(seen)))
    if seen.calibration is not None:
        head = ("confidence", "records", "really done", "")
        parts.append(table(head, (_bin(bin) for bin in seen.calibration.bins)))
    if seen.worst:
        parts.append("Worst mistakes:")
        parts.append("\n".join(_mistake(scored) for scored in seen.worst))
    return parts


def _classes(row: Measured) -> Iterable[Sequence[str]]:
    for figures, counts in zip(row.figures.classes, row.figures.confusion, strict=True):
        rates = (figures.precision, figures.recall, figures.f1)
        yield (
            figures.answer,
            str(figures.support),
            *(str(count) for count in counts),
            *(wording.number(rate) for rate in rates),
        )


def _bin(bin: Bin) -> Sequence[str]:
    bar = "█" * round(bin.actual * BAR)
    return f"{bin.forecast:.0%}", str(bin.count), f"{bin.actual:.0%}", bar


def _mistake(scored: Scored) -> str:
    where = code(scored.where)
    if scored.link:
        where = f"[{where}](<{scored.link}>)"
    return (
        f"- {where} {inline(scored.loop, 80)}, iteration {scored.iteration}: "
        f"called {scored.verdict} ({scored.confidence} %), "
        f"accepted: {wording.expectation(scored)}. {inline(scored.summary, 160)}"
    )
