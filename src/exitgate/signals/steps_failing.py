"""What it sees: at least half of the last commands and edits failed.

Why it matters: work that ends well settles before it ends; failure up to the last step means that
the agent was still fighting.

Example: of the last six commands and edits four failed.

False alarms: searches that find nothing do not count; a reproduction that is meant to fail does.
"""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import Signal
from exitgate.core.transcript import CallKind, ToolCall
from exitgate.language.failure import call_failed

NAME = "steps_failing"


@dataclass(frozen=True, slots=True)
class Options:
    window: int = 6
    """Commands and edits looked back at."""
    share: float = 0.5
    """The part of them from which the end counts as failing."""


def check(facts: Facts, options: Options) -> Evidence:
    recent: list[tuple[int, bool]] = []
    steps = facts.transcript.steps
    for at in range(len(steps), 0, -1):
        call = steps[at - 1]
        if isinstance(call, ToolCall) and call.kind in (CallKind.RUN, CallKind.EDIT):
            recent.append((at, call_failed(call)))
            if len(recent) == options.window:
                break
    if len(recent) < options.window:
        return unmeasured(NAME, f"fewer than {options.window} commands and edits are recorded")
    failed = [at for at, bad in recent if bad]
    told = f"{len(failed)} of the last {len(recent)} commands and edits failed"
    refs = [f"step {at}" for at in failed]
    if len(failed) >= options.share * len(recent):
        return found(NAME, told, strength=len(failed) / len(recent), refs=refs)
    return clear(NAME, told, refs=refs)


SIGNAL = Signal(NAME, "Did at least half of the last steps fail?", check, Options)
