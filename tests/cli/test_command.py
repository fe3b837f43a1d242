"""exitgate command: people steer the loop, the next decision obeys and says who spoke."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import Ran, exitgate


@pytest.fixture
def stuck(tmp_path: Path) -> Path:
    (tmp_path / "r.md").write_text("Fixed auth.ts - added null check")
    assert [check(tmp_path).code for _ in range(3)] == [0, 0, 11]
    return tmp_path


def check(folder: Path) -> Ran:
    return exitgate("check", "--response", "r.md", "--output", "json", cwd=folder)


def test_continue_forgives_what_repeated_and_carries_the_hint(stuck: Path) -> None:
    assert "your hint" in exitgate("command", "retry try the session cache", cwd=stuck).out
    said = exitgate("command", "/exitgate continue try the session cache", "--by", "ada", cwd=stuck)
    assert said.code == 0
    assert "guidance begins with your hint" in said.out
    decision = check(stuck).decision
    assert decision["verdict"] == "continue"
    assert "ada says: try the session cache" in decision["guidance"]
    assert check(stuck).decision["verdict"] == "continue"
    assert check(stuck).decision["verdict"] == "stuck"


def test_without_a_command_it_stays_stuck(stuck: Path) -> None:
    assert check(stuck).decision["verdict"] == "stuck"


def test_cancel_stays_until_another_word(stuck: Path) -> None:
    exitgate("command", "cancel", "--by", "ada", cwd=stuck)
    for _ in range(2):
        ran = check(stuck)
        assert (ran.code, ran.decision["verdict"]) == (14, "cancelled")
        assert "ada" in ran.decision["summary"]
    said = exitgate("command", "continue", cwd=stuck)
    assert "hint" not in said.out, "none was given"
    assert check(stuck).code == 0


def test_reset_starts_afresh(stuck: Path) -> None:
    exitgate("command", "reset", cwd=stuck)
    decision = check(stuck).decision
    assert (decision["iteration"], decision["verdict"]) == (1, "continue")


def test_approve_completes_once_and_names_the_person(stuck: Path) -> None:
    exitgate("command", "approve", "--by", "ada", cwd=stuck)
    ran = check(stuck)
    assert (ran.code, ran.decision["reason"]) == (10, "approved")
    assert "ada" in ran.decision["summary"]
    assert ran.decision["merge_ready"] is False


def test_status_changes_nothing(stuck: Path) -> None:
    assert "stuck" in exitgate("command", "status", cwd=stuck).out
    assert check(stuck).decision["iteration"] == 4


def test_a_word_that_is_no_command_is_told(stuck: Path) -> None:
    ran = exitgate("command", "explode", cwd=stuck)
    assert ran.code == 64
    assert "continue" in ran.err


def test_a_loop_may_be_steered_before_it_begins(tmp_path: Path) -> None:
    (tmp_path / "r.md").write_text("Fixed auth.ts - added null check")
    said = exitgate("command", "cancel", "--loop", "pr-1", "--by", "ada", cwd=tmp_path)
    assert said.code == 0
    ran = exitgate("check", "--response", "r.md", "--loop", "pr-1", cwd=tmp_path)
    assert ran.code == 14


def test_a_typo_beside_other_loops_steers_nothing(stuck: Path) -> None:
    said = exitgate("command", "cancel", "--loop", "pr-11", cwd=stuck)
    assert said.code == 64
    assert "known: " in said.err
