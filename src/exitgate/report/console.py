"""The terminal: one set of styles, and parts printed with one empty line between them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from exitgate.core.decision import Verdict
from exitgate.report.escape import log_line
from exitgate.report.tone import Tone

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

NARROWEST, WIDEST = 40, 200
VERDICT_STYLES = {
    Verdict.CONTINUE: "bold cyan",
    Verdict.COMPLETE: "bold green",
    Verdict.STUCK: "bold red",
    Verdict.BLOCKED: "bold yellow",
    Verdict.EXHAUSTED: "bold yellow",
    Verdict.REVIEW: "bold magenta",
    Verdict.CANCELLED: "bold",
}
MARKS = {
    Tone.PROVEN: ("✔ proven", "green"),
    Tone.SAID: ("” said", ""),
    Tone.AGAINST: ("! against", "red"),
    Tone.UNKNOWN: ("? unknown", "yellow"),
    Tone.QUIET: ("· clear", "dim"),
}


def print_parts(parts: Sequence[RenderableType], *, colour: bool, width: int) -> str:
    """Rich is loaded only here and where parts are made: most decisions are read by programs."""
    return "\n\n".join(_printed(part, colour, width) for part in parts) + "\n"


def _printed(part: RenderableType, colour: bool, width: int) -> str:
    out = io.StringIO()
    _console(out, colour, width).print(part)
    # Wrapping can move foreign words to the start of a line, where a runner would obey them.
    lines = [log_line(line.rstrip()) for line in out.getvalue().split("\n")]
    return "\n".join(lines).strip("\n")


def _console(out: io.StringIO, colour: bool, width: int) -> Console:
    from rich.console import Console

    return Console(
        file=out,
        width=min(WIDEST, max(NARROWEST, width)),
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        legacy_windows=False,
        markup=False,
        emoji=False,
        highlight=False,
        _environ={},
    )
