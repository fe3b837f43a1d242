"""Runs of tests, builds and linters in the transcript, and whether the last edit came later."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from exitgate.core.suite import SuiteRun
from exitgate.core.transcript import CallKind, ToolCall, Transcript
from exitgate.language.printed_tests import printed_suites
from exitgate.language.runner_commands import is_suite_command, is_test_command
from exitgate.tamper.commands import runs_build, runs_lint, runs_tests, runs_types
from exitgate.tamper.paths import extension

PROSE = frozenset({"md", "txt", "rst", "adoc"})
TAIL = 6_000
"""Characters of an output's end in which a runner prints its summary."""


@dataclass(frozen=True, slots=True)
class ProofRun:
    step: int
    call: ToolCall
    is_fresh: bool
    """No edit came after it."""

    @property
    def command(self) -> str:
        return self.call.command

    @property
    def passed(self) -> bool | None:
        """None where neither exit code nor output tells. Read on demand: a run may have hundreds
        of test runs, of which the last ones matter."""
        return outcome_of(self.call)

    @property
    def ref(self) -> str:
        return f"step {self.step}"

    @property
    def shown(self) -> str:
        """Which command, and when."""
        time = f" ({self.call.at})" if self.call.at else ""
        return f"`{' '.join(self.command.split())[:60]}` at step {self.step}{time}"

    @property
    def counts(self) -> tuple[SuiteRun, ...]:
        """The summaries that it printed."""
        return printed_suites(self.call.output or "")


@cache
def _shell_edit() -> re.Pattern[str]:
    return re.compile(
        r"\bsed\s+-i|\bperl\s+-\w*i|\btee\s+(?!/dev/)|\bgit\s+(?:apply|checkout|restore|revert"
        r"|stash\s+pop|merge|reset)\b"
        r"|\bpatch\s+-p|\bapply_patch\b|(?<![\d&])>{1,2}\s*(?!&|/dev/"
        r"|/tmp/)[\"']?[\w./-]+\.(?!log\b|txt\b|md\b|xml\b)\w+"
    )


@cache
def _bad() -> re.Pattern[str]:
    return re.compile(
        r"\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|^FAILED\b|^FAIL\b"
        r"|test result: FAILED|BUILD FAIL|failures: [1-9]"
        r"|^E   |Failures: [1-9]|Errors: [1-9]|no tests ran|collected 0 items|No tests found"
        r"|Ran 0 tests|error(?:\[E\d+\])?: |npm ERR!"
        r"|^Traceback |returncode>[1-9]|command not found",
        re.M,
    )


@cache
def _good() -> re.Pattern[str]:
    return re.compile(
        r"\b[1-9]\d* (?:passed|passing|examples?, 0 failures)|^OK\b|test result: ok\. [1-9]"
        r"|^ok\s+\S+|BUILD SUCCESS|Tests:\s+[1-9]\d* passed"
        r"|Passed!\s+- Failed:\s+0|OK \([1-9]",
        re.M,
    )


def test_runs(transcript: Transcript) -> tuple[ProofRun, ...]:
    return _runs(transcript, _runs_suite)


def _runs_suite(command: str) -> bool:
    """The project's tests; a command that only speaks of them, or a trial of its own, is none."""
    return is_suite_command(command) or (is_test_command(command) and runs_tests(command))


def build_runs(transcript: Transcript) -> tuple[ProofRun, ...]:
    return _runs(transcript, runs_build)


def lint_runs(transcript: Transcript) -> tuple[ProofRun, ...]:
    return _runs(transcript, runs_lint)


def type_runs(transcript: Transcript) -> tuple[ProofRun, ...]:
    return _runs(transcript, runs_types)


def last_edit(transcript: Transcript) -> int | None:
    """Number of the last step that changed something else than prose."""
    steps = [
        number
        for number, step in enumerate(transcript.steps, start=1)
        if isinstance(step, ToolCall) and not step.failed and _edits_code(step)
    ]
    return steps[-1] if steps else None


def _edits_code(call: ToolCall) -> bool:
    if call.kind is CallKind.EDIT:
        return not call.paths or any(extension(path) not in PROSE for path in call.paths)
    return bool(call.command) and bool(_shell_edit().search(call.command[:4_000]))


def _runs(transcript: Transcript, is_kind: Callable[[str], bool]) -> tuple[ProofRun, ...]:
    edited = last_edit(transcript) or 0
    return tuple(
        ProofRun(number, step, number >= edited)
        for number, step in enumerate(transcript.steps, start=1)
        if isinstance(step, ToolCall) and step.command and is_kind(step.command)
    )


def outcome_of(call: ToolCall) -> bool | None:
    """A failing summary beats the exit code: a pipe or `|| true` hides the latter."""
    tail = (call.output or "")[-TAIL:]
    if call.failed or _bad().search(tail):
        return False
    if _good().search(tail):
        return True
    hidden = re.search(r"\|\s*\w|\|\|", call.command)
    return True if call.exit_code == 0 and not hidden else None
