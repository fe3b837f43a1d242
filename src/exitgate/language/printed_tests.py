"""Test summaries that runners printed into the transcript, read without running anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from exitgate.core.absence import Missing
from exitgate.core.facts import Facts
from exitgate.core.suite import SuiteRun, SuiteSource
from exitgate.core.transcript import CallKind, ToolCall, Transcript
from exitgate.language.line_prefixes import unprefixed
from exitgate.language.line_runners import LINE_RUNNERS
from exitgate.language.runner import Runner, compiled
from exitgate.language.runner_commands import is_suite_command, is_test_command, only_shows
from exitgate.language.runner_table import RUNNERS

__all__ = ["is_test_command", "known_suite", "last_suite", "printed_suites"]

KEPT_NAMES = 200
STEMS = (
    "est",
    "ass",
    "ail",
    "FAIL",
    "xample",
    "skipped",
    "error",
    "scenario",
    "spec",
    "success",
    "collected",
    "ok ",
    "1..",
)
"""Every summary holds one of these, and much other output does not."""
PASSED = frozenset({"passed", "xpassed", "passing", "pass"})
FAILED = frozenset({"failed", "failures", "failure", "unexpected successes"})
ERRORS = frozenset({"error", "errors", "exceptions"})
SKIPPED = frozenset(["skipped", "todo", "pending", "xfailed", "ignored", "incomplete", "risky"]) | {
    "expected failures"
}


def printed_suites(text: str) -> tuple[SuiteRun, ...]:
    """Every run whose summary stands in the text, in the order of the text for each runner."""
    return tuple(suite for _, suite in _by_runner(_plain(text)))


def known_suite(facts: Facts) -> SuiteRun | Missing:
    """What is known of the tests: a report first, then what the transcript printed."""
    if isinstance(facts.tests, SuiteRun):
        return facts.tests
    printed = last_suite(facts.transcript)
    return (
        printed if isinstance(printed, SuiteRun) else Missing(f"{facts.tests.why}; {printed.why}")
    )


@lru_cache(maxsize=1)
def last_suite(transcript: Transcript) -> SuiteRun | Missing:
    """The newest test run of the transcript, unless it is worthless.

    A newer run without a summary makes it so: a crash proves nothing, and a silent success may
    have mended what failed. So does an older run with more failures than were tested since.
    """
    silent, crashed = "", False
    runs = _runs(transcript)
    for at, call, suite in runs:
        if suite is None:
            if not silent:
                silent, crashed = f"step {at} ran tests but printed no summary", call.failed
            continue
        if crashed or (silent and suite.is_red):
            return Missing(silent)
        return suite if suite.is_red else _unless_narrow(suite, runs)
    return Missing(silent or "no test run is recorded in the transcript")


def _runs(transcript: Transcript) -> Iterator[tuple[int, ToolCall, SuiteRun | None]]:
    """Test runs, newest first, each with its step and with its summary where it printed one."""
    for at in range(len(transcript.steps), 0, -1):
        call = transcript.steps[at - 1]
        if isinstance(call, ToolCall) and call.kind is CallKind.RUN:
            suite = _suite_of(call, f"step {at}")
            if suite is not None or is_suite_command(call.command):
                yield at, call, suite


def _unless_narrow(
    newest: SuiteRun, older: Iterator[tuple[int, ToolCall, SuiteRun | None]]
) -> SuiteRun | Missing:
    """Passing one test does not mend the five that failed in the run before it."""
    most = newest.collected
    for at, _, suite in older:
        if suite is None:
            continue
        failures = suite.failed + suite.errors
        if failures > most:
            ran = f"only {most} tests were seen to pass since"
            return Missing(f"{failures} tests failed at step {at} and {ran}")
        if suite.is_red:
            break
        most = max(most, suite.collected)
    return newest


def _suite_of(call: ToolCall, ref: str) -> SuiteRun | None:
    """The newest run of each runner that one call printed, together."""
    if not call.output or only_shows(call.command):
        return None
    newest = dict(_by_runner(_plain(call.output)))
    return _sum(list(newest.values()), (ref,)) if newest else None


def _sum(suites: list[SuiteRun], refs: tuple[str, ...] = ()) -> SuiteRun:
    names = sorted({name for suite in suites for name in suite.failing})
    return SuiteRun(
        passed=sum(suite.passed for suite in suites),
        failed=sum(suite.failed for suite in suites),
        skipped=sum(suite.skipped for suite in suites),
        errors=sum(suite.errors for suite in suites),
        failing=tuple(names[:KEPT_NAMES]),
        source=SuiteSource.PRINTED,
        refs=refs,
    )


@cache
def _noise() -> re.Pattern[str]:
    """Colour codes, and carriage returns that runners use to repaint a line."""
    return re.compile(r"\x1b\[[0-9;?]{0,20}+[A-Za-z]|\r(?=\n)")


def _plain(text: str) -> str:
    if "\x1b" in text or "\r" in text:
        return _noise().sub("", text).replace("\r", "\n")
    return text


def _by_runner(text: str) -> Iterator[tuple[str, SuiteRun]]:
    """What each runner printed, else what it printed behind the prefixes of another tool."""
    if not any(stem in text for stem in STEMS):
        return
    found = _known(text)
    if found or not _hinted(text):
        yield from found
        return
    behind: dict[str, list[SuiteRun]] = {}
    for part in unprefixed(text):
        for name, suite in dict(_known(part)).items():
            behind.setdefault(name, []).append(suite)
    yield from ((name, _sum(suites)) for name, suites in behind.items())


def _hinted(text: str) -> bool:
    return any(hint in text for runner in RUNNERS for hint in runner.hints)


def _known(text: str) -> list[tuple[str, SuiteRun]]:
    found = [
        (runner.name, suite)
        for runner in RUNNERS
        if any(hint in text for hint in runner.hints)
        for suite in _read(runner, text)
    ]
    for name, hints, read in LINE_RUNNERS:
        if any(hint in text for hint in hints) and (counted := read(text)) is not None:
            found.append((name, counted))
    names = {name for name, _ in found}
    replaced = {name for runner in RUNNERS if runner.name in names for name in runner.replaces}
    return [pair for pair in found if pair[0] not in replaced]


def _read(runner: Runner, text: str) -> list[SuiteRun]:
    hits = list(compiled(runner.summary).finditer(text))
    if not hits:
        nothing = compiled(runner.zero).search(text) if runner.zero else None
        return [_suite(runner, nothing, text)] if nothing else []
    suites = []
    for number, hit in enumerate(hits):
        before = hits[number - 1].end() if number else 0
        after = hits[number + 1].start() if number + 1 < len(hits) else len(text)
        start, end = (hit.start(), after) if runner.names_after else (before, hit.end())
        suites.append(_suite(runner, hit, text[start : end if len(hits) > 1 else len(text)]))
    return [_sum(suites)] if runner.adds else suites


def _suite(runner: Runner, hit: re.Match[str], around: str) -> SuiteRun:
    passed, failed, errors, skipped = _counts(hit)
    if runner.broken and not failed and (broken := compiled(runner.broken).search(around)):
        errors += int(broken["f"])
    names: set[str] = set()
    if runner.names and failed + errors:
        for named in compiled(runner.names).finditer(around):
            names.add(" ".join(named["name"].split()))
            if len(names) >= KEPT_NAMES:
                break
    return SuiteRun(
        passed, failed, skipped, errors, tuple(sorted(names)), source=SuiteSource.PRINTED
    )


def _counts(hit: re.Match[str]) -> tuple[int, int, int, int]:
    """Passed, failed, errors and skipped; passed may be told only by the total."""
    groups = hit.groupdict()
    given = {key: int(groups[key]) for key in "pfest" if groups.get(key)}
    words = _worded(groups.get("counts") or "")
    failed = given.get("f", 0) + words["f"]
    errors = given.get("e", 0) + words["e"]
    skipped = given.get("s", 0) + words["s"]
    told = given.get("p", 0) + words["p"]
    if told or "t" not in given:
        return told, failed, errors, skipped
    return max(0, given["t"] - failed - errors - skipped), failed, errors, skipped


@cache
def _count() -> re.Pattern[str]:
    """`3 failed`, `failures=3` or `Failed: 3`."""
    before = r"(?P<n>\d{1,9}) (?P<w>[a-z]{4,12})"
    after = r"(?P<w2>[A-Za-z][A-Za-z ]{2,24})(?:=|: )(?P<n2>\d{1,9})"
    return re.compile(f"{before}|{after}")


def _worded(counts: str) -> dict[str, int]:
    sums = {"p": 0, "f": 0, "e": 0, "s": 0}
    for hit in _count().finditer(counts):
        word = (hit["w"] or hit["w2"]).strip().lower()
        number = int(hit["n"] or hit["n2"])
        for key, words in (("p", PASSED), ("f", FAILED), ("e", ERRORS), ("s", SKIPPED)):
            sums[key] += number if word in words else 0
    return sums
