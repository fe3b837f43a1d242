"""Claims set beside the evidence that could prove them, and what the gate itself ran."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from exitgate.core.suite import SuiteRun


class Standing(StrEnum):
    VERIFIED = "verified"
    CONTRADICTED = "contradicted"
    UNVERIFIABLE = "unverifiable"


class Matter(StrEnum):
    """What a claim is about, and so which evidence could prove it."""

    TASK = "task"
    TESTS = "tests"
    BUILD = "build"
    LINT = "lint"
    TYPES = "types"
    FILES = "files"
    PLAN = "plan"


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """One thing that the agent said, and how it stands against the evidence."""

    text: str
    standing: Standing
    because: str
    refs: tuple[str, ...] = ()
    about: Matter = Matter.TASK
    grave: bool = False
    """Contradicted by a failure and not only by a number: the work itself is not done."""


class RunEnd(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    TIMED_OUT = "timed_out"
    NOT_STARTED = "not_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyRun:
    """One command that the gate ran itself, in a checkout that the agent never touched."""

    command: str
    end: RunEnd
    exit_code: int | None = None
    output: str = ""
    """The end of what it printed, bounded."""
    duration_s: float = 0.0
    cut: bool = False
    """It printed more than was kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    runs: tuple[VerifyRun, ...] = ()
    head: str = ""
    restored: tuple[str, ...] = ()
    """Files that were put back to the base's version first."""
    suite: SuiteRun | None = None
    """Test results that the commands left behind, where they were found."""

    @property
    def failed(self) -> tuple[VerifyRun, ...]:
        return tuple(run for run in self.runs if run.end is not RunEnd.PASSED)
