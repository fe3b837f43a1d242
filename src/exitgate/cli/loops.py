"""exitgate loops: every loop in a store, or one more, taken over from a Ralph loop's folder."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from exitgate.cli import common
from exitgate.cli.streams import show
from exitgate.core.memory import LoopState
from exitgate.core.wording import counted
from exitgate.errors import InputError
from exitgate.report.escape import terminal
from exitgate.state import Store


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--import",
        dest="ralph",
        type=Path,
        metavar="DIR",
        help="take over the memory of an existing Ralph loop from its .ralph folder",
    )
    common.store_options(parser)
    common.plan_option(parser)


def execute(args: argparse.Namespace) -> int:
    store = common.store(args)
    if args.ralph is not None:
        return _take_over(args.ralph, store, common.loop_id(args))
    states = store.load_all()
    common.tell_notes(store)
    if not states:
        show("no loops are remembered here yet\n")
    for state in states:
        show(_line(state.loop_id, state))
    return 0


def _take_over(folder: Path, store: Store, loop: str) -> int:
    from exitgate.state.ralph_import import import_ralph

    taken = import_ralph(folder, loop)

    def fold(state: LoopState) -> LoopState:
        if state.history.totals.iterations:
            raise InputError(
                f"loop {loop!r} has iterations of its own already",
                hint="name a new loop with --loop, or `exitgate reset` this one first",
            )
        return replace(taken, chain=state.chain)

    show(_line(loop, store.remember(loop, fold)))
    return 0


def _line(name: str, state: LoopState) -> str:
    history = state.history
    last = history.last
    ending = f"{last.verdict}, confidence {last.confidence}" if last else "nothing yet"
    from exitgate.report.history_text import broken_chain

    broken = f"; memory {why}" if (why := broken_chain(state)) else ""
    count = counted(history.totals.iterations, "iteration")
    return f"{terminal(name, 120)}: {count}, last: {ending}{broken}\n"
