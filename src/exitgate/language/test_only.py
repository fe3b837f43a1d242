"""Responses that are nothing but test output: tests were run, nothing was made."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from exitgate.core.policy import Keywords
from exitgate.language.lines import ASSERTED, Line
from exitgate.language.tagging import table, tag
from exitgate.language.words.lexicon import Role

LINE_WIDTH = 400


@cache
def _shows_tests() -> re.Pattern[str]:
    """The seed's three patterns."""
    return re.compile(
        r"^\s*(?:PASS|FAIL|SKIP)\s+|\d (?i:tests?|specs?) (?i:passed|failed)|(?i:Test Suites?:)"
    )


@cache
def _output_line() -> re.Pattern[str]:
    """Lines that test runners print around their results."""
    return re.compile(
        r"\s*(?:PASS|FAIL|SKIP|PASSED|FAILED|SKIPPED|ok|not ok|[✓✔√✕✗×●○·])\s"
        r"|\s*(?:Tests?|Test Suites?|Snapshots|Time|Ran all|Ran \d+|Duration|collected|platform"
        r"|rootdir|plugins|running \d+|test result|Running)\b.{0,4}[:\d]?"
        r"|[=_\-.FEsx]{3,}|\s*\d+ (?i:tests?|specs?|passed|failed|passing|failing|pending)"
        r"|\s*(?:at |File \"|Expected|Received|AssertionError|assert |E  )|\s*[$>] "
        r"|\S+\.(?:test|spec)\.\w+|\S*test_\S+(?:\.py|::)|test \S+ \.\.\."
    )


def is_test_only(lines: Iterable[Line]) -> bool:
    """Test output is there, and no sentence besides it reports work on the code."""
    shown = False
    for line in lines:
        raw = line.raw[:LINE_WIDTH]
        if _shows_tests().search(raw):
            shown = True
        elif line.kind in ASSERTED and not _output_line().match(raw) and _reports_work(line.text):
            return False
    return shown


def _reports_work(text: str) -> bool:
    tagged = tag(text[:LINE_WIDTH], table("en", Keywords()))
    return any(
        tagged.tokens[found.start] not in ("ran", "verified", "tested", "successfully", "completed")
        for found in tagged.of(Role.REPORT)
    )
