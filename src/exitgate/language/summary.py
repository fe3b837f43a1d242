"""What work was done, in one line: "Modified 3 files, 12 tests passing, 2 errors fixed"."""

from __future__ import annotations

import re
from functools import cache

from exitgate.core.absence import Missing
from exitgate.core.facts import Facts
from exitgate.core.wording import counted
from exitgate.language.printed_tests import known_suite

NOTHING = "No work reported"
SAMPLE = 200_000
CLAIMED = " (claimed)"


@cache
def _files() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:modif(?:ied|y)|chang(?:ed|es)|updat(?:ed|es)|edit(?:ed|s)|touched|created|added)"
        r"\s(?:\w{1,20}\s){0,2}(\d{1,6})\s(?:\w{1,20}\s){0,2}files?\b"
        r"|\b(\d{1,6})\sfiles?\s(?:were\s|was\s)?(?:modified|changed|updated|edited|created)\b"
        r"|\bFILES_MODIFIED:\s{0,4}(\d{1,6})\b",
        re.IGNORECASE,
    )


_PATH = r"(?:[\w-]{1,60}/){0,12}+[\w-]{1,60}(?:\.[\w-]{1,60}){0,4}\.[a-zA-Z]{1,5}\b"


@cache
def _named() -> re.Pattern[str]:
    """ "Modified src/a.py, `src/b.py` and src/c.py": the verb and all the files it names."""
    return re.compile(
        r"\b(?:modified|changed|updated|edited|created|added|rewrote|fixed|renamed|deleted|removed)"
        rf":?\s[^\s\w]{{0,3}}({_PATH}(?:[`*'\"]{{0,3}},?\s(?:and\s|&\s)?[`*'\"]{{0,3}}{_PATH}){{0,50}})",
        re.IGNORECASE,
    )


@cache
def _path() -> re.Pattern[str]:
    return re.compile(_PATH)


@cache
def _passing() -> re.Pattern[str]:
    return re.compile(
        r"\b(\d{1,7})\s(?:\w{1,20}\s)?(?:tests?|specs?)\s(?:are\s|now\s)?(?:pass(?:ing|ed|es)?)\b"
        r"|\b(\d{1,7})\s(?:passed|passing)\b|\btests?:?\s{1,4}(\d{1,7})\spassed\b",
        re.IGNORECASE,
    )


@cache
def _not_tests() -> re.Pattern[str]:
    """Jest and vitest count files and snapshots in the same words."""
    return re.compile(
        r"\b(?:test )?(?:suites|files|snapshots):?[ \t]{1,8}(?:\d{1,7} \w{1,10}(?:, |\b)){1,4}",
        re.IGNORECASE,
    )


def claimed_tests(text: str) -> int | None:
    return _number(_passing(), _not_tests().sub("", text))


@cache
def _fixed() -> re.Pattern[str]:
    noun = r"(?:errors?|bugs?|issues?|failures?|problems?)"
    return re.compile(
        rf"\b(?:fixed|resolved|corrected)\s(?:\w{{1,20}}\s){{0,2}}(\d{{1,6}})\s(?:\w{{1,20}}\s){{0,2}}{noun}\b"
        rf"|\b(\d{{1,6}})\s(?:\w{{1,20}}\s){{0,2}}{noun}\s(?:were\s|was\s)?(?:fixed|resolved)\b",
        re.IGNORECASE,
    )


def extract_work_summary(text: str) -> str:
    """The summary from words alone: files changed, tests run, errors fixed."""
    head = text[:SAMPLE]
    parts = (_modified(claimed_files(head)), _tests(claimed_tests(head), None))
    return ", ".join(part for part in (*parts, _errors(_number(_fixed(), head))) if part) or NOTHING


def work_summary(facts: Facts) -> str:
    """The summary from edits, diff and reports; what only the prose says is marked as claimed."""
    text = facts.transcript.final_message[:SAMPLE]
    parts = [_files_part(facts, text), _tests_part(facts, text)]
    fixed = _errors(_number(_fixed(), text))
    parts.append(fixed + CLAIMED if fixed else "")
    return ", ".join(part for part in parts if part) or NOTHING


def _files_part(facts: Facts, text: str) -> str:
    changed = (
        () if isinstance(facts.changes, Missing) else facts.changes.without(facts.ignore).files
    )
    paths = {file.path for file in changed} or set(facts.transcript.edits)
    if paths:
        return _modified(len(paths))
    block = facts.reading.block
    claimed = claimed_files(text) or (block.files_modified if block else None)
    return _modified(claimed) + CLAIMED if claimed else ""


def _tests_part(facts: Facts, text: str) -> str:
    suite = known_suite(facts)
    if not isinstance(suite, Missing):
        return _tests(suite.passed, suite.failed + suite.errors)
    claimed = _tests(claimed_tests(text), None)
    return claimed + CLAIMED if claimed else ""


def claimed_files(text: str) -> int | None:
    """The number of files that the words give, or how many they name as changed."""
    stated = _number(_files(), text)
    if stated is not None:
        return stated
    lists = (found[1] for found in _named().finditer(text))
    return len({path for names in lists for path in _path().findall(names)}) or None


def _number(pattern: re.Pattern[str], text: str) -> int | None:
    """The last figure wins: later words correct earlier ones."""
    last = None
    for found in pattern.finditer(text):
        last = next((int(group) for group in found.groups() if group), last)
    return last


def _modified(count: int | None) -> str:
    return f"Modified {counted(count, 'file')}" if count else ""


def _tests(passed: int | None, failed: int | None) -> str:
    if passed is None:
        return ""
    said = f"{counted(passed, 'test')} passing"
    return f"{said}, {failed} failing" if failed else said


def _errors(count: int | None) -> str:
    return f"{counted(count, 'error')} fixed" if count else ""
