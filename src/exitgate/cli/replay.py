"""exitgate replay: decisions for a recorded loop, one a line, in the recording's order."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import cast

from exitgate.cli import common
from exitgate.cli.check import rendered
from exitgate.cli.streams import show
from exitgate.errors import InputError, UsageError, why_unread
from exitgate.ingest.fence import open_input
from exitgate.recording import read_recording
from exitgate.replay import ReplayStep, replay


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("recording", metavar="RECORDING.jsonl|-", nargs="+", help="one iteration a line, or gzip")
    outputs = ("text", "json", "markdown", "html")
    add("--output", choices=outputs, default="text", help="default: text; html with --report")
    add("--last", action="store_true", help="print only the recording's last decision")
    add("--report", action="store_true", help="measure against the labels instead")
    add("--compare", metavar="PROFILE", nargs="+", default=[], help="measure these beside it")
    common.policy_options(parser)


def execute(args: argparse.Namespace) -> int:
    if args.report or args.compare:
        from exitgate.cli import replay_report

        return replay_report.execute(args)
    if args.output == "html":
        raise UsageError("html is an output of --report", hint="add --report")
    for recording in args.recording:
        _replay(recording, args)
    return 0


def _replay(recording: str, args: argparse.Namespace) -> None:
    policy = common.load(args).policy
    step: ReplayStep | None = None
    with opened(recording) as stream, progress(stream, recording) as advance:
        for step in replay(read_recording(stream, recording), policy):
            if not args.last:
                show(_shown(step, args.output))
            advance()
    if step is None:
        hint = "`exitgate history --export` writes recordings"
        raise InputError(f"{recording}: holds no iteration", hint=hint)
    if args.last or _deserves_detail(step, args.output):
        gap = "" if args.last else "\n"
        show(gap + rendered(step.decision, step.history, args.output))


def _shown(step: ReplayStep, output: str) -> str:
    if output != "text":
        return rendered(step.decision, step.history, output)
    from exitgate.report.line import render_line

    return render_line(step.decision, **common.screen())


def _deserves_detail(step: ReplayStep, output: str) -> bool:
    """A person who watched a loop end wants to know why; a machine reads the lines."""
    return output == "text" and step.decision.should_exit


@contextmanager
def opened(name: str) -> Iterator[BufferedReader]:
    if name == "-":
        yield cast(BufferedReader, sys.stdin.buffer)
        return
    try:
        stream = open_input(Path(name))
    except (OSError, ValueError) as error:
        raise InputError(f"{name}: {why_unread(error)}", hint="check the path") from None
    with stream:
        yield stream


@contextmanager
def progress(stream: BufferedReader, name: str) -> Iterator[Callable[[], None]]:
    """A bar on a terminal for a long recording; silent in a pipe."""
    if name == "-" or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("[dim]replaying"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("replay", total=Path(name).stat().st_size)
        yield lambda: bar.update(task, completed=stream.tell())
