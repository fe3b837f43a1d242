"""exitgate replay: decisions for a recorded loop, one a line, in the recording's order."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from io import BufferedReader

from exitgate.cli import common
from exitgate.cli.check import rendered
from exitgate.errors import InputError
from exitgate.recording import read_recording
from exitgate.replay import replay


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("recording", metavar="RECORDING.jsonl|-", help="one iteration a line, plain or gzip")
    add("--output", choices=("text", "json", "markdown"), default="text", help="default: text")
    common.policy_options(parser)


def execute(args: argparse.Namespace) -> int:
    policy = common.load(args).policy
    with opened(args.recording) as stream, progress(stream, args.recording) as advance:
        lines = read_recording(stream, args.recording)
        for step in replay(lines, policy):
            sys.stdout.write(rendered(step.decision, step.history, args.output))
            advance()
    return 0


@contextmanager
def opened(name: str) -> Iterator[BufferedReader]:
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = Path(name).open("rb")
    except OSError as error:
        raise InputError(
            f"{name}: cannot be read: {error.strerror}", hint="check the path"
        ) from None
    with stream:
        yield stream


@contextmanager
def progress(stream: BufferedReader, name: str) -> Iterator[Callable[[], None]]:
    """A bar on a terminal for a long recording; silent in a pipe."""
    if not (sys.stderr.isatty() and stream.seekable() and name != "-"):
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("[dim]replaying"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("replay", total=Path(name).stat().st_size)
        yield lambda: bar.update(task, completed=stream.tell())
