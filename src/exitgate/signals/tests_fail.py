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
from exitgate.core.wording import agreeing, counted
from exitgate.language.printed_tests import known_suite

NAME = "tests_fail"
SHOWN_NAMES = 10


@dataclass(frozen=True, slots=True)
class Options:
    printed_strength: float = 0.8
    """How much a summary printed in the transcript counts, beside 1.0 for a report."""


@dataclass(frozen=True, slots=True)
class Failures:
    """The run beside the one before: None where the names before are not known."""

    suite: SuiteRun
    new: tuple[str, ...] | None
    """Names that fail now and did not before."""
    mended: tuple[str, ...] | None = None
    """Names that failed before and do not any more."""


def check(facts: Facts, options: Options) -> Evidence:
    suite = known_suite(facts)
    if isinstance(suite, Missing):
        return unmeasured(NAME, suite.why)
    failures = _beside_the_last(facts, suite)
    if not suite.is_red:
        return clear(NAME, _headline(failures), refs=suite.refs, measure=failures)
    strength = options.printed_strength if suite.source is SuiteSource.PRINTED else 1.0
    refs = (*suite.refs, *suite.failing[:SHOWN_NAMES])
    return found(NAME, _headline(failures), strength=strength, refs=refs, measure=failures)


def _beside_the_last(facts: Facts, suite: SuiteRun) -> Failures:
    last = facts.history.last
    if last is None or last.failing is None:
        return Failures(suite, None)
    before, after = set(last.failing), set(suite.failing)
    return Failures(suite, tuple(sorted(after - before)), tuple(sorted(before - after)))


def _headline(failures: Failures) -> str:
    suite = failures.suite
    told = f"{_failing(suite)} ({suite.source})"
    if not suite.is_red:
        told = "no test fails"
    if failures.new:
        told += f", {len(failures.new)} of them new"
    return f"{told}, {len(failures.mended)} mended" if failures.mended else told


def _failing(suite: SuiteRun) -> str:
    failing = suite.failed + suite.errors
    if suite.collected == 1:
        return "the only test fails"
    return f"{failing} of {counted(suite.collected, 'test')} {agreeing(failing, 'fails', 'fail')}"


SIGNAL = Signal(name=NAME, question="Do tests fail?", check=check, options=Options)
