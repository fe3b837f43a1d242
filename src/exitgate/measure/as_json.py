"""The report for programs: one object, keys in a fixed order."""

from __future__ import annotations

import json

from exitgate.measure.figures import Calibration
from exitgate.measure.known import Answer
from exitgate.measure.report import Measured, Report
from exitgate.measure.spending import Amount
from exitgate.measure.tally import Scored

SCHEMA = "exitgate.report/1"
DIGITS = 6


def render_json(report: Report) -> str:
    data = {
        "schema": SCHEMA,
        "policies": list(report.policies),
        "measured": [_measured(row) for row in report.rows],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _measured(row: Measured) -> dict[str, object]:
    seen, spent = row.figures, row.figures.spending
    return {
        "recording": row.recording,
        "policy": row.policy,
        "records": seen.records,
        "labelled": seen.labelled,
        "right": seen.right,
        "false_stops": {"done": seen.false_done, "stuck": seen.false_stuck},
        "missed_stops": seen.missed_stops,
        "classes": {
            figures.answer: {
                "support": figures.support,
                "precision": _rounded(figures.precision),
                "recall": _rounded(figures.recall),
                "f1": _rounded(figures.f1),
            }
            for figures in seen.classes
        },
        "confusion": {
            row_of.value: dict(zip(Answer, counts, strict=True))
            for row_of, counts in zip(Answer, seen.confusion, strict=True)
        },
        "spending": {
            "loops": spent.loops,
            "total": _amount(spent.total),
            "saved": _amount(spent.saved),
            "wasted": _amount(spent.wasted),
            "unsettled": _amount(spent.unsettled),
            "overrun": _amount(spent.overrun),
        },
        "calibration": None if seen.calibration is None else _calibration(seen.calibration),
        "worst": [_mistake(scored) for scored in seen.worst],
    }


def _calibration(seen: Calibration) -> dict[str, object]:
    return {
        "count": seen.count,
        "base_rate": _rounded(seen.base_rate),
        "auc": _rounded(seen.auc),
        "brier": _rounded(seen.brier),
        "error": _rounded(seen.error),
        "bins": [
            {
                "low": bin.low,
                "high": bin.high,
                "count": bin.count,
                "forecast": _rounded(bin.forecast),
                "actual": _rounded(bin.actual),
            }
            for bin in seen.bins
        ],
    }


def _mistake(scored: Scored) -> dict[str, object]:
    return {
        "where": scored.where,
        "link": scored.link or None,
        "loop": scored.loop,
        "iteration": scored.iteration,
        "verdict": scored.verdict,
        "reason": scored.reason,
        "summary": scored.summary,
        "confidence": scored.confidence,
        "accepted": list(scored.known.accepted) if scored.known else [],
    }


def _amount(spent: Amount) -> dict[str, object]:
    return {"iterations": spent.iterations, "cost_usd": round(spent.cost_usd, 4)}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)
