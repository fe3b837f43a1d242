"""What the loop remembers: a bounded window of iterations, and totals over all of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from exitgate.core.transcript import EndStatus

KEPT_ITERATIONS = 48
"""Enough for a cycle of period 6 seen several times; totals carry the rest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IterationRecord:
    """What one iteration leaves behind for the next ones to compare with. None: unmeasured."""

    number: int
    at: str | None = None
    run: str | None = None
    """Which workflow run and attempt made it, so that a re-run replaces and never adds."""
    verdict: str = "continue"
    reason: str = ""
    confidence: int = 0
    work: str = ""
    """One line for people: what this iteration did."""
    signature: str = ""
    error: str | None = None
    """Fingerprint of the error it ended on, normalised."""
    tree: str | None = None
    essence: str | None = None
    """Digest of the patch without spacing and built files; None where there is no whole patch."""
    changed: bool | None = None
    """Did content change, by the work tree or the agent's own edits?"""
    files: int | None = None
    files_told: int | None = None
    """By the status block alone: told to people where nothing was measured, never evidence."""
    failing: tuple[str, ...] | None = None
    tests_passed: int | None = None
    tests_failed: int | None = None
    plan_done: int | None = None
    plan_total: int | None = None
    message: str = ""
    """Head of the normalised final message, for telling repetition."""
    message_length: int = 0
    tool_calls: int | None = None
    edits: int | None = None
    results: str | None = None
    """Digest of what its tools answered, normalised; empty where no tool was called."""
    substance: bool | None = None
    """Did it change more than notes about the work? None where its files are not known."""
    errors: int = 0
    errors_printed: int | None = None
    """How many errors the run printed that it ended on. None where it ended on none."""
    claimed: bool = False
    exit_signal: bool | None = None
    status: str | None = None
    tasks_completed: int | None = None
    head: str | None = None
    """The commit that the work tree stood on."""
    commits: int | None = None
    """Commits since the base."""
    test_only: bool = False
    work_type: str | None = None
    """The kind of work that the status block names."""
    question: str | None = None
    denial: str | None = None
    agent_error: str | None = None
    end: EndStatus = EndStatus.UNKNOWN
    cost_usd: float | None = None
    duration_s: float | None = None
    tokens: int | None = None
    fresh: bool = False
    """A person said to go on: what came before is no longer held against the loop."""
    findings: tuple[str, ...] = ()
    """Ids of what a reviewer may accept, most serious first."""
    recording: str | None = None
    """This iteration in the recording format, bounded, so that it can be replayed."""

    @property
    def files_modified(self) -> int:
        """For the session's bookkeeping: as measured, else as told."""
        return (self.files_told if self.files is None else self.files) or 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Sums over the whole loop; they survive when old iterations are dropped."""

    iterations: int = 0
    cost_usd: float = 0.0
    duration_s: float = 0.0
    tokens: int = 0
    tasks_completed: int = 0
    files_modified: int = 0
    continues: int = 0
    exits: int = 0
    started_at: str | None = None

    def plus(self, record: IterationRecord) -> Totals:
        return replace(
            self,
            iterations=self.iterations + 1,
            cost_usd=self.cost_usd + (record.cost_usd or 0.0),
            duration_s=self.duration_s + (record.duration_s or 0.0),
            tokens=self.tokens + (record.tokens or 0),
            tasks_completed=self.tasks_completed + (record.tasks_completed or 0),
            files_modified=self.files_modified + record.files_modified,
            continues=self.continues + (record.verdict == "continue"),
            exits=self.exits + (record.verdict != "continue"),
            started_at=self.started_at or record.at,
        )

    def minus(self, record: IterationRecord) -> Totals:
        """As they were before `record` was added. The start stays: the loop did begin then."""
        return replace(
            self,
            iterations=self.iterations - 1,
            cost_usd=max(0.0, self.cost_usd - (record.cost_usd or 0.0)),
            duration_s=max(0.0, self.duration_s - (record.duration_s or 0.0)),
            tokens=self.tokens - (record.tokens or 0),
            tasks_completed=self.tasks_completed - (record.tasks_completed or 0),
            files_modified=self.files_modified - record.files_modified,
            continues=self.continues - (record.verdict == "continue"),
            exits=self.exits - (record.verdict != "continue"),
        )


@dataclass(frozen=True, slots=True)
class History:
    """Earlier iterations of the same loop, oldest first. Never holds another loop's."""

    recent: tuple[IterationRecord, ...] = ()
    totals: Totals = Totals()

    @property
    def last(self) -> IterationRecord | None:
        return self.recent[-1] if self.recent else None

    def tail(self, count: int) -> tuple[IterationRecord, ...]:
        return self.recent[-count:] if count > 0 else ()

    def since_fresh_start(self) -> History:
        """The same without the iterations that a person has forgiven; totals stay."""
        starts = [i for i, record in enumerate(self.recent) if record.fresh]
        return replace(self, recent=self.recent[starts[-1] :]) if starts else self

    def plus(self, record: IterationRecord) -> History:
        kept = (*self.recent, record)[-KEPT_ITERATIONS:]
        return History(kept, self.totals.plus(record))
