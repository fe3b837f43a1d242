"""What it sees: a run that its agent ended itself: a finish or submit call at the end, an end
record or an exit code that says so. What the agent only says is not counted here.

Why it matters: an agent that stops by itself means to be done; one that was cut off does not.

Example: the last call is `finish`, or the result record says `success`.

False alarms: an agent also hands in work that it only believes to be right, and one that gives up
ends by itself too. It supports a claim and proves nothing.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.transcript import CallKind, EndStatus, ToolCall

NAME = "handed_in"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    transcript = facts.transcript
    if (step := _finish_step(facts)) is not None:
        return found(NAME, "the agent handed its work in", refs=(f"step {step}",))
    if transcript.end is EndStatus.FINISHED or facts.exit_code == 0:
        return found(NAME, "the agent ended the run itself", refs=("transcript end",))
    if transcript.end is not EndStatus.UNKNOWN or facts.exit_code:
        return clear(NAME, "the run ended otherwise", measure=transcript.end)
    return unmeasured(NAME, "how the run ended is not recorded")


def _finish_step(facts: Facts) -> int | None:
    """The last call's step where that call ends the run."""
    steps = facts.transcript.steps
    for at in range(len(steps), 0, -1):
        call = steps[at - 1]
        if isinstance(call, ToolCall):
            return at if call.kind is CallKind.FINISH else None
    return None


SIGNAL = Signal(NAME, "Did the agent end the run itself?", check)
