"""Standard output and error, which may be closed, full, poor in signs, or read by nobody."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TextIO

from exitgate.errors import OutputError
from exitgate.report.plain import HANDLER


def make_usable() -> None:
    """A closed stream swallows what it is told; one that cannot show a sign shows a question mark.

    Neither may end the gate: its answer is the exit code.
    """
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=HANDLER)


def show(text: str) -> None:
    """Print. A reader that has gone is a BrokenPipeError, any other trouble an OutputError."""
    with _output_errors():
        sys.stdout.write(text)


def complain(text: str) -> None:
    try:
        sys.stderr.write(text)
    except OSError:
        _let_go(sys.stderr)


def finish() -> None:
    """Let the rest out now: the interpreter's own last flush would end in a traceback."""
    try:
        with _output_errors():
            sys.stdout.flush()
    except BrokenPipeError:
        # What the reader did not read it did not want.
        _let_go(sys.stdout)


@contextmanager
def _output_errors() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        _let_go(sys.stdout)
        why = error.strerror or str(error)
        raise OutputError(
            f"standard output cannot be written: {why}", hint="send it to another place"
        ) from None


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - lives as long as we do


def _let_go(stream: TextIO) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
