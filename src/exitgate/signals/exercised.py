"""What it sees: the last command after the last edit that did more than show text: a test run, a
build, a script, a request. It ended well.

Why it matters: what an agent runs after its last edit, and how that ends, says more about the work
than any word of its last message.

Example: `src/a.py` is edited at step 40 and `python repro.py` ends with code 0 at step 42.

False alarms: a command that has nothing to do with the work also ends well. Tests count fully,
other commands less.
"""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import Signal
from exitgate.signals.closing import closing

NAME = "exercised"
COMMAND_CHARS = 80


@dataclass(frozen=True, slots=True)
class Options:
    other_strength: float = 0.6
    """How much a command that is no test counts, beside 1.0 for tests."""


def check(facts: Facts, options: Options) -> Evidence:
    transcript = facts.transcript
    if not transcript.calls:
        return unmeasured(NAME, "no tool call is recorded")
    run = closing(transcript).run
    if run is None:
        return clear(NAME, "nothing was run after the last edit")
    shown = " ".join(run.command.split())[:COMMAND_CHARS]
    ref = (f"step {run.step}",)
    if run.failed:
        return clear(NAME, f"the last command failed: {shown}", refs=ref, measure=run)
    strength = 1.0 if run.is_test else options.other_strength
    told = f"ran well after the last edit: {shown}"
    return found(NAME, told, strength=strength, refs=ref, measure=run)


SIGNAL = Signal(NAME, "Was the work exercised after its last edit, and did it run?", check, Options)
