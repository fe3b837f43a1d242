"""One run of a test suite, and how we know of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class SuiteSource(StrEnum):
    """Best first: a report beats what the transcript printed, which beats a claim."""

    VERIFIED = "verified"
    REPORT = "report"
    PRINTED = "printed"


@dataclass(frozen=True, slots=True)
class SuiteRun:
    passed: int
    failed: int = 0
    skipped: int = 0
    errors: int = 0
    failing: tuple[str, ...] = ()
    source: SuiteSource = SuiteSource.REPORT
    refs: tuple[str, ...] = ()
    at: str | None = field(default=None, compare=False)
    """ISO time with zone at which the newest of the results was made, where known."""
    counts_failures: bool = True
    """False where only the passing ones were counted: then nobody knows whether others failed."""

    @property
    def collected(self) -> int:
        return self.passed + self.failed + self.errors + self.skipped

    @property
    def is_green(self) -> bool:
        """Green needs at least one test that really ran and passed."""
        return self.passed > 0 and self.counts_failures and not self.is_red

    @property
    def is_red(self) -> bool:
        return self.failed + self.errors > 0
