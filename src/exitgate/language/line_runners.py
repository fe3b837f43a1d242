"""Runners without one summary line: go test and TAP are counted test by test."""

from __future__ import annotations

import re
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
