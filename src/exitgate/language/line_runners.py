"""Runners without one summary line: go test, TAP and Playwright are counted line by line."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from exitgate.core.suite import SuiteRun, SuiteSource

NAME_CHARS = 300


@cache
def _go() -> re.Pattern[str]:
    time = r"(?:[\d.]{1,12}s|\(cached\))"
    return re.compile(
        r"^[ \t]{0,60}+--- (?P<result>PASS|FAIL|SKIP): (?P<test>\S{1,300}+)"
        rf"|^ok[ \t]++(?P<ok>\S{{1,300}}+)[ \t]++{time}(?P<none>[^\n]{{0,60}}\[no tests to run\])?"
        rf"|^FAIL[ \t]++(?P<bad>\S{{1,300}}+)[ \t]++(?P<built>{time}|\[(?:build|setup) failed\])"
        r"|^\?[ \t]++\S{1,300}+[ \t]++(?P<empty>\[no test files\])",
        re.MULTILINE,
    )


def read_go(text: str) -> SuiteRun | None:
    """Tests where `-v` printed them, else packages."""
    results = {"PASS": 0, "FAIL": 0, "SKIP": 0}
    failing, seen, packages, broken = set(), False, 0, set()
    for hit in _go().finditer(text):
        seen = True
        if hit["result"]:
            results[hit["result"]] += 1
            if hit["result"] == "FAIL":
                failing.add(hit["test"])
        elif hit["ok"] and not hit["none"]:
            packages += 1
        elif hit["bad"]:
            broken.add((hit["bad"], hit["built"].startswith("[")))
    if not seen:
        return None
    unbuilt = {name for name, not_built in broken if not_built or not failing}
    return SuiteRun(
        passed=results["PASS"] or packages,
        failed=results["FAIL"],
        skipped=results["SKIP"],
        errors=len(unbuilt),
        failing=tuple(sorted(failing | unbuilt)),
        source=SuiteSource.PRINTED,
    )


@cache
def _go_event() -> re.Pattern[str]:
    return re.compile(
        r'"Action":"(?P<result>pass|fail|skip)","Package":"(?P<package>[^"\n]{1,300}+)"'
        r'(?:,"Test":"(?P<test>[^"\n]{1,300}+)")?'
    )


def read_go_events(text: str) -> SuiteRun | None:
    """`go test -json`. A package that fails without a failing test did not build or broke off."""
    results: dict[tuple[str, str], str] = {}
    for hit in _go_event().finditer(text):
        results[hit["package"], hit["test"] or ""] = hit["result"]
    if not results:
        return None
    tests = {key: result for key, result in results.items() if key[1]}
    red = {package for (package, _), result in tests.items() if result == "fail"}
    broken = {
        package
        for (package, test), result in results.items()
        if not test and result == "fail" and package not in red
    }
    failing = {test for (_, test), result in tests.items() if result == "fail"}
    told = list(tests.values())
    return SuiteRun(
        passed=told.count("pass"),
        failed=told.count("fail"),
        skipped=told.count("skip"),
        errors=len(broken),
        failing=tuple(sorted(failing | broken)),
        source=SuiteSource.PRINTED,
    )


@cache
def _playwright() -> re.Pattern[str]:
    return re.compile(
        r"^ {2}(?P<n>\d{1,9}) (?P<what>failed|interrupted|flaky|skipped|did not run|passed)"
        r"(?: \([\d.hms ]{1,20}\))?$"
        r"|^ {4}(?P<name>\[[^\]\n]{1,60}\] › [^\n─]{1,300}+)",
        re.MULTILINE,
    )


def read_playwright(text: str) -> SuiteRun | None:
    """A line for each outcome, with the tests below it. A flaky test passed in the end."""
    counts: dict[str, int] = {}
    failing: set[str] = set()
    below = ""
    for hit in _playwright().finditer(text):
        if hit["n"]:
            below = hit["what"]
            counts[below] = int(hit["n"])
        elif below in ("failed", "interrupted"):
            failing.add(hit["name"].strip())
    if not counts:
        return None
    return SuiteRun(
        passed=counts.get("passed", 0) + counts.get("flaky", 0),
        failed=counts.get("failed", 0),
        skipped=counts.get("skipped", 0) + counts.get("did not run", 0),
        errors=counts.get("interrupted", 0),
        failing=tuple(sorted(failing)),
        source=SuiteSource.PRINTED,
    )


@cache
def _tap() -> re.Pattern[str]:
    return re.compile(
        r"^(?P<result>ok|not ok) \d{1,7}\b(?P<rest>[^\n]{0,400}+)"
        r"|^1\.\.(?P<plan>\d{1,7})(?= *+$| #)",
        re.MULTILINE,
    )


def read_tap(text: str) -> SuiteRun | None:
    """Test Anything Protocol, known by its plan line; without one only a failure is believed."""
    planned, passed, skipped = -1, 0, 0
    failing: list[str] = []
    for hit in _tap().finditer(text):
        if hit["plan"]:
            planned = int(hit["plan"])
            continue
        rest = hit["rest"]
        if re.search(r"# (?:skip|todo)\b", rest, re.IGNORECASE):
            skipped += 1
        elif hit["result"] == "ok":
            passed += 1
        else:
            failing.append(rest.strip().removeprefix("- ")[:NAME_CHARS])
    seen = passed + skipped + len(failing)
    if (planned < 0 and (not failing or seen < 2)) or (planned > 0 and not seen):
        return None
    return SuiteRun(
        passed=passed,
        failed=len(failing),
        skipped=skipped,
        failing=tuple(sorted(set(failing))),
        source=SuiteSource.PRINTED,
    )


LINE_RUNNERS: tuple[tuple[str, tuple[str, ...], Callable[[str], SuiteRun | None]], ...] = (
    (
        "go",
        ("--- PASS", "--- FAIL", "--- SKIP", "ok  ", "FAIL\t", "FAIL  ", "[no test files]"),
        read_go,
    ),
    ("go-events", ('"Action":"',), read_go_events),
    ("playwright", (" worker", "] › "), read_playwright),
    ("tap", ("1..", "not ok "), read_tap),
)
"""What is looked for first, as for the other runners."""
