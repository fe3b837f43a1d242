"""A decision on a terminal: the verdict first, then why, the evidence, and what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exitgate.core.decision import Decision
from exitgate.core.history import History
from exitgate.report.chart import sparkline
from exitgate.report.console import MARKS, VERDICT_STYLES, print_parts
from exitgate.report.escalation import Escalation, escalation_of, marked_history
from exitgate.report.escape import terminal, terminal_lines
from exitgate.report.view import Row, Tone, View, view

if TYPE_CHECKING:
    from rich.console import RenderableType


def render_text(
    decision: Decision,
    *,
    history: History | None = None,
    escalation: Escalation | None = None,
    colour: bool,
    width: int,
) -> str:
    shown = view(decision, history)
    escalated = escalation or escalation_of(decision, history or History())
    parts = [_verdict(shown), _evidence(shown)]
    if escalated:
        parts.append(_escalation(escalated))
    if len(shown.trend) > 1:
        parts.append(_trend(shown))
    parts.append(_next(shown))
    return print_parts(parts, colour=colour, width=width)


def _verdict(shown: View) -> RenderableType:
    from rich.text import Text

    decision = shown.decision
    ready = ", ready to merge" if decision.merge_ready else ""
    text = Text()
    text.append(shown.words.title.upper(), VERDICT_STYLES[decision.verdict])
    text.append(f"  confidence {decision.confidence.value}{ready}", "bold")
    text.append(f"  {terminal(decision.loop_id, 60)}, iteration {decision.iteration}", "dim")
    text.append(f"\n{terminal(decision.summary, 500)}")
    if decision.circuit.state.value != "CLOSED":
        why = f": {terminal(decision.circuit.trigger)}" if decision.circuit.trigger else ""
        text.append(f"\ncircuit {decision.circuit.state.value}{why}", "yellow")
    return text


def _evidence(shown: View) -> RenderableType:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), expand=False)
    table.add_column("")
    table.add_column("Signal", overflow="fold", max_width=24)
    table.add_column("What was seen", overflow="fold", ratio=3)
    table.add_column("Where", overflow="fold", max_width=32)
    for row in shown.telling:
        mark, style = MARKS[row.tone]
        table.add_row(Text(mark, style), _names(row), terminal(row.headline, 300), _where(row))
    quiet = len(shown.rows) - len(shown.telling)
    if quiet:
        mark, style = MARKS[Tone.QUIET]
        table.add_row(Text(mark, style), Text(f"{quiet} more", style), Text("found nothing", style))
    return table


def _trend(shown: View) -> RenderableType:
    from rich.text import Text

    points = shown.trend[-24:]
    text = Text("Confidence by iteration  ", "bold")
    text.append(sparkline([point.confidence for point in points]), "cyan")
    text.append(f"  {points[0].confidence} → {points[-1].confidence}")
    return text


def _escalation(escalation: Escalation) -> RenderableType:
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    lines = [f"Pattern: {terminal(escalation.pattern)}"]
    lines.append(f"Signature: {terminal(escalation.signature, 200)}")
    lines += [
        f"Iteration {number}: {terminal(work, 160)}{mark}"
        for number, work, mark in marked_history(escalation)
    ]
    return Group(Text("Loop detected", "bold red"), Padding(Text("\n".join(lines)), (0, 0, 0, 2)))


def _next(shown: View) -> RenderableType:
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    lines: list[RenderableType] = [Text("What to do next", "bold")]
    for step in shown.steps:
        command = f": {step.command}" if step.command else ""
        lines.append(Padding(Text(f"{step.text.replace('`', '')}{command}"), (0, 0, 0, 2)))
    if shown.decision.guidance.strip():
        guidance = terminal_lines(shown.decision.guidance, 2_000)
        lines.append(Padding(Text("Tell the next iteration:"), (0, 0, 0, 2)))
        lines.append(Padding(Text(guidance, "italic"), (0, 0, 0, 4)))
    return Group(*lines)


def _names(row: Row) -> str:
    return terminal(", ".join(row.signals).replace("_", " "), 120)


def _where(row: Row) -> str:
    shown = [terminal(ref, 80) for ref in row.refs[:3]]
    if left := len(row.refs) - len(shown):
        shown.append(f"{left} more")
    return "\n".join(shown)
