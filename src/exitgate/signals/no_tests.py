"""What it sees: a test run that ran nothing: no test collected, or every one of them skipped.

Why it matters: a runner may end without an error when it found nothing, which looks like success.

Example: `collected 0 items`, `testing: warning: no tests to run`, a report without a test case.

False alarms: a project that has no tests yet, where the runner is called all the same.
"""

from __future__ import annotations

from exitgate.core.absence import Missing
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.wording import counted, every
from exitgate.language.printed_tests import known_suite

NAME = "no_tests"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    suite = known_suite(facts)
    if isinstance(suite, Missing):
        return unmeasured(NAME, suite.why)
    if suite.passed or suite.is_red:
        return clear(
            NAME, f"{counted(suite.collected, 'test was', 'tests were')} collected", refs=suite.refs
        )
    skipped = every(suite.skipped, "test", "was", "were")
    told = f"{skipped} skipped" if suite.skipped else "no test was collected"
    return found(NAME, told, refs=suite.refs, measure=suite)


SIGNAL = Signal(name=NAME, question="Did a test run test nothing at all?", check=check)
