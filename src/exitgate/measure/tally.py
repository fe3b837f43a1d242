"""Scores of a replay, added up one by one: memory holds labelled lines and one sum a loop."""

from __future__ import annotations

from dataclasses import dataclass, field

from exitgate.measure.figures import Calibration, ClassFigures, calibration, class_figures
from exitgate.measure.known import Answer, Known
from exitgate.measure.spending import LoopSum, Spending, spending

WORST = 10


@dataclass(frozen=True, slots=True)
class Scored:
    """One decision about one line of a recording, as small as measuring needs it."""

    where: str
    """`recording:line`, so that a person can look."""
    loop: str
    iteration: int
    called: Answer
    verdict: str
    reason: str
    summary: str
    confidence: int
    known: Known | None = None
    cost_usd: float | None = None
    link: str = ""
    """An address that opens it, already encoded; empty where there is none."""

    @property
    def is_right(self) -> bool:
        return self.known is not None and self.called in self.known.accepted

    @property
    def is_false_stop(self) -> bool:
        return self.known is not None and self.called is not Answer.CONTINUE and not self.is_right

    @property
    def is_missed_stop(self) -> bool:
        return self.known is not None and self.called is Answer.CONTINUE and not self.is_right


@dataclass(frozen=True, slots=True)
class Measurement:
    """Everything that is said about one policy on one recording."""

    records: int
    labelled: int
    right: int
    false_done: int
    """Called complete where it was not."""
    false_stuck: int
    """Stopped for a person where the work should have gone on or was done."""
    missed_stops: int
    classes: tuple[ClassFigures, ...]
    confusion: tuple[tuple[int, ...], ...]
    """Rows: expected, columns: answered, both in the order of Answer."""
    spending: Spending
    calibration: Calibration | None
    worst: tuple[Scored, ...]

    @property
    def false_stops(self) -> int:
        return self.false_done + self.false_stuck


@dataclass(slots=True)
class Tally:
    records: int = 0
    labelled: list[Scored] = field(default_factory=list)
    loops: dict[str, LoopSum] = field(default_factory=dict)

    def add(self, scored: Scored) -> None:
        self.records += 1
        if scored.known is not None:
            self.labelled.append(scored)
        before = self.loops.get(scored.loop, LoopSum())
        self.loops[scored.loop] = before.plus(scored.called, scored.known, scored.cost_usd)

    def join(self, other: Tally) -> None:
        """Loops of different recordings are different loops, even under one name."""
        self.records += other.records
        self.labelled += other.labelled
        for name, loop in other.loops.items():
            self.loops[f"{len(self.loops)} {name}"] = loop

    def measurement(self) -> Measurement:
        pairs = [_pair(scored) for scored in self.labelled]
        false_stops = [scored for scored in self.labelled if scored.is_false_stop]
        false_done = sum(scored.called is Answer.DONE for scored in false_stops)
        return Measurement(
            records=self.records,
            labelled=len(self.labelled),
            right=sum(scored.is_right for scored in self.labelled),
            false_done=false_done,
            false_stuck=len(false_stops) - false_done,
            missed_stops=sum(scored.is_missed_stop for scored in self.labelled),
            classes=tuple(class_figures(answer, pairs) for answer in Answer),
            confusion=tuple(tuple(pairs.count((row, col)) for col in Answer) for row in Answer),
            spending=spending(self.loops.values()),
            calibration=calibration(
                [
                    (scored.confidence / 100, scored.known.really_done)
                    for scored in self.labelled
                    if scored.known is not None and scored.known.really_done is not None
                ]
            ),
            worst=_worst(self.labelled),
        )


def _pair(scored: Scored) -> tuple[Answer, Answer]:
    """Expected and answered; an accepted answer counts as the expected one."""
    assert scored.known is not None
    expected = scored.known.expected
    return expected, expected if scored.is_right else scored.called


def _worst(labelled: list[Scored]) -> tuple[Scored, ...]:
    """False completions first, then other false stops, then missed ones; the surest first."""
    wrong = [scored for scored in labelled if not scored.is_right]
    return tuple(sorted(wrong, key=_badness)[:WORST])


def _badness(scored: Scored) -> tuple[int, int, str, int]:
    kind = 0 if scored.called is Answer.DONE else 1 if scored.is_false_stop else 2
    sure = -scored.confidence if kind == 0 else scored.confidence
    return kind, sure, scored.where, scored.iteration
