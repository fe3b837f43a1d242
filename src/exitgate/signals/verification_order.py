"""Did the tests run, and pass, after the last edit?

What it sees: the order of edits and test runs in the transcript, and how the last run ended.

Why it matters: a run before the last edit says nothing about the code that is now there; what
the agent ran after its last edit says more about success than any word of its final message.

Example: src/cart.py edited in step 40, `pytest` passed in step 42.

False alarms: a runner that the gate does not know by name looks like no run at all.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.proof.runs import last_edit, test_runs

NAME = "verification_order"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    transcript = facts.transcript
    if not transcript.has_tools or not transcript.calls:
        return unmeasured(NAME, "the transcript records no tool calls")
    edited = last_edit(transcript)
    if edited is None:
        return unmeasured(NAME, "the transcript records no edit")
    runs = test_runs(transcript)
    if not runs:
        return clear(NAME, f"no test run was seen; the last edit is step {edited}")
    last = runs[-1]
    if not last.is_fresh:
        return clear(
            NAME, f"the last test run came before the last edit, step {edited}", refs=(last.ref,)
        )
    if last.passed is False:
        return clear(NAME, "the last test run, after the last edit, failed", refs=(last.ref,))
    strength = 1.0 if last.passed else 0.5
    headline = f"`{last.command.strip()[:60]}` ran after the last edit"
    return found(NAME, headline, strength=strength, refs=(last.ref,), measure=last)


SIGNAL = Signal(name=NAME, question="Did tests run after the last edit?", check=check)
