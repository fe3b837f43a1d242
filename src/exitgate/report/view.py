"""A decision arranged for reading: what matters first. Nothing is escaped here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from exitgate.core.confidence import ConfidencePart
from exitgate.core.decision import Decision
from exitgate.core.evidence import Evidence, Outcome
from exitgate.core.history import History, IterationRecord
from exitgate.core.verification import CheckedClaim, Standing
from exitgate.report.tone import Tone, tone_of
from exitgate.report.words import Place, Step, VerdictWords, next_steps, verdict_words

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


WORTH_KNOWING = {
    "tests": ("tests_pass", "tests_fail", "no_tests"),
    "plan": ("plan_complete", "plan_open"),
    "files changed": ("files_changed",),
    "end of the run": ("ended_badly",),
}
"""What a verdict leans on: a reader must see which of these could not be measured."""


@dataclass(frozen=True, slots=True)
class Row:
    """One finding, or what is not known about one matter."""

    name: str
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


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    decision: Decision
    words: VerdictWords
    rows: tuple[Row, ...]
    """Found first, then what is worth knowing and was not measured, then clear."""
    unmeasured: tuple[Row, ...]
    """Whatever else was not measured, one row a reason."""
    parts: tuple[ConfidencePart, ...]
    work: Work
    trend: tuple[Point, ...]
    steps: tuple[Step, ...]

    @property
    def telling(self) -> tuple[Row, ...]:
        """The rows that say something; those that are clear only say that nothing was there."""
        return tuple(row for row in self.rows if row.outcome is not Outcome.CLEAR)

    @property
    def clear(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.outcome is Outcome.CLEAR)

    @property
    def unmeasured_signals(self) -> int:
        return sum(len(row.signals) for row in self.unmeasured)


def view(decision: Decision, history: History | None = None, place: Place = Place.COMMENT) -> View:
    remembered = history or History()
    return View(
        decision=decision,
        words=verdict_words(decision.verdict),
        rows=_rows(decision),
        unmeasured=_other_unmeasured(decision.evidence),
        parts=tuple(sorted(decision.confidence.parts, key=lambda part: -abs(part.points))),
        work=_work(decision, _said_last(decision, remembered)),
        trend=trend(decision, remembered),
        steps=next_steps(decision, place),
    )


def by_standing(claims: tuple[CheckedClaim, ...]) -> tuple[CheckedClaim, ...]:
    """What needs eyes first: contradicted, then unverifiable, then verified."""
    order = (Standing.CONTRADICTED, Standing.UNVERIFIABLE, Standing.VERIFIED)
    return tuple(sorted(claims, key=lambda claim: order.index(claim.standing)))


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
    rows += _worth_knowing(decision.evidence)
    return tuple(sorted(rows, key=lambda row: _RANK[row.outcome]))


def _row(seen: Evidence, points: float | None) -> Row:
    name = seen.signal.replace("_", " ")
    return Row(name, (seen.signal,), seen.outcome, tone_of(seen), seen.headline, seen.refs, points)


def _worth_knowing(evidence: Iterable[Evidence]) -> list[Row]:
    by_name = {seen.signal: seen for seen in evidence if seen.is_unmeasured}
    groups = {
        matter: [by_name[signal] for signal in signals if signal in by_name]
        for matter, signals in WORTH_KNOWING.items()
    }
    return [_unknown(matter, group) for matter, group in groups.items() if group]


def _other_unmeasured(evidence: Iterable[Evidence]) -> tuple[Row, ...]:
    shown = {signal for signals in WORTH_KNOWING.values() for signal in signals}
    reasons: dict[str, list[Evidence]] = {}
    for seen in evidence:
        if seen.is_unmeasured and seen.signal not in shown:
            reasons.setdefault(seen.headline, []).append(seen)
    return tuple(
        _unknown(", ".join(seen.signal for seen in group).replace("_", " "), group)
        for group in reasons.values()
    )


def _unknown(name: str, group: Sequence[Evidence]) -> Row:
    why = "; ".join(dict.fromkeys(seen.headline for seen in group))
    signals = tuple(seen.signal for seen in group)
    return Row(name, signals, Outcome.UNMEASURED, Tone.UNKNOWN, why, (), None)


_RANK = {Outcome.FOUND: 0, Outcome.UNMEASURED: 1, Outcome.CLEAR: 2}


def _work(decision: Decision, said_last: str) -> Work:
    """Counted work apart from claims. `said_last` opens the agent's last message."""
    by_name = {seen.signal: seen for seen in decision.evidence}
    measured = [by_name[name] for name in MEASURED_WORK if name in by_name]
    said = [by_name[name] for name in CLAIMED_WORK if name in by_name]
    claims = _headlines(seen for seen in said if seen.is_found)
    words = (said_last,) if said_last.strip() else ()
    return Work(
        summary=decision.work_summary,
        verified=_headlines(seen for seen in measured if seen.is_found),
        claimed=(*words, *(claim for claim in claims if _bare(claim) not in said_last)),
    )


def _bare(claim: str) -> str:
    """The agent's words without ours before them."""
    return claim.removeprefix("claimed: ")


def _headlines(evidence: Iterable[Evidence]) -> tuple[str, ...]:
    return _once(seen.headline for seen in evidence)


def _once(lines: Iterable[str]) -> tuple[str, ...]:
    """Two signals that miss the same file give one line, not two."""
    return tuple(dict.fromkeys(lines))
