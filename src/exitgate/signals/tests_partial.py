"""What it sees: tests that the agent ran and printed itself, of which no run was a whole one.

Why it matters: the agent chose what to run. Of runs that passed a few chosen tests and then said
done, one in five had not solved its task; such a pass does not stand behind a claim in prose.

Example: `pytest tests/test_cart.py` at the end; `pytest` or `npm test` runs everything.

False alarms: a project whose only test file was named. A test report, or a run without a selection,
settles it.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.suite import SuiteRun

NAME = "tests_partial"
SHOWN = 60
MOST = 20
"""Runs that are looked at, from the last one back."""


def check(facts: Facts, _options: NoOptions) -> Evidence:
    if isinstance(facts.tests, SuiteRun):
        return clear(NAME, "a test report tells what was run")
    from exitgate.proof.partial import part_run
    from exitgate.proof.runs import test_runs

    last = [run for run in test_runs(facts.transcript)[: -MOST - 1 : -1] if run.passed]
    if not last:
        return unmeasured(NAME, "no passing test run is recorded in the transcript")
    fresh = [run for run in last if run.is_fresh] or last[:1]
    parts = [part_run(run.command) for run in fresh]
    if "" in parts:
        return clear(NAME, "the tests were run without a selection")
    told = f"only a part of the tests was run: {parts[0][:SHOWN]}"
    return found(NAME, told, refs=(fresh[0].ref,), measure=tuple(parts))


SIGNAL = Signal(name=NAME, question="Did the agent's own test runs cover only a part?", check=check)
