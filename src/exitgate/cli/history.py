"""exitgate history: a loop's iterations as a table, or as a recording."""

from __future__ import annotations

import argparse
import sys

from exitgate.cli import common
from exitgate.core.history import IterationRecord


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--export", action="store_true", help="print the iterations in the recording format")
    common.store_options(parser)
    common.plan_option(parser)


def execute(args: argparse.Namespace) -> int:
    store = common.store(args)
    state = store.load(common.loop_id(args))
    common.tell_notes(store)
    if args.export:
        sys.stdout.writelines(_lines(state.history.recent))
        return 0
    from exitgate.report.history_text import render_history

    sys.stdout.write(render_history(state, colour=common.wants_colour(), width=common.width()))
    return 0


def _lines(records: tuple[IterationRecord, ...]) -> list[str]:
    return [f"{record.recording}\n" for record in records if record.recording]
