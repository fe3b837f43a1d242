"""A report over six records, every figure of it worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exitgate.cli import main

SIGNAL = "---RALPH_STATUS---\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---"
DONE = f"All tasks are complete.\n\n{SIGNAL}"
WORK = "Worked on story 2 of 5."
BLOCKED = "---RALPH_STATUS---\nSTATUS: BLOCKED\nEXIT_SIGNAL: false\n---END_RALPH_STATUS---"
GREEN = {"passed": 5, "failed": 0}
LINES = [
    # Rightly done, after one iteration of work.
    {"loop": "a", "response": WORK, "cost_usd": 1.0},
    {"loop": "a", "response": DONE, "tests": GREEN, "cost_usd": 2.0, "label": "done"},
    # Called done, was not: a false stop that wasted 4 dollars.
    {
        "loop": "b",
        "response": DONE,
        "tests": GREEN,
        "cost_usd": 4.0,
        "label": {"class": "done_false", "url": "https://github.com/octo/app/pull/7"},
    },
    # Rightly blocked one iteration before the record ends: 16 dollars saved.
    {"loop": "c", "response": BLOCKED, "cost_usd": 8.0, "label": "stuck"},
    {"loop": "c", "response": BLOCKED, "cost_usd": 16.0},
    # Was done, and the gate went on: one more iteration at the loop's price.
    {"loop": "d", "response": WORK, "cost_usd": 32.0, "label": "done"},
    # Rightly goes on.
    {"loop": "e", "response": WORK, "cost_usd": 64.0, "label": "continue"},
]


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    path = tmp_path / "six.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in LINES))
    return path


def told(path: Path, output: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["replay", str(path), "--report", "--output", output]) == 0
    return capsys.readouterr().out


def test_every_figure(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen = json.loads(told(recording, "json", capsys))["measured"][0]
    assert (seen["records"], seen["labelled"], seen["right"]) == (7, 5, 3)
    assert seen["false_stops"] == {"done": 1, "stuck": 0}
    assert seen["missed_stops"] == 1
    assert seen["confusion"] == {
        "done": {"done": 1, "stuck": 0, "continue": 1},
        "stuck": {"done": 0, "stuck": 1, "continue": 0},
        "continue": {"done": 1, "stuck": 0, "continue": 1},
    }
    classes = {name: tuple(row.values()) for name, row in seen["classes"].items()}
    assert classes == {
        "done": (2, 0.5, 0.5, 0.5),
        "stuck": (1, 1.0, 1.0, 1.0),
        "continue": (2, 0.5, 0.5, 0.5),
    }
    spent = {kind: tuple(row.values()) for kind, row in seen["spending"].items() if kind != "loops"}
    assert spent == {
        "total": (7, 127.0),
        "saved": (1, 16.0),
        "wasted": (1, 4.0),
        "unsettled": (0, 0.0),
        "overrun": (1, 32.0),
    }


def test_the_figures_of_the_confidence(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three records know whether the task was done: two alike and sure, one unsure."""
    assert main(["replay", str(recording), "--output", "json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    right, wrong, missed = (lines[at]["confidence"] / 100 for at in (1, 2, 5))
    assert right == wrong > 0.5 > missed
    seen = json.loads(told(recording, "json", capsys))["measured"][0]["calibration"]
    assert (seen["count"], seen["base_rate"]) == (3, pytest.approx(2 / 3, abs=1e-6))
    # Of two pairs of done and not done, one is a tie and one is the wrong way round.
    assert seen["auc"] == 0.25
    brier = ((right - 1) ** 2 + wrong**2 + (missed - 1) ** 2) / 3
    assert seen["brier"] == pytest.approx(brier, abs=1e-6)
    error = (2 * abs(right - 0.5) + abs(missed - 1)) / 3
    assert seen["error"] == pytest.approx(error, abs=1e-6)


@pytest.mark.parametrize("output", ["text", "markdown", "html"])
def test_every_output_tells_them(
    output: str,
    recording: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    page = told(recording, output, capsys)
    figures = ("3/5 (60%)", "$127.00", "$16.00", "$4.00", "$32.00", "0.25", "six.jsonl:3")
    assert [figure for figure in figures if figure not in page] == []
    worst = page[page.rindex("six.jsonl:3") :]
    assert "six.jsonl:6" in worst


def test_mistakes_can_be_opened(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = told(recording, "html", capsys)
    assert 'href="https://github.com/octo/app/pull/7"' in page
    assert f'href="{recording}#L6"' in page
    text = told(recording, "markdown", capsys)
    assert "](<https://github.com/octo/app/pull/7>)" in text
