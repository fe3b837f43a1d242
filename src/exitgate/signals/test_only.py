"""What it sees: a response that is nothing but test output, or work of the type TESTING, without
an edit.

Why it matters: an agent that only runs tests makes no progress; repeated, that is being stuck
and not being done.

Example: "PASS src/a.test.ts" and "Tests: 12 passed" with no word on a change.

False alarms: tests together with a real edit are work, whatever the message shows.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.wording import counted
from exitgate.signals.said import NOTHING_SAID, has_words

NAME = "test_only"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    if not has_words(facts):
        return unmeasured(NAME, NOTHING_SAID)
    if not facts.reading.test_only:
        return clear(NAME, "the response is more than test output")
    if edits := facts.transcript.edits:
        return clear(
            NAME, f"test output, with {counted(len(edits), 'file')} edited", refs=edits[:3]
        )
    return found(NAME, "the response is test output only", refs=("response:1",))


SIGNAL = Signal(name=NAME, question="Is the response nothing but test output?", check=check)
