"""JUnit reports: every folder under cases/junit is one dialect with its expected count."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exitgate.core.absence import Missing
from exitgate.core.policy import Limits
from exitgate.core.suite import SuiteRun
from exitgate.ingest.junit import read_reports

CASES = Path(__file__).parent / "cases" / "junit"
ONE = '<testsuite><testcase classname="a" name="{}"/></testsuite>'
RED = '<testsuite><testcase classname="a" name="bad"><failure/></testcase></testsuite>'


def read(root: Path, *globs: str, limits: Limits | None = None) -> SuiteRun | Missing:
    return read_reports(globs, root=root, limits=limits or Limits())


@pytest.mark.parametrize("name", sorted(path.name for path in CASES.iterdir()))
def test_dialect(name: str) -> None:
    counts, _, names = (CASES / name / "expected.txt").read_text().strip().partition(" failing=")
    numbers = {key: int(value) for key, _, value in (w.partition("=") for w in counts.split())}
    failing = tuple(sorted(names.split("|"))) if names else ()
    expected = SuiteRun(**numbers, failing=failing, refs=(f"{name}/report.xml",))
    assert read(CASES, f"{name}/*.xml") == expected


def test_several_files_add_up_and_each_counts_once(tmp_path: Path) -> None:
    for name in "xy":
        (tmp_path / f"{name}.xml").write_text(ONE.format(name))
    (tmp_path / "again.xml").symlink_to("x.xml")
    suite = read(tmp_path, "*.xml", "x.xml", str(tmp_path / "y.xml"))
    assert isinstance(suite, SuiteRun)
    assert suite.passed == 2


def test_a_folder_stands_for_its_reports(tmp_path: Path) -> None:
    (tmp_path / "build" / "unit").mkdir(parents=True)
    (tmp_path / "build" / "unit" / "x.xml").write_text(ONE.format("x"))
    (tmp_path / "build" / "notes.txt").write_text("no report")
    suite = read(tmp_path, "build")
    assert isinstance(suite, SuiteRun)
    assert suite.refs == ("build/unit/x.xml",)


LAUGHS = """<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>
<testsuite><testcase name="&b;"/></testsuite>"""
OUTSIDE = """<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><testsuite>&x;</testsuite>"""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (LAUGHS, "declares entities or a DTD"),
        (OUTSIDE, "declares entities or a DTD"),
        (ONE[:-12], "not whole XML"),
        ("", "not whole XML"),
        ("not xml at all", "not XML; a test report is read as JUnit XML"),
        ('{"Action":"pass"}', "not XML; a test report is read as JUnit XML"),
        ("<html><body/></html>", "<html> is not a JUnit report"),
        (ONE + "trailing <", "not whole XML"),
        ("<testsuite>\0</testsuite>", "not whole XML"),
        ('<?xml version="1.0" encoding="klingon"?><testsuite/>', "not whole XML|cannot be read"),
    ],
)
def test_what_cannot_be_believed_is_missing(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "r.xml").write_text(text)
    missing = read(tmp_path, "r.xml")
    assert isinstance(missing, Missing)
    assert missing.why.startswith("r.xml: ")
    assert any(part in missing.why for part in why.split("|"))


def test_one_unreadable_report_hides_a_pass_but_not_a_failure(tmp_path: Path) -> None:
    (tmp_path / "cut.xml").write_text(ONE[:-12])
    (tmp_path / "good.xml").write_text(ONE.format("x"))
    assert isinstance(read(tmp_path, "*.xml"), Missing)
    (tmp_path / "red.xml").write_text(RED)
    suite = read(tmp_path, "*.xml")
    assert isinstance(suite, SuiteRun)
    assert suite.failing == ("a::bad",)


def test_nothing_matched_says_what_was_looked_for(tmp_path: Path) -> None:
    assert read(tmp_path, "out/*.xml") == Missing("no test report matched out/*.xml")
    assert read(tmp_path) == Missing("no test report was given")


def test_a_link_out_of_the_workspace_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temp"))
    (tmp_path / "secret.xml").write_text(ONE.format("x"))
    workspace = tmp_path / "work"
    workspace.mkdir()
    (workspace / "r.xml").symlink_to(tmp_path / "secret.xml")
    assert read(workspace, "r.xml") == Missing("r.xml: leads outside the workspace")
    assert isinstance(read(workspace, "../secret.xml"), Missing)
    assert isinstance(read(workspace, "../*.xml"), Missing)


def test_a_large_report_is_refused(tmp_path: Path) -> None:
    (tmp_path / "r.xml").write_text(ONE.format("x" * 5_000))
    assert read(tmp_path, "r.xml", limits=Limits(file_bytes=1_000)) == Missing(
        "r.xml: larger than 1000 bytes"
    )


def test_more_reports_than_the_limit_are_not_a_pass(tmp_path: Path) -> None:
    for name in "xyz":
        (tmp_path / f"{name}.xml").write_text(ONE.format(name))
    assert read(tmp_path, "*.xml", limits=Limits(files=2)) == Missing("more than 2 test reports")
    assert isinstance(read(tmp_path, "*.xml", limits=Limits(files=3)), SuiteRun)


def test_deep_nesting_is_read(tmp_path: Path) -> None:
    deep = "<testsuite>" * 10_000 + ONE.format("x") + "</testsuite>" * 10_000
    (tmp_path / "r.xml").write_text(deep)
    assert isinstance(read(tmp_path, "r.xml"), SuiteRun)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=300), st.text(max_size=20))
def test_any_bytes_and_any_glob_give_a_suite_or_a_reason(
    tmp_path: Path, data: bytes, glob: str
) -> None:
    (tmp_path / "r.xml").write_bytes(b"<testsuite>" + data)
    for result in (read(tmp_path, "r.xml"), read(tmp_path / "empty", glob.lstrip("/"))):
        assert isinstance(result, SuiteRun) or result.why


STAMPS = {
    "2026-03-01T10:00:00+02:00": "2026-03-01T08:00:00+00:00",
    "2026-03-01T10:00:00Z": "2026-03-01T10:00:00+00:00",
    "2026-03-01T10:00:00": "2001-09-09T01:46:40+00:00",
    "yesterday": "2001-09-09T01:46:40+00:00",
}


@pytest.mark.parametrize("stamp", STAMPS)
def test_when_a_report_was_made(stamp: str, tmp_path: Path) -> None:
    """By its own word where that names a zone, else by its file."""
    path = tmp_path / "junit.xml"
    path.write_text(f'<testsuite timestamp="{stamp}"><testcase name="a"/></testsuite>')
    os.utime(path, (1_000_000_000, 1_000_000_000))
    suite = read(tmp_path, "junit.xml")
    assert isinstance(suite, SuiteRun)
    assert suite.at == STAMPS[stamp]
