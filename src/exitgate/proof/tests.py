"""A claim about tests, beside the report or the recorded runs that could prove it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from exitgate.core.facts import Facts
from exitgate.core.suite import SuiteRun, SuiteSource
from exitgate.core.transcript import CallKind, ToolCall, Transcript
from exitgate.core.verification import CheckedClaim, Matter, Standing
from exitgate.core.wording import counted
from exitgate.language.runner_commands import leaves_tests_out
from exitgate.proof.own_runs import independent
from exitgate.proof.partial import part_run, repeats_until_green
from exitgate.proof.runs import ProofRun, last_edit, test_runs
from exitgate.proof.times import time_of

CONTRADICTED, UNVERIFIABLE = Standing.CONTRADICTED, Standing.UNVERIFIABLE


def check_tests(text: str, facts: Facts, count: int | None = None) -> CheckedClaim:
    count = count or said_count(text)
    runs = test_runs(facts.transcript)
    if (verdict := independent(Matter.TESTS, facts)) and not _has_too_few(facts, count):
        return _failed(text, verdict[1]) if verdict[0] is CONTRADICTED else _claim(text, *verdict)
    if isinstance(facts.tests, SuiteRun):
        return _against_report(text, count, facts.tests, facts)
    if runs:
        return _against_runs(text, count, runs, facts)
    if hollow := _hollow_run(facts.transcript):
        return _failed(text, f"the only run left the tests out: `{hollow[:60]}`")
    if _edited_blindly(facts):
        return _failed(text, "files were edited and no command ran at all")
    return _claim(text, UNVERIFIABLE, "no test report, and no test run was recorded")


def _has_too_few(facts: Facts, count: int | None) -> bool:
    """What passed elsewhere was not as much as is claimed."""
    suite = facts.tests
    return isinstance(suite, SuiteRun) and suite.is_green and (count or 0) > suite.collected


@cache
def _count() -> re.Pattern[str]:
    return re.compile(
        r"(?<![\d.,/])(\d{1,6})(?:\s{0,2}/\s{0,2}(\d{1,6}))?\s{1,3}(?:\w{1,20}\s{1,3}){0,2}?"
        r"(?:tests?|specs?|test cases|examples|assertions)\b(?!\s+(?:files?|suites?))",
        re.IGNORECASE,
    )


def said_count(text: str) -> int | None:
    """ "All 45 tests pass" and "45/45 tests pass" speak of 45; "12 new tests" of no total."""
    hit = _count().search(text[:1_000])
    if hit is None or re.search(r"\b(?:new|added|more|additional)\b", text[:1_000], re.IGNORECASE):
        return None
    return int(hit[2] or hit[1])


def _against_report(text: str, count: int | None, suite: SuiteRun, facts: Facts) -> CheckedClaim:
    if suite.is_red:
        because = f"{suite.failed + suite.errors} of {suite.collected} tests fail"
        return _failed(text, because, suite.refs)
    if not suite.counts_failures:
        return _claim(text, UNVERIFIABLE, "failing tests were not counted", suite.refs)
    if not suite.is_green:
        return _failed(text, "no test ran and passed", suite.refs)
    printed = suite.source is SuiteSource.PRINTED
    if count and count > suite.collected and not printed:
        because = f"it speaks of {counted(count, 'test')}, the report has {suite.collected}"
        return _claim(text, CONTRADICTED, because, suite.refs)
    if (printed and _ran_before_edit(facts)) or _made_before_edit(suite, facts.transcript):
        return _claim(text, UNVERIFIABLE, "the tests ran before the last edit", suite.refs)
    because = f"{counted(suite.passed, 'test passes', 'tests pass')} in the test report"
    return _claim(text, Standing.VERIFIED, because, suite.refs)


def _ran_before_edit(facts: Facts) -> bool:
    runs = test_runs(facts.transcript)
    return bool(runs) and not runs[-1].is_fresh


def _made_before_edit(suite: SuiteRun, transcript: Transcript) -> bool:
    """True only where both times are known."""
    step = last_edit(transcript)
    made = time_of(suite.at)
    edit = transcript.steps[step - 1].at if step else None
    edited = time_of(edit)
    return made is not None and edited is not None and edited > made


def _against_runs(
    text: str, count: int | None, runs: Sequence[ProofRun], facts: Facts
) -> CheckedClaim:
    last = runs[-1]
    if last.passed is False:
        return _failed(text, f"the last run failed: {last.shown}", (last.ref,))
    if not last.is_fresh:
        because = f"the tests last ran before the last edit: {last.shown}"
        return _claim(text, UNVERIFIABLE, because, (last.ref,))
    fresh = [run for run in runs if run.is_fresh]
    if count and (short := _too_few(count, fresh)):
        return _claim(text, CONTRADICTED, short, (last.ref,))
    if last.passed is None:
        return _claim(text, UNVERIFIABLE, f"no result was recorded of {last.shown}", (last.ref,))
    if why := _doubt(text, fresh, facts.transcript):
        return _claim(text, UNVERIFIABLE, why, (last.ref,))
    seen = f", {counted(_passed(last), 'test')}" if _passed(last) else ""
    because = f"{last.shown} passed after the last edit{seen}"
    return _claim(text, Standing.VERIFIED, because, (last.ref,))


def _passed(run: ProofRun) -> int:
    return sum(suite.passed for suite in run.counts)


def _too_few(count: int, fresh: Sequence[ProofRun]) -> str:
    """Only where every run since the last edit printed how many tests it had."""
    seen = [sum(suite.collected for suite in run.counts) for run in fresh]
    if not all(seen) or sum(seen) >= count:
        return ""
    return f"it speaks of {counted(count, 'test')}, the runs since the last edit show {sum(seen)}"


def _doubt(text: str, fresh: Sequence[ProofRun], transcript: Transcript) -> str:
    """Why runs that passed after the last edit still do not prove the claim."""
    if again := next((hit for run in fresh if (hit := repeats_until_green(run.command))), ""):
        return f"failing tests were run again until they passed: `{again[:60]}`"
    if flaky := _turned_green(fresh, transcript):
        return flaky
    if _speaks_of_part(text, fresh[-1]) or any(
        run.passed and not part_run(run.command) for run in fresh
    ):
        return ""
    return f"{fresh[-1].shown} passed, but ran only a part: {part_run(fresh[-1].command)[:60]}"


def _turned_green(fresh: Sequence[ProofRun], transcript: Transcript) -> str:
    """The same command failed and passed with nothing but looking in between."""
    for before, after in pairwise(fresh):
        if before.passed is False and after.passed and before.command == after.command:
            between = transcript.steps[before.step : after.step - 1]
            failed = any(suite.is_red for suite in before.counts)
            if failed and not any(_acts(step) for step in between if isinstance(step, ToolCall)):
                return f"it failed at step {before.step} and passed at step {after.step} unchanged"
    return ""


def _acts(call: ToolCall) -> bool:
    return call.kind not in {CallKind.READ, CallKind.SEARCH, CallKind.PLAN}


@cache
def _part_said() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:new|added|these|those|targeted|relevant|related|affected|specific|my|its|regression)"
        r"\s(?:\w{1,20}\s){0,2}?tests?\b|\btests? (?:for|of|in|i (?:added|wrote))\b",
        re.IGNORECASE,
    )


def _speaks_of_part(text: str, run: ProofRun) -> bool:
    """ "The new tests pass" is proved by a run of these; so is a claim that names the file."""
    part = part_run(run.command).split("::")[0].rstrip("/").rsplit("/", 1)[-1]
    if _names_part(text, part.split(".")[0].removeprefix("test_")):
        return True
    if re.search(r"\b(?:all|every|entire|whole|full|complete)\b", text, re.IGNORECASE):
        return False
    return bool(_part_said().search(text)) or (len(part) > 4 and part in text)


def _names_part(text: str, part: str) -> bool:
    """ "All logging tests pass": these, and no others."""
    if len(part) < 4:
        return False
    name = re.escape(part)
    said = rf"\b{name}(?:\.\w+)?`?\s+tests?\b|\btests? (?:for|of|in|under) \S{{0,60}}{name}"
    return bool(re.search(said, text[:1_000], re.IGNORECASE))


def _hollow_run(transcript: Transcript) -> str:
    """A runner that was told to run no test, in a transcript without any other run."""
    commands = (" ".join(call.command.split()) for call in transcript.calls if not call.failed)
    return next((command for command in commands if leaves_tests_out(command)), "")


def _edited_blindly(facts: Facts) -> bool:
    """This run edited and ran nothing, so no test can have seen the edit."""
    transcript = facts.transcript
    if not transcript.has_tools or transcript.cut or last_edit(transcript) is None:
        return False
    return not any(call.kind in {CallKind.RUN, CallKind.AGENT} for call in transcript.calls)


def _failed(text: str, why: str, refs: tuple[str, ...] = ()) -> CheckedClaim:
    return CheckedClaim(text, CONTRADICTED, why, refs, Matter.TESTS, grave=True)


def _claim(text: str, standing: Standing, why: str, refs: tuple[str, ...] = ()) -> CheckedClaim:
    return CheckedClaim(text, standing, why, refs, Matter.TESTS)
