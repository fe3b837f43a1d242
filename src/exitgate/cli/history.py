"""exitgate history: a loop's iterations as a table, or as a recording."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator

from exitgate.cli import common
from exitgate.cli.streams import show
from exitgate.core.memory import LoopState
from exitgate.recording_verdicts import labels_of


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--export", action="store_true", help="print the iterations in the recording format")
    common.store_options(parser)
    common.plan_option(parser)


def execute(args: argparse.Namespace) -> int:
    state = common.remembered(args)
    if args.export:
        for line in _lines(state):
            show(line)
        return 0
    from exitgate.report.history_text import render_history

    show(render_history(state, **common.screen()))
    return 0


def _lines(state: LoopState) -> Iterator[str]:
    """As they were recorded, with what a person has said about them since."""
    labels = labels_of(state)
    for record in state.history.recent:
        if record.recording:
            line = _numbered(record.recording, record.number)
            yield f"{_labelled(line, labels.get(record.number))}\n"


def _numbered(line: str, number: int) -> str:
    """Two runs at once are both judged as the next one; which was first, memory decided."""
    told = re.search(r'"iteration": (\d+)', line)
    if told is None or int(told[1]) == number:
        return line
    return f"{line[: told.start(1)]}{number}{line[told.end(1) :]}"


def _labelled(line: str, label: str | None) -> str:
    """The line with one more key at its end; it was written as an object by the gate itself."""
    said = f', "label": {json.dumps(label)}}}'
    return line.removesuffix("}") + said if label and line.endswith("}") else line
