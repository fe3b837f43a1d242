"""What it sees: how many errors the response reports.

Why it matters: a response without errors is a fifth of the response analyzer's confidence, and
more than five stop the blackbox profile.

Example: "TypeError: x is undefined" and "the migration failed" count.

False alarms: `"is_error": false`, "No errors found", `error_handler.py`, "0 errors", "fixed the
error" and "error handling" do not count.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.wording import counted
from exitgate.signals.said import NOTHING_SAID

NAME = "response_errors"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    if not facts.transcript.final_message.strip():
        return unmeasured(NAME, NOTHING_SAID)
    count = facts.reading.error_words
    if count == 0:
        return clear(NAME, "the response reports no errors", measure=0)
    return found(NAME, f"the response reports {counted(count, 'error')}", measure=count)


SIGNAL = Signal(name=NAME, question="Does the response report errors?", check=check)
