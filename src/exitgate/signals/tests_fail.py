"""What it sees: a test run with failures or errors, and which tests they are.

Why it matters: failing tests contradict any claim that the work is done.

Example: `2 failed, 10 passed in 0.4s` in the newest test run of the transcript is found.

False alarms: a suite that failed before the agent began. Where an earlier iteration knew the
failing tests, the headline says how many of them are new.
"""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.core.absence import Missing
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import Signal
from exitgate.core.suite import SuiteRun, SuiteSource
from exitgate.language.printed_tests import known_suite

NAME = "tests_fail"
SHOWN_NAMES = 10


@dataclass(frozen=True, slots=True)
class Options:
    printed_strength: float = 0.8
    """How much a summary printed in the transcript counts, beside 1.0 for a report."""


@dataclass(frozen=True, slots=True)
class Failures:
    """The failing run; `new` are names that did not fail before, None where that is unknown."""

    suite: SuiteRun
    new: tuple[str, ...] | None


def check(facts: Facts, options: Options) -> Evidence:
    suite = known_suite(facts)
    if isinstance(suite, Missing):
        return unmeasured(NAME, suite.why)
    if not suite.is_red:
        return clear(NAME, "no test fails", refs=suite.refs, measure=Failures(suite, ()))
    last = facts.history.last
    before = last.failing if last else None
    failures = Failures(suite, newly_failing(before, suite.failing))
    strength = options.printed_strength if suite.source is SuiteSource.PRINTED else 1.0
    refs = (*suite.refs, *suite.failing[:SHOWN_NAMES])
    return found(NAME, _headline(failures), strength=strength, refs=refs, measure=failures)


def newly_failing(before: tuple[str, ...] | None, after: tuple[str, ...]) -> tuple[str, ...] | None:
    """Names that fail now and did not before; None where the names before are not known."""
    if before is None:
        return None
    return tuple(sorted(set(after) - set(before)))


def _headline(failures: Failures) -> str:
    suite = failures.suite
    count = suite.failed + suite.errors
    told = f"{count} of {suite.collected} tests fail ({suite.source})"
    return told if failures.new is None else f"{told}, {len(failures.new)} of them new"


SIGNAL = Signal(name=NAME, question="Do tests fail?", check=check, options=Options)
