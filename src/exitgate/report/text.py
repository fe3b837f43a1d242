"""A decision on a terminal: the verdict first, then why, the evidence, and what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exitgate.core.decision import Decision
from exitgate.core.history import History
from exitgate.core.verification import Standing
from exitgate.report.chart import sparkline
from exitgate.report.console import MARKS, VERDICT_STYLES, print_parts
from exitgate.report.escalation import Escalation, escalation_of, marked_history
from exitgate.report.escape import terminal, terminal_lines
from exitgate.report.readings import files_read, not_read
from exitgate.report.tone import Tone
from exitgate.report.view import Row, View, by_standing, view
from exitgate.report.words import Place

if TYPE_CHECKING:
    from rich.console import RenderableType

MOST_LEFT_OUT = 3
MOST_CLAIMS = 12
CLAIM_MARKS = {
    Standing.CONTRADICTED: ("! contradicted", "red"),
    Standing.UNVERIFIABLE: ("? unverifiable", "yellow"),
    Standing.VERIFIED: ("✔ verified", "green"),
}


def render_text(
    decision: Decision,
    *,
    history: History | None = None,
    escalation: Escalation | None = None,
    colour: bool,
    width: int,
) -> str:
    shown = view(decision, history, Place.TERMINAL)
    escalated = escalation or escalation_of(decision, history or History())
    parts = [_verdict(shown), _evidence(shown)]
    if decision.claims:
        parts.append(_claims(decision))
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
    for line in files_read(decision):
        text.append(f"\nread {terminal(line, 160)}", "yellow" if line.endswith("!)") else "dim")
    for line in not_read(decision)[:MOST_LEFT_OUT]:
        text.append(f"\nleft out: {terminal(line, 200)}", "yellow")
    return text


def _evidence(shown: View) -> RenderableType:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), expand=False)
    table.add_column("")
    table.add_column("Signal", overflow="fold", max_width=20)
    table.add_column("What was seen", overflow="fold", ratio=3)
    table.add_column("Where", overflow="fold", max_width=32)
    for row in shown.telling:
        mark, style = MARKS[row.tone]
        name = terminal(row.name, 120)
        table.add_row(Text(mark, style), name, terminal(row.headline, 300), _where(row))
    for tone, count, words in (
        (Tone.UNKNOWN, shown.unmeasured_signals, "not measured"),
        (Tone.QUIET, len(shown.clear), "found nothing"),
    ):
        if count:
            table.add_row(*(Text(cell, "dim") for cell in (MARKS[tone][0], f"{count} more", words)))
    return table


def _claims(decision: Decision) -> RenderableType:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), expand=False)
    table.add_column("", no_wrap=True)
    table.add_column("The agent claims", overflow="fold", ratio=2)
    table.add_column("The evidence says", overflow="fold", ratio=3)
    rows = by_standing(decision.claims)
    for claim in rows[:MOST_CLAIMS]:
        mark, style = CLAIM_MARKS[claim.standing]
        refs = ", ".join(terminal(ref, 80) for ref in claim.refs[:2])
        because = terminal(claim.because, 200) + (f" ({refs})" if refs else "")
        table.add_row(Text(mark, style), terminal(claim.text, 160), because)
    if (left := len(rows) - MOST_CLAIMS) > 0:
        table.add_row("", Text(f"{left} more", "dim"), "")
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
        said = step.text.replace("`", "")
        lines.append(Padding(Text(f"{said}:" if step.answer else said), (0, 0, 0, 2)))
        if step.answer:
            # On its own line, so that it can be copied whole.
            lines.append(Padding(Text(Place.TERMINAL.answer(step.answer), "bold"), (0, 0, 0, 4)))
    if any(step.answer for step in shown.steps):
        same = "with the --loop, --repo and --state of this check, if it had any"
        lines.append(Padding(Text(f"({same})", "dim"), (0, 0, 0, 2)))
    if shown.decision.guidance.strip():
        guidance = terminal_lines(shown.decision.guidance, 2_000)
        lines.append(Padding(Text("Tell the next iteration:"), (0, 0, 0, 2)))
        lines.append(Padding(Text(guidance, "italic"), (0, 0, 0, 4)))
    return Group(*lines)


def _where(row: Row) -> str:
    shown = [terminal(ref, 80) for ref in row.refs[:3]]
    if left := len(row.refs) - len(shown):
        shown.append(f"{left} more")
    return "\n".join(shown)
