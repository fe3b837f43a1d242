"""What a run did last: the commands that exercised the work after its last edit."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from exitgate.core.transcript import CallKind, ToolCall, Transcript
from exitgate.language.failure import call_failed
from exitgate.language.runner_commands import is_test_command, only_shows


class Run(NamedTuple):
    step: int
    command: str
    failed: bool
    is_test: bool


class Closing(NamedTuple):
    edited_at: int
    """The step of the last edit that landed; 0 where none is recorded."""
    run: Run | None
    """The last command after it that did more than show text."""
    acted: bool
    """Did any step edit a file or run a command that may have changed something?"""


@lru_cache(maxsize=1)
def closing(transcript: Transcript) -> Closing:
    edited_at, last, acted = 0, None, False
    for step in range(len(transcript.steps), 0, -1):
        call = transcript.steps[step - 1]
        if not isinstance(call, ToolCall):
            continue
        if call.kind is CallKind.EDIT and not call_failed(call):
            edited_at, acted = step, True
            break
        if call.kind is CallKind.RUN and call.command and not only_shows(call.command):
            last = last or _run(step, call)
            acted = True
    return Closing(edited_at, last, acted or bool(transcript.edits))


def _run(step: int, call: ToolCall) -> Run:
    return Run(step, call.command, call_failed(call), is_test_command(call.command))
