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
RUNS = frozenset({"ran", "verified", "tested", "successfully", "completed"})
VERDICTS = frozenset({"pass", "fail", "skip", "all", "ok"})


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
    """Test output is there, and every sentence besides it only speaks of running tests."""
    shown = False
    for line in lines:
        raw = line.raw[:LINE_WIDTH]
        if _shows_tests().search(raw):
            shown = True
        elif line.kind in ASSERTED and _output_line().match(raw):
            continue
        if line.kind in ASSERTED and not all(map(_only_tests, _parts(line.text))):
            return False
    return shown


def _parts(text: str) -> list[str]:
    return text[:LINE_WIDTH].split(". ")


def _only_tests(text: str) -> bool:
    """ "I ran the tests again:", "12 tests passed"; not "I added a retry; 12 tests passed"."""
    tagged = tag(text, table("en", Keywords()))
    made = any(tagged.tokens[found.start] not in RUNS for found in tagged.of(Role.REPORT))
    about = tagged.has(Role.TESTS) or text.endswith(":") or not tagged.tokens
    return not made and (about or tagged.tokens[0] in VERDICTS)
