"""A loop's memory on a terminal: what each iteration did, and how it stands now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exitgate.core.circuit import Circuit, CircuitState
from exitgate.core.history import IterationRecord, Totals
from exitgate.core.memory import LoopState
from exitgate.core.wording import amount, counted, lasting
from exitgate.report.chart import sparkline
from exitgate.report.console import VERDICT_STYLES, print_parts
from exitgate.report.escape import terminal

if TYPE_CHECKING:
    from rich.console import RenderableType

UNKNOWN = "–"


def render_history(state: LoopState, *, colour: bool, width: int) -> str:
    """One line an iteration, with a sparkline of the confidence above."""
    from rich.text import Text

    if not state.history.recent:
        name = terminal(state.loop_id, 80)
        empty = [Text(f"{name}: no iteration is remembered")]
        warning = [_broken(state)] if not state.chain.ok else []
        return print_parts([*empty, *warning], colour=colour, width=width)
    warning = [_broken(state)] if not state.chain.ok else []
    return print_parts([_title(state), *warning, _iterations(state)], colour=colour, width=width)


def render_state(state: LoopState, *, colour: bool, width: int) -> str:
    """How the loop stands: totals, breaker, the last verdict and a person's word."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE, show_header=False, pad_edge=False)
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    for name, value in _standing(state):
        table.add_row(name, value)
    return print_parts([table], colour=colour, width=width)


def circuit_at(circuit: Circuit, iteration: int) -> CircuitState:
    """The breaker after that iteration, by its recorded changes."""
    earlier = [change.after for change in circuit.transitions if change.iteration <= iteration]
    later = [change.before for change in circuit.transitions if change.iteration > iteration]
    if earlier:
        return earlier[-1]
    return later[0] if later else circuit.state


def _title(state: LoopState) -> RenderableType:
    from rich.text import Text

    values = [record.confidence for record in state.history.recent]
    text = Text(terminal(state.loop_id, 60), "bold")
    text.append(f"  {counted(state.history.totals.iterations, 'iteration')}  ")
    text.append(sparkline(values), "cyan")
    text.append(f"  confidence {values[0]} → {values[-1]}")
    return text


def broken_chain(state: LoopState) -> str:
    """What is wrong with the memory, or an empty text."""
    chain = state.chain
    if chain.ok:
        return ""
    where = "" if chain.broken_at is None else f"iteration {chain.broken_at} "
    return terminal(f"broken: {where}{chain.why}", 300)


def _broken(state: LoopState) -> RenderableType:
    from rich.text import Text

    return Text(f"Memory {broken_chain(state)}", "bold red")


def _iterations(state: LoopState) -> RenderableType:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    for name in ("#", "Conf", "Plan", "Tests"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("Circuit", no_wrap=True)
    table.add_column("Verdict", no_wrap=True)
    table.add_column("Work", overflow="fold", ratio=1)
    for record in state.history.recent:
        table.add_row(
            *_cells(record),
            circuit_at(state.circuit, record.number).value,
            _verdict(record),
            terminal(record.work, 120),
        )
    return table


def _cells(record: IterationRecord) -> tuple[str, str, str, str]:
    plan = UNKNOWN if record.plan_done is None else f"{record.plan_done}/{record.plan_total}"
    if record.tests_passed is None and record.tests_failed is None:
        tests = UNKNOWN
    else:
        tests = f"{record.tests_passed or 0}✔ {record.tests_failed or 0}✘"
    return str(record.number), str(record.confidence), plan, tests


def _verdict(record: IterationRecord) -> RenderableType:
    from rich.text import Text

    known = {verdict.value: style for verdict, style in VERDICT_STYLES.items()}
    return Text(terminal(record.verdict, 20), known.get(record.verdict, ""))


def _spent(totals: Totals) -> str:
    """What the agent reported; a sum of nothing tells of nothing measured."""
    parts = [
        f"${totals.cost_usd:.2f}" if totals.cost_usd else "",
        lasting(totals.duration_s) if totals.duration_s else "",
        f"{amount(totals.tokens)} tokens" if totals.tokens else "",
    ]
    return ", ".join(part for part in parts if part) or UNKNOWN


def _standing(state: LoopState) -> list[tuple[str, str]]:
    totals, last, circuit = state.history.totals, state.history.last, state.circuit
    verdict = terminal(f"{last.verdict} {last.reason}", 80) if last else UNKNOWN
    trigger = f", {terminal(circuit.trigger, 200)}" if circuit.trigger else ""
    since = f" since {terminal(circuit.since, 40)}" if circuit.since else ""
    rows = [
        ("Loop", terminal(state.loop_id, 120)),
        ("Iterations", str(totals.iterations)),
        ("Last verdict", verdict),
        ("Circuit", f"{circuit.state.value}{since}{trigger}"),
        ("Spent", _spent(totals)),
        ("Started", terminal(totals.started_at, 40) if totals.started_at else UNKNOWN),
    ]
    rows.append(("Memory", broken_chain(state) or "as the gate wrote it"))
    if state.directive:
        told = terminal(f"{state.directive.command} {state.directive.hint}", 200)
        rows.append(("A person said", f"{told} ({terminal(state.directive.by, 60)})"))
    return rows
