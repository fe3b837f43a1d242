"""Do tests pass, by a measurement or by the response's own words?

What it sees: a test report or a printed summary first; without either, what the response says.

Why it matters: the response-analyzer profile scores what a response reports, as its document
does. It is a claim where nothing was measured, so the standard profile does not ask it.

Example: "Modified 3 files, 12 tests passing".

False alarms: words about tests that never ran; that is why measurements come first.
"""

from __future__ import annotations

from exitgate.core.absence import Missing
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.language.printed_tests import known_suite
from exitgate.language.qualified import says_build_fails, says_tests_pass

NAME = "tests_reported"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    suite = known_suite(facts)
    if not isinstance(suite, Missing):
        if suite.is_green:
            return found(NAME, f"{suite.passed} tests pass ({suite.source})", refs=suite.refs)
        return clear(NAME, "the measured tests do not pass", refs=suite.refs)
    said = says_tests_pass(facts.reading)
    if said is None:
        return unmeasured(NAME, "nothing is measured or said about tests")
    if said and says_build_fails(facts.reading):
        return clear(NAME, "the response says that the build fails")
    if said:
        return found(NAME, "the response says that tests pass")
    return clear(NAME, "the response says that tests do not pass")


SIGNAL = Signal(NAME, "Do tests pass, measured or by the response's words?", check)
