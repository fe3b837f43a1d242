"""What it sees: the agent's own word that tests, the build or the work fail, or that it checked
nothing.

Why it matters: it contradicts a claim of completion in the same message, whatever was measured.

Example: "All tasks are complete, but 3 tests still fail." or "The task is done. I have not tested
it."

False alarms: failures of the past, failures that were mended further down, and tests that failed
before the agent began and are called so.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.language.qualified import admitted_failures
from exitgate.signals.said import NOTHING_SAID, has_words, line_ref

NAME = "admitted_failure"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    if not has_words(facts):
        return unmeasured(NAME, NOTHING_SAID)
    failures = admitted_failures(facts.reading)
    if not failures:
        return clear(NAME, "the agent admits no failure")
    first = failures[0]
    return found(NAME, f"admitted: {first.text}", refs=line_ref(first), measure=first)


SIGNAL = Signal(
    name=NAME,
    question="Does the agent itself say that something fails or was not checked?",
    check=check,
)
