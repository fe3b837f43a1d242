"""What it sees: a test run, from a report or printed in the transcript, in which tests ran and
none failed.

Why it matters: passing tests are the strongest independent fact behind a claim of completion.

Example: a JUnit report with 12 passed and 1 skipped is found; 12 skipped alone is not.

False alarms: tests that check nothing, or a run of one file only, also pass. The printed
summary counts less than a report, for the agent chose what to run.
"""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.core.absence import Missing
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import Signal
from exitgate.core.suite import SuiteSource
from exitgate.core.wording import counted
from exitgate.language.printed_tests import known_suite

NAME = "tests_pass"


@dataclass(frozen=True, slots=True)
class Options:
    printed_strength: float = 0.8
    """How much a summary printed in the transcript counts, beside 1.0 for a report."""


def check(facts: Facts, options: Options) -> Evidence:
    suite = known_suite(facts)
    if isinstance(suite, Missing):
        return unmeasured(NAME, suite.why)
    if not (suite.counts_failures or suite.is_red):
        return unmeasured(NAME, "passing tests were counted, but not failing ones")
    if not suite.is_green:
        why = (
            counted(suite.failed + suite.errors, "fails", "fail")
            if suite.is_red
            else "no test passed"
        )
        return clear(NAME, f"tests do not pass: {why}", refs=suite.refs, measure=suite)
    strength = options.printed_strength if suite.source is SuiteSource.PRINTED else 1.0
    told = f"{counted(suite.passed, 'test passes', 'tests pass')} ({suite.source})"
    return found(NAME, told, strength=strength, refs=suite.refs, measure=suite)


SIGNAL = Signal(name=NAME, question="Do the tests pass?", check=check, options=Options)
