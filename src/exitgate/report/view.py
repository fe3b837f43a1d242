"""A decision arranged for reading: what matters first. Nothing is escaped here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from exitgate.core.confidence import ConfidencePart
from exitgate.core.decision import Decision
from exitgate.core.evidence import Evidence, Outcome
from exitgate.core.history import History, IterationRecord
from exitgate.report.words import Step, VerdictWords, next_steps, verdict_words

MEASURED_WORK = (
    "files_changed",
    "tests_pass",
    "tests_fail",
    "no_tests",
    "tests_stale",
    "plan_complete",
    "plan_open",
    "task_moved",
)
"""Signals that count the work itself, independent of what the agent says."""
CLAIMED_WORK = (
    "done_signal",
    "not_done_signal",
    "status_block",
    "completion_claim",
    "remaining_work",
    "stated_confidence",
)
"""Signals that repeat the agent's own word about its work."""


FAVOURABLE = frozenset(
    {
        "done_signal",
        "completion_claim",
        "completion_keywords",
        "completion_patterns",
        "completion_words",
        "files_changed",
        "output_quality",
        "plan_complete",
        "stated_confidence",
        "status_block",
        "task_moved",
        "tests_pass",
    }
)
"""Signals whose finding speaks for completion; what any other one finds needs eyes."""


class Tone(StrEnum):
    GOOD = "good"
    BAD = "bad"
    UNKNOWN = "unknown"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Row:
    """One finding; signals that were unmeasured for the same reason share a row."""

    signals: tuple[str, ...]
    outcome: Outcome
    tone: Tone
    headline: str
    refs: tuple[str, ...]
    points: float | None
    """What it gave to or took from the confidence; None: it had no part in it."""


@dataclass(frozen=True, slots=True)
class Point:
    """One iteration in the trend. Progress is None where no plan was measured."""

    iteration: int
    verdict: str
    confidence: int
    progress: int | None
    work: str


@dataclass(frozen=True, slots=True)
class Work:
    summary: str
    """The gate's one line; what it took from words alone is marked there as claimed."""
    verified: tuple[str, ...]
    claimed: tuple[str, ...]
    unknown: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    decision: Decision
    words: VerdictWords
    rows: tuple[Row, ...]
    parts: tuple[ConfidencePart, ...]
    work: Work
    trend: tuple[Point, ...]
    steps: tuple[Step, ...]

    @property
    def telling(self) -> tuple[Row, ...]:
        """The rows that say something; those that are clear only say that nothing was there."""
        return tuple(row for row in self.rows if row.outcome is not Outcome.CLEAR)


def view(decision: Decision, history: History | None = None) -> View:
    remembered = history or History()
    return View(
        decision=decision,
        words=verdict_words(decision.verdict),
        rows=_rows(decision),
        parts=tuple(sorted(decision.confidence.parts, key=lambda part: -abs(part.points))),
        work=_work(decision, _said_last(decision, remembered)),
        trend=trend(decision, remembered),
        steps=next_steps(decision),
    )


def _said_last(decision: Decision, history: History) -> str:
    same = [record.work for record in history.recent if record.number == decision.iteration]
    return same[-1] if same else ""


def trend(decision: Decision, history: History) -> tuple[Point, ...]:
    """Every remembered iteration, ending with the one just decided."""
    earlier = [record for record in history.recent if record.number < decision.iteration]
    same = [record for record in history.recent if record.number == decision.iteration]
    now = Point(
        decision.iteration,
        decision.verdict.value,
        decision.confidence.value,
        _progress(same[-1]) if same else None,
        same[-1].work if same else decision.work_summary,
    )
    return (*(_point(record) for record in earlier), now)


def _point(record: IterationRecord) -> Point:
    return Point(record.number, record.verdict, record.confidence, _progress(record), record.work)


def _progress(record: IterationRecord) -> int | None:
    if record.plan_done is None or not record.plan_total:
        return None
    return min(100, max(0, round(100 * record.plan_done / record.plan_total)))


def _rows(decision: Decision) -> tuple[Row, ...]:
    points: dict[str, float] = {}
    for part in decision.confidence.parts:
        points[part.signal] = points.get(part.signal, 0.0) + part.points
    why = " ".join(trace.because for trace in decision.rules if trace.fired)
    ordered = sorted(
        decision.evidence,
        key=lambda seen: (
            _RANK[seen.outcome],
            # What the deciding rule named is what a reader looks for.
            seen.headline not in why,
            -abs(points.get(seen.signal, 0.0)),
            -seen.strength,
            seen.signal,
        ),
    )
    rows = [_row(seen, points.get(seen.signal)) for seen in ordered if not seen.is_unmeasured]
    rows += _unmeasured_rows(ordered)
    return tuple(sorted(rows, key=lambda row: _RANK[row.outcome]))


def _row(seen: Evidence, points: float | None) -> Row:
    tone = _tone(seen, points)
    return Row((seen.signal,), seen.outcome, tone, seen.headline, seen.refs, points)


def _unmeasured_rows(evidence: Iterable[Evidence]) -> list[Row]:
    signals: dict[str, list[str]] = {}
    for seen in evidence:
        if seen.is_unmeasured:
            signals.setdefault(seen.headline, []).append(seen.signal)
    return [
        Row(tuple(names), Outcome.UNMEASURED, Tone.UNKNOWN, why, (), None)
        for why, names in signals.items()
    ]


_RANK = {Outcome.FOUND: 0, Outcome.UNMEASURED: 1, Outcome.CLEAR: 2}


def _tone(seen: Evidence, points: float | None) -> Tone:
    match seen.outcome:
        case Outcome.UNMEASURED:
            return Tone.UNKNOWN
        case Outcome.CLEAR:
            return Tone.QUIET
        case Outcome.FOUND:
            good = points > 0 if points else seen.signal in FAVOURABLE
            return Tone.GOOD if good else Tone.BAD
        case _:
            assert_never(seen.outcome)


def _work(decision: Decision, said_last: str) -> Work:
    """Counted work apart from claims. `said_last` opens the agent's last message."""
    by_name = {seen.signal: seen for seen in decision.evidence}
    measured = [by_name[name] for name in MEASURED_WORK if name in by_name]
    said = [by_name[name] for name in CLAIMED_WORK if name in by_name]
    words = (said_last,) if said_last.strip() else ()
    return Work(
        summary=decision.work_summary,
        verified=_headlines(seen for seen in measured if seen.is_found),
        claimed=_once((*words, *_headlines(seen for seen in said if seen.is_found))),
        unknown=_headlines(seen for seen in measured if seen.is_unmeasured),
    )


def _headlines(evidence: Iterable[Evidence]) -> tuple[str, ...]:
    return _once(seen.headline for seen in evidence)


def _once(lines: Iterable[str]) -> tuple[str, ...]:
    """Two signals that miss the same file give one line, not two."""
    return tuple(dict.fromkeys(lines))
