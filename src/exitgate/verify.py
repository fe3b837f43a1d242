"""What the gate's own runs prove. Pure: `exitgate.ingest.verify_run` runs them."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from exitgate.core.absence import Missing
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.suite import SuiteRun
from exitgate.core.verification import RunEnd, Verification, VerifyRun
from exitgate.core.wording import counted


def all_passed(signal: str, verified: Verification | Missing) -> Evidence:
    if isinstance(verified, Missing):
        return unmeasured(signal, verified.why)
    if not verified.runs:
        return unmeasured(signal, "no command ran")
    if verified.failed:
        return clear(signal, describe(verified.failed[0]))
    count = len(verified.runs)
    commands = "command" if count == 1 else "commands"
    back = counted(len(verified.restored), "file")
    restored = f", {back} restored from the base" if verified.restored else ""
    headline = f"{count} {commands} passed in a clean checkout of {verified.head[:7]}{restored}"
    return found(signal, headline, refs=_refs(verified), measure=verified)


def any_failed(signal: str, verified: Verification | Missing) -> Evidence:
    if isinstance(verified, Missing):
        return unmeasured(signal, verified.why)
    if not verified.runs:
        return unmeasured(signal, "no command ran")
    if not verified.failed:
        return clear(signal, "every command passed")
    headline = describe(verified.failed[0])
    return found(signal, headline, refs=_refs(verified), measure=verified)


def with_own_results(facts: Facts) -> Facts:
    """The gate's own test results beat a report that others made, unless that one is red."""
    own = facts.verified.suite if isinstance(facts.verified, Verification) else None
    if own is None or (isinstance(facts.tests, SuiteRun) and facts.tests.is_red):
        return facts
    return replace(facts, tests=own)


def describe(run: VerifyRun) -> str:
    command = f"`{run.command[:80]}`"
    match run.end:
        case RunEnd.PASSED:
            return f"{command} passed"
        case RunEnd.FAILED:
            return f"{command} failed with exit code {run.exit_code}"
        case RunEnd.TIMED_OUT:
            return f"{command} was killed after {run.duration_s:.0f} s"
        case RunEnd.NOT_STARTED:
            return f"{command} could not be started: {run.output[:120]}"
        case _:
            assert_never(run.end)


def _refs(verified: Verification) -> tuple[str, ...]:
    return tuple(run.command[:80] for run in verified.runs)
