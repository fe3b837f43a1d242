"""What it sees: the last command after the last edit that did more than show text. It failed.

Why it matters: an agent that ends on a failing command ends on something that does not work.

Example: `python -m build` ends with code 1, and the agent says that it is done.

False alarms: a command may be meant to fail, to show that an error is reported.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.signals.closing import closing

NAME = "last_run_failed"
COMMAND_CHARS = 80


def check(facts: Facts, _options: NoOptions) -> Evidence:
    run = closing(facts.transcript).run
    if run is None:
        return unmeasured(NAME, "no command after the last edit is recorded")
    shown = " ".join(run.command.split())[:COMMAND_CHARS]
    ref = (f"step {run.step}",)
    if run.failed:
        return found(NAME, f"the last command failed: {shown}", refs=ref, measure=run)
    return clear(NAME, f"the last command ended well: {shown}", refs=ref, measure=run)


SIGNAL = Signal(NAME, "Did the last command after the last edit fail?", check)
