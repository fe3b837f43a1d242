"""What it sees: a run whose format records tool calls, and that neither edited a file nor ran a
command that may have changed one.

Why it matters: words alone leave no work behind.

Example: the agent reads five files, explains what it would do, and ends.

False alarms: an answer in words, a review or a question may be the whole task. A neutral
transcript without any call may just not have recorded them, so it is unmeasured.
"""

from __future__ import annotations

from exitgate.core.absence import Missing
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.signals.closing import closing

NAME = "nothing_done"
NEUTRAL = "exitgate"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    transcript = facts.transcript
    if not isinstance(facts.changes, Missing) and facts.changes.without(facts.ignore).files:
        return clear(NAME, "files changed in the repository")
    if not transcript.has_tools:
        return unmeasured(NAME, f"{transcript.format} output does not tell of tool calls")
    if closing(transcript).acted:
        return clear(NAME, "files were edited or commands were run")
    if transcript.format == NEUTRAL and not transcript.calls:
        return unmeasured(NAME, "the transcript records no tool call")
    if transcript.cut or transcript.counts.tool_calls > len(transcript.calls):
        return unmeasured(NAME, "only the end of the run is kept")
    return found(NAME, "no file was edited and nothing was run", refs=("transcript end",))


SIGNAL = Signal(NAME, "Did the run do nothing that could change the project?", check)
