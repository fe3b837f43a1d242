"""The figures of docs/measurements.json as the tables of the pages, between marks in the text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from exitgate.measure.as_markdown import table

ROOT = Path(__file__).parents[2]
DATA = ROOT / "docs" / "measurements.json"
PAGES = (ROOT / "docs" / "measurements.md", ROOT / "README.md")
GATES = ("recording", "gate", "right", "F1 stuck", "stuck found", "false stops", "false done")
FITS = ("recording", "by hand", "as shipped", "its loops left out in turn", "all of it left out")
COSTS = ("what", "ExitGate", "beside", "ratio")
SHOWN = {
    "standard": "ExitGate, `standard`",
    "keywords": "completion keywords",
    "EXIT_SIGNAL": "`EXIT_SIGNAL`",
    "fuzzy 90 % of 5": "90 % similar outputs, window of 5",
    "OpenHands' detector": "OpenHands' loop detector",
}
"""The gates of the headline, each the best known of its kind."""
HEADLINES = {
    "ralph-loops": "real shell loops around Claude Code (90)",
    "openhands-swe-bench": "OpenHands runs (254)",
}


def sections(data: dict[str, Any]) -> dict[str, str]:
    """Every table by the name of its mark."""
    return {
        "answers": table(GATES, [_answer(row) for row in data["answers"]]),
        "fits": table(FITS, [_fit(row) for row in data["fits"]]),
        "costs": table(COSTS, [tuple(row) for row in data["costs"]]),
        "headline": "\n\n".join(_headline(data, name) for name in HEADLINES),
    }


def with_tables(page: str, made: dict[str, str]) -> str:
    """The page with what stands between `<!-- figures: NAME -->` and its end replaced."""
    return re.sub(
        r"<!-- figures: (\w{1,20}) -->\n.*?<!-- end -->",
        lambda mark: f"<!-- figures: {mark[1]} -->\n{made[mark[1]]}\n<!-- end -->",
        page,
        flags=re.DOTALL,
    )


def _answer(row: dict[str, Any]) -> tuple[str, ...]:
    stuck = row["stuck"]
    return (
        row["recording"],
        row["gate"],
        f"{row['right'] / row['labelled']:.0%}",
        "–" if stuck["f1"] is None else f"{stuck['f1']:.2f}",
        "–" if stuck["f1"] is None else f"{stuck['recall']:.0%}",
        str(row["false_stops"]),
        str(row["false_done"]),
    )


def _fit(row: dict[str, Any]) -> tuple[str, ...]:
    kinds = ("by_hand", "shipped", "groups_left_out", "source_left_out")
    return f"{row['recording']} ({row['records']})", *(_three(row[kind]) for kind in kinds)


def _three(seen: dict[str, float]) -> str:
    return f"{seen['auc']:.2f} / {seen['brier']:.3f} / {seen['error']:.3f}"


def _headline(data: dict[str, Any], recording: str) -> str:
    head = (HEADLINES[recording], "right", "F1 of stuck", "false stops")
    rows = {row["gate"]: row for row in data["answers"] if row["recording"] == recording}
    lines = [(SHOWN[gate], *_short(rows[gate])) for gate in SHOWN]
    return table(head, lines)


def _short(row: dict[str, Any]) -> tuple[str, str, str]:
    f1 = f"{row['stuck']['f1'] or 0:.2f}"
    return f"{row['right'] / row['labelled']:.0%}", f1, str(row["false_stops"])
