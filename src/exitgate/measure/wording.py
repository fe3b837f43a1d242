"""Figures as people read them, the same in every output."""

from __future__ import annotations

from exitgate.core.wording import counted
from exitgate.measure.known import Answer
from exitgate.measure.report import Measured
from exitgate.measure.spending import Amount
from exitgate.measure.tally import Measurement, Scored

NONE = "–"
COMPARED = (
    "recording",
    "policy",
    "right",
    "F1 stuck",
    "F1 done",
    "false stops",
    "missed",
    "AUC",
    "Brier",
    "ECE",
)
NAMED = 2
"""How many of them say which row it is."""
WORDS = frozenset({"recording", "policy", "expected", "confidence"})
"""Columns that are read from the left; figures stand at the right."""
EXPLAINED = (
    "Right: the answer is one that the label accepts. False stop: stopped where that is not "
    "accepted. Missed: went on where a stop was due. AUC, Brier score and expected calibration "
    "error (ECE) are of the confidence, over the records whose completion is known."
)


def number(value: float | None) -> str:
    return NONE if value is None else f"{value:.2f}"


def percent(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else NONE


def compared(row: Measured) -> tuple[str, ...]:
    """One line of the table in which policies stand side by side."""
    seen, chance = row.figures, row.figures.calibration
    return (
        row.recording,
        row.policy,
        f"{seen.right}/{seen.labelled} ({percent(seen.right, seen.labelled)})",
        number(f1_of(seen, Answer.STUCK)),
        number(f1_of(seen, Answer.DONE)),
        str(seen.false_stops),
        str(seen.missed_stops),
        *(
            (number(chance.auc), number(chance.brier), number(chance.error))
            if chance is not None
            else (NONE, NONE, NONE)
        ),
    )


def f1_of(seen: Measurement, answer: Answer) -> float | None:
    return next(figures.f1 for figures in seen.classes if figures.answer == answer)


def amount(spent: Amount, priced: bool) -> str:
    iterations = counted(spent.iterations, "iteration")
    return f"{iterations}, ${spent.cost_usd:,.2f}" if priced else iterations


def spending_lines(seen: Measurement) -> tuple[tuple[str, str], ...]:
    spent = seen.spending
    priced = spent.total.cost_usd > 0
    return (
        ("recorded", f"{counted(spent.loops, 'loop')}, {amount(spent.total, priced)}"),
        ("saved by right stops", amount(spent.saved, priced)),
        ("wasted by false stops", amount(spent.wasted, priced)),
        ("after stops not settled", amount(spent.unsettled, priced)),
        ("overrun by missed stops", amount(spent.overrun, priced)),
    )


def expectation(scored: Scored) -> str:
    assert scored.known is not None
    return " or ".join(scored.known.accepted)
