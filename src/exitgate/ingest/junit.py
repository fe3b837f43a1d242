"""Test reports in JUnit XML, whichever runner wrote them, counted case by case."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from exitgate.core.absence import Missing
from exitgate.core.policy import Limits
from exitgate.core.suite import SuiteRun, SuiteSource
from exitgate.errors import why_unread
from exitgate.ingest.fence import is_inside

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element, ParseError

REPORT_BYTES = 64 * 1024 * 1024
"""A report's text is held in memory while it is read, so it is bounded more tightly."""
KEPT_NAMES = 2_000
NAME_CHARS = 300
SUITES = ("testsuite", "testsuites")
NOT_RUN = frozenset({"notrun", "disabled", "skipped", "ignored"})
DID_FAIL = frozenset({"fail", "failed", "failure", "error", "broken"})


class CaseResult(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    SKIPPED = "skipped"


@dataclass(slots=True)
class _Tally:
    """Adds up test cases; names are a set so that the order of files never matters."""

    counts: dict[CaseResult, int] = field(default_factory=lambda: dict.fromkeys(CaseResult, 0))
    failing: set[str] = field(default_factory=set)
    times: list[datetime] = field(default_factory=list)

    def add(self, result: CaseResult, name: str) -> None:
        self.counts[result] += 1
        if result in (CaseResult.FAILED, CaseResult.ERROR):
            self.failing.add(name[:NAME_CHARS])

    def suite(self, refs: Sequence[str]) -> SuiteRun:
        return SuiteRun(
            passed=self.counts[CaseResult.PASSED],
            failed=self.counts[CaseResult.FAILED],
            skipped=self.counts[CaseResult.SKIPPED],
            errors=self.counts[CaseResult.ERROR],
            failing=tuple(sorted(self.failing)[:KEPT_NAMES]),
            source=SuiteSource.REPORT,
            refs=tuple(refs),
            at=max(self.times).isoformat() if self.times else None,
        )


class _Report(NamedTuple):
    cases: list[tuple[CaseResult, str]]
    at: datetime
    """When its newest suite began, by its own word where that names a zone; else its file's."""


def read_reports(globs: Sequence[str], *, root: Path, limits: Limits) -> SuiteRun | Missing:
    """All reports together. One that cannot be read hides how many tests there were.

    Failures that other reports show are still failures, so these are told all the same.
    """
    if not globs:
        return Missing("no test report was given")
    paths = _matching(globs, root, limits)
    if not paths:
        return Missing(f"no test report matched {', '.join(globs)}")
    tally, read, unread = _Tally(), [], []
    if len(paths) > limits.files:
        unread.append(f"more than {limits.files} test reports")
    for path in paths[: limits.files]:
        name = _shown(path, root)
        report = _report_of(path, name, root, limits)
        if isinstance(report, Missing):
            unread.append(report.why)
            continue
        read.append(name)
        tally.times.append(report.at)
        for result, test in report.cases:
            tally.add(result, test)
    suite = tally.suite(read)
    return Missing("; ".join(unread[:3])) if unread and not suite.is_red else suite


def _matching(globs: Sequence[str], root: Path, limits: Limits) -> list[Path]:
    """Each file once, also where two globs or two links lead to it."""
    seen: dict[Path, Path] = {}
    for pattern in globs:
        for path in _expand(pattern, root):
            if len(seen) > limits.files:
                break
            if path.is_file():
                seen.setdefault(path.resolve(), path)
    return sorted(seen.values())


def _expand(pattern: str, root: Path) -> Iterator[Path]:
    """Files that a glob names; a folder stands for all XML files in it."""
    base, rest = (Path("/"), pattern.lstrip("/")) if pattern.startswith("/") else (root, pattern)
    if not rest.strip():
        return
    try:
        for path in [base / rest] if (base / rest).exists() else base.glob(rest):
            yield from path.rglob("*.xml") if path.is_dir() else (path,)
    except (OSError, ValueError, NotImplementedError, IndexError):
        return


def _shown(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()


def _report_of(path: Path, name: str, root: Path, limits: Limits) -> _Report | Missing:
    """The report, or why it cannot be believed."""
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException

    named_outright = () if path.is_relative_to(root) else (path.parent,)
    try:
        if not is_inside(path, root, *named_outright):
            raise _NotAReport("leads outside the workspace")
        with path.open("rb") as file:
            _refuse_large(file, min(limits.file_bytes, REPORT_BYTES))
            stamps: list[str] = []
            cases = list(_cases(file, stamps))
            written = datetime.fromtimestamp(os.fstat(file.fileno()).st_mtime, UTC)
            return _Report(cases, _newest(stamps) or written)
    except DefusedXmlException:
        why = "declares entities or a DTD, which reports never need"
    except ParseError as error:
        why = _unparsed(error)
    except _NotAReport as error:
        why = str(error)
    except (OSError, ValueError) as error:
        why = why_unread(error)
    except (LookupError, OverflowError):
        why = "in an encoding or with a number that cannot be read"
    return Missing(f"{name}: {why}")


def _refuse_large(file: BinaryIO, most: int) -> None:
    if os.fstat(file.fileno()).st_size > most:
        raise _NotAReport(f"larger than {most} bytes")


def _unparsed(error: ParseError) -> str:
    from xml.parsers.expat.errors import XML_ERROR_NO_ELEMENTS, codes

    if error.position == (1, 0) and error.code != codes[XML_ERROR_NO_ELEMENTS]:
        return "not XML; a test report is read as JUnit XML"
    return f"not whole XML ({error}); was the test step cancelled?"


class _NotAReport(Exception):
    """A file that is not read as a report; the message says why."""


def _newest(stamps: Sequence[str]) -> datetime | None:
    """The last time that is told with its zone; one without may mean any hour."""
    times: list[datetime] = []
    for stamp in stamps:
        try:
            time = datetime.fromisoformat(stamp)
        except ValueError:
            continue
        if time.tzinfo is not None:
            times.append(time.astimezone(UTC))
    return max(times, default=None)


def _cases(file: BinaryIO, stamps: list[str]) -> Iterator[tuple[CaseResult, str]]:
    """Walk the report once and forget each case when it has been counted."""
    from defusedxml.ElementTree import iterparse

    open_tags: list[str] = []
    seen_red = [False]
    for event, element in iterparse(file, events=("start", "end"), forbid_dtd=True):
        tag = _plain(element.tag)
        if event == "start":
            if not open_tags and tag not in (*SUITES, "testcase"):
                raise _NotAReport(f"<{tag[:40]}> is not a JUnit report")
            open_tags.append(tag)
            if tag in SUITES:
                seen_red.append(False)
                stamps += [element.get("timestamp", "")] if len(stamps) < KEPT_NAMES else []
            continue
        open_tags.pop()
        parent = open_tags[-1] if open_tags else ""
        for result, name in _told(element, tag, parent, seen_red):
            seen_red[-1] |= result in (CaseResult.FAILED, CaseResult.ERROR)
            yield result, name
        if parent in (*SUITES, ""):
            element.clear()


def _told(
    element: Element, tag: str, parent: str, seen_red: list[bool]
) -> Iterator[tuple[CaseResult, str]]:
    """What an element that has ended says of the tests."""
    if tag == "testcase":
        yield _result(element), _name(element)
    elif tag in ("error", "failure") and parent in SUITES:
        yield CaseResult.ERROR, element.get("message") or "a whole suite"
    elif tag in SUITES:
        was_red = seen_red.pop()
        seen_red[-1] |= was_red
        if not was_red and (declared := _declared_red(element)):
            # A suite that did not start, or cases that somebody made to pass afterwards.
            name = (element.get("name") or tag)[:200]
            yield (
                CaseResult.ERROR,
                f"{name}: its header counts {declared} failed, no case shows one",
            )


def _declared_red(suite: Element) -> int:
    counts = (suite.get(key, "").strip() for key in ("failures", "errors"))
    return sum(
        int(count) for count in counts if count.isascii() and count.isdigit() and len(count) < 10
    )


def _plain(tag: str) -> str:
    """A tag without its XML namespace."""
    return tag.rsplit("}", 1)[-1]


def _result(element: Element) -> CaseResult:
    """One case is counted once; its worst result counts. A flaky pass is a pass."""
    from junitparser import Error, Failure, Skipped, TestCase

    if not len(element):
        return _by_attribute(element)
    for child in element.iter():
        child.tag = _plain(child.tag)
    results = TestCase.fromelem(element).result  # type: ignore[no-untyped-call]
    for kind, result in (
        (Failure, CaseResult.FAILED),
        (Error, CaseResult.ERROR),
        (Skipped, CaseResult.SKIPPED),
    ):
        if any(isinstance(entry, kind) for entry in results):
            return result
    return _by_attribute(element)


def _by_attribute(element: Element) -> CaseResult:
    """GoogleTest and CTest tell of a test that did not run in an attribute, others of a failure."""
    told = {element.get(key, "").lower() for key in ("status", "result")}
    if told & DID_FAIL:
        return CaseResult.FAILED
    return CaseResult.SKIPPED if told & NOT_RUN else CaseResult.PASSED


def _name(element: Element) -> str:
    """`class::test`, or the test alone where it repeats its class."""
    group, name = element.get("classname", ""), element.get("name", "")
    return name if not group or name.startswith(group) else f"{group}::{name}"
