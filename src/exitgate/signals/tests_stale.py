"""What it sees: source files that the agent edited after its last test run.

Why it matters: what it ran after its last edit says most about whether the work is really done;
a pass from before that edit proves nothing about the code as it is now.

Example: pytest passes at step 40, `src/a.py` is edited at step 44, and no test runs after it.

False alarms: edits of documents do not count; a formatting fix does, and may be harmless.
"""

from __future__ import annotations

from dataclasses import dataclass

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
    if isinstance(facts.tests, SuiteRun):
        return unmeasured(NAME, "when the test report was written is not known")
    if not facts.transcript.has_tools:
        return unmeasured(NAME, f"{facts.transcript.format} output does not tell of tool calls")
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
