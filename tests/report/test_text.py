"""The terminal: what was read, how to answer from a shell, and signs that any encoding carries."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exitgate.core.decision import InputFile
from exitgate.core.memory import LoopState
from exitgate.report.columns import columns
from exitgate.report.history_text import render_history
from exitgate.report.line import render_line
from exitgate.report.plain import plain
from exitgate.report.readings import files_read, not_read
from exitgate.report.text import render_text
from report.samples import CASES, COMPLETE, STUCK, STUCK_HISTORY


def test_a_shell_is_offered_shell_commands() -> None:
    text = render_text(STUCK, history=STUCK_HISTORY, colour=False, width=120)
    assert "exitgate command continue <hint>" in text
    assert "/exitgate" not in text


def test_each_file_is_named_with_its_format() -> None:
    assert files_read(COMPLETE) == ("agent.jsonl (claude-stream, 14 messages, 9 tool calls)",)


def test_unreadable_lines_come_first_and_many_files_are_folded() -> None:
    good = tuple(InputFile(f"{n}.txt", "text", 1, 0, 9, 0) for n in range(5))
    broken = InputFile("x.jsonl", "codex", 3, 1, 99, 2)
    lines = files_read(replace(COMPLETE, inputs=(*good, broken)))
    assert lines[0] == "x.jsonl (codex, 3 messages, 1 tool call, 2 unreadable lines!)"
    assert lines[1:] == (
        "0.txt (text, 1 message)",
        "1.txt (text, 1 message)",
        "3 more files: 3 messages, 0 tool calls",
    )


def test_what_was_left_out_is_told_apart_from_silent_signals() -> None:
    decision = replace(COMPLETE, unmeasured=(*COMPLETE.unmeasured, "the middle of agent.jsonl"))
    assert not_read(decision) == ("the middle of agent.jsonl",)
    assert "left out: the middle" in render_text(decision, colour=False, width=80)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize("name", CASES)
def test_every_sign_of_ours_has_a_plain_one(name: str, encoding: str) -> None:
    """Our own words hold no question mark but the one for what is unknown."""
    decision, history = CASES[name]
    state = LoopState(decision.loop_id, history, decision.circuit)
    shown = (
        render_text(decision, history=history, colour=False, width=80),
        render_history(state, colour=False, width=80),
        render_line(decision, colour=False, width=80),
    )
    for text in shown:
        assert plain(text, encoding).count("?") == text.count("?")
        assert plain(text, "utf-8") == text


@pytest.mark.parametrize("text", ["a:\u200b:b", "##\u200b[error]"])
def test_a_broken_runner_command_stays_broken(text: str) -> None:
    shown = plain(text, "ascii")
    assert "::" not in shown
    assert "##[" not in shown


def test_columns_wrap_beside_the_name() -> None:
    shown = columns({"rules": "first > second > third", "x": ""}, 30)
    assert shown == "rules  first > second > third\nx      \n"
    wrapped = columns({"rules": "one two three four five six"}, 27)
    assert wrapped == "rules  one two three four\n       five six\n"
