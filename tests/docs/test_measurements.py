"""The pages show the measured figures, and the figures keep what is promised."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bench.tables import DATA, PAGES, sections, with_tables

FIGURES: dict[str, Any] = json.loads(DATA.read_text("utf-8"))
RECORDINGS = sorted({row["recording"] for row in FIGURES["answers"]})
MOST_ERROR = 0.08
FEWEST = 100


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_page_shows_the_figures_as_they_were_measured(page: Any) -> None:
    text = page.read_text("utf-8")
    assert "<!-- figures: " in text
    assert with_tables(text, sections(FIGURES)) == text, "run `make figures`"


@pytest.mark.parametrize("recording", RECORDINGS)
def test_standard_is_ahead_of_every_other_gate(recording: str) -> None:
    rows = {row["gate"]: row for row in FIGURES["answers"] if row["recording"] == recording}
    standard = rows.pop("standard")
    assert len(rows) >= 10
    for gate, row in rows.items():
        assert standard["false_stops"] <= row["false_stops"], gate
        if standard["stuck"]["f1"] is not None:
            assert standard["stuck"]["f1"] > row["stuck"]["f1"], gate


def test_confidence_is_calibrated_also_on_what_the_fit_has_not_seen() -> None:
    large = [row for row in FIGURES["fits"] if row["records"] >= FEWEST]
    assert len(large) >= 3
    for row in large:
        kinds = ("shipped", "groups_left_out", "source_left_out")
        assert max(row[kind]["error"] for kind in kinds) <= MOST_ERROR, row["recording"]
