"""What it sees: source files that the agent edited after its last test run, or after the test
report was made where one is given and both times are recorded.

Why it matters: what it ran after its last edit says most about whether the work is really done;
a pass from before that edit proves nothing about the code as it is now.

Example: pytest passes at step 40, `src/a.py` is edited at step 44, and no test runs after it.

False alarms: edits of documents do not count; a formatting fix does, and may be harmless.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from exitgate.core.changes import matches_any
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import Signal
from exitgate.core.suite import SuiteRun
from exitgate.core.transcript import CallKind, ToolCall
from exitgate.language.printed_tests import is_test_command

NAME = "tests_stale"
SHOWN_EDITS = 10


@dataclass(frozen=True, slots=True)
class Options:
    documents: tuple[str, ...] = ("*.md", "*.rst", "*.txt", "*.adoc", "docs/", "LICENSE")
    """Globs of files that no test depends on."""


@dataclass(frozen=True, slots=True)
class Stale:
    tested_at: int
    edited_at: int
    paths: tuple[str, ...]


def check(facts: Facts, options: Options) -> Evidence:
    if not facts.transcript.has_tools:
        return unmeasured(NAME, f"{facts.transcript.format} output does not tell of tool calls")
    if isinstance(facts.tests, SuiteRun):
        return _against_report(facts, options, facts.tests)
    tested_at, edits = 0, list[tuple[int, str]]()
    for at, step in enumerate(facts.transcript.steps, start=1):
        if not isinstance(step, ToolCall):
            continue
        if step.kind is CallKind.RUN and is_test_command(step.command):
            tested_at, edits = at, []
        elif step.kind is CallKind.EDIT and not step.failed:
            edits += [(at, path) for path in step.paths if _is_source(path, facts, options)]
    if not tested_at:
        return unmeasured(NAME, "no test run is recorded in the transcript")
    if not edits:
        return clear(
            NAME, "no source was edited after the last test run", refs=[f"step {tested_at}"]
        )
    return _stale(tested_at, edits)


def _against_report(facts: Facts, options: Options, suite: SuiteRun) -> Evidence:
    """A report proves nothing about an edit made after it; both times must be known."""
    tested = _time(suite.at)
    if tested is None:
        return unmeasured(NAME, "when the test report was written is not known")
    edits = [
        (at, step)
        for at, step in enumerate(facts.transcript.steps, start=1)
        if isinstance(step, ToolCall)
        and step.kind is CallKind.EDIT
        and not step.failed
        and any(_is_source(path, facts, options) for path in step.paths)
    ]
    times = [_time(step.at) for _, step in edits]
    if not edits or None in times:
        return unmeasured(NAME, "when source was last edited is not known")
    later = [
        (at, path)
        for (at, step), time in zip(edits, times, strict=True)
        if time is not None and time > tested
        for path in step.paths
    ]
    if not later:
        return clear(NAME, "no source was edited after the test report", refs=suite.refs[:1])
    paths = tuple(sorted({path for _, path in later}))
    told = f"source was edited at step {later[-1][0]}, after the test report was made"
    refs = (*suite.refs[:1], f"step {later[-1][0]}", *paths[:SHOWN_EDITS])
    return found(NAME, told, refs=refs, measure=Stale(0, later[-1][0], paths))


def _time(stamp: str | None) -> datetime | None:
    """A time that can be compared: one with a zone."""
    try:
        time = datetime.fromisoformat(stamp) if stamp else None
    except ValueError:
        return None
    return time if time is not None and time.tzinfo is not None else None


def _is_source(path: str, facts: Facts, options: Options) -> bool:
    return not matches_any(path, facts.ignore) and not matches_any(path, options.documents)


def _stale(tested_at: int, edits: list[tuple[int, str]]) -> Evidence:
    paths = tuple(sorted({path for _, path in edits}))
    edited_at = edits[-1][0]
    refs = (f"step {tested_at}", f"step {edited_at}", *paths[:SHOWN_EDITS])
    told = f"source was edited at step {edited_at}, after the last test run at step {tested_at}"
    return found(NAME, told, refs=refs, measure=Stale(tested_at, edited_at, paths))


SIGNAL = Signal(
    name=NAME, question="Was source edited after the last test run?", check=check, options=Options
)
