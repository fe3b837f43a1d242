"""What GitHub's own checks say of the head commit: check runs and commit statuses."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CheckEnd(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    PENDING = "pending"
    """Not over, or over without an answer: cancelled, stale, waiting for a person."""
    NEUTRAL = "neutral"
    """Skipped or neutral: it says nothing about the work."""


@dataclass(frozen=True, slots=True)
class HeadCheck:
    name: str
    end: CheckEnd
    url: str = ""


@dataclass(frozen=True, slots=True)
class HeadChecks:
    """The checks of one commit, without the gate's own."""

    sha: str
    checks: tuple[HeadCheck, ...] = ()

    @property
    def passed(self) -> tuple[HeadCheck, ...]:
        return self._that(CheckEnd.PASSED)

    @property
    def failed(self) -> tuple[HeadCheck, ...]:
        return self._that(CheckEnd.FAILED)

    @property
    def pending(self) -> tuple[HeadCheck, ...]:
        return self._that(CheckEnd.PENDING)

    @property
    def is_green(self) -> bool:
        return bool(self.passed) and not self.failed and not self.pending

    def _that(self, end: CheckEnd) -> tuple[HeadCheck, ...]:
        return tuple(check for check in self.checks if check.end is end)
