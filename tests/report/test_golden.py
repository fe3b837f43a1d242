"""The words people see, as files that a person has read. Set UPDATE_GOLDEN=1 to write them anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from exitgate.core.memory import LoopState
from exitgate.report.explain import explain
from exitgate.report.history_text import render_history, render_state
from exitgate.report.markdown import render_comment, render_summary
from exitgate.report.text import render_text
from report.samples import CASES, LINKS

GOLDEN = Path(__file__).with_name("golden")
MARKER = "<!-- a hidden marker -->"


def agrees(name: str, text: str) -> None:
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


@pytest.mark.parametrize("name", CASES)
def test_comment(name: str) -> None:
    decision, history = CASES[name]
    comment = render_comment(decision, history=history, marker=MARKER, links=LINKS)
    agrees(f"{name}.comment.md", comment)


@pytest.mark.parametrize("name", ["complete", "stuck"])
def test_summary(name: str) -> None:
    decision, history = CASES[name]
    agrees(f"{name}.summary.md", render_summary(decision, history=history, links=LINKS))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("width", [80, 120])
def test_terminal(name: str, width: int) -> None:
    decision, history = CASES[name]
    text = render_text(decision, history=history, colour=False, width=width)
    assert max(map(len, text.splitlines())) <= width
    agrees(f"{name}.{width}.txt", text)


@pytest.mark.parametrize("name", CASES)
def test_explanation(name: str) -> None:
    agrees(f"{name}.explain.txt", explain(CASES[name][0]))


def test_history_and_state() -> None:
    decision, history = CASES["stuck"]
    state = LoopState(decision.loop_id, history, decision.circuit)
    agrees("history.txt", render_history(state, colour=False, width=80))
    agrees("state.txt", render_state(state, colour=False, width=80))
