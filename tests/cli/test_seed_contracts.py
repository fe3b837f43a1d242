"""Lines of the seeds and of DESIGN.md, held against the shipped command and the library."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exitgate import AnalysisContext, ResponseAnalyzer
from support import exitgate

FIX = "Fixed auth.ts - added null check"
TESTS = "PASS src/a.test.ts\nTest Suites: 1 passed, 1 total"
STATUS = (
    "---RALPH_STATUS---\nSTATUS: {}\nTASKS_COMPLETED_THIS_LOOP: 1\nFILES_MODIFIED: 3\n"
    "EXIT_SIGNAL: {}\nRECOMMENDATION: All stories pass\n---END_RALPH_STATUS---"
)
DONE = STATUS.format("COMPLETE", "true")


def lines(*responses: str, first: int = 1) -> bytes:
    numbered = enumerate(responses, first)
    rows = ({"loop": "l", "iteration": n, "response": text} for n, text in numbered)
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def ralph(text: str, folder: Path) -> dict[str, object]:
    ran = exitgate(
        "check", "--response", "-", "--profile", "ralph", "--output", "ralph", "--state", "none",
        stdin=text.encode(), cwd=folder,
    )  # fmt: skip
    analysis: dict[str, object] = json.loads(ran.out)
    return analysis


def test_seed_000_a_test_only_loop_is_reported_as_stuck() -> None:
    context = AnalysisContext(iteration=3, previous_responses=(TESTS, TESTS))
    result = ResponseAnalyzer().analyze(TESTS, context)
    assert result.stuck_signal.detected
    assert not result.completion_signal.detected
    one = ResponseAnalyzer().analyze(TESTS, AnalysisContext(iteration=1))
    assert not one.stuck_signal.detected


@pytest.mark.parametrize("output", ["markdown", "text"])
def test_seed_002_the_history_carries_the_numbers_of_the_recording(output: str) -> None:
    told = lines(FIX, FIX, FIX, first=5)
    shown = exitgate("replay", "-", "--last", "--output", output, stdin=told).out
    for number in (5, 6, 7):
        assert f"Iteration {number}: {FIX}" in shown
    assert "Iteration 1:" not in shown


@pytest.mark.parametrize("text", ["COMPLETE", "complete", "# COMPLETE"])
def test_seed_003_the_seventh_pattern_is_the_word_alone(text: str, tmp_path: Path) -> None:
    analysis = ralph(text, tmp_path)
    assert analysis["completion_indicators"] == 1
    assert analysis["exit_decision"] == "continue"


def test_seed_003_heuristics_without_a_block_hear_what_is_left(tmp_path: Path) -> None:
    claim = "Implementation complete, all tasks completed."
    assert ralph(claim, tmp_path)["exit_decision"] == "project_complete"
    assert ralph(f"{claim}\nI will now read the code.", tmp_path)["exit_decision"] == "continue"


def test_seed_003_malformed_json_still_gives_its_fields(tmp_path: Path) -> None:
    whole = json.dumps({"type": "result", "subtype": "success", "result": f"All in.\n{DONE}"})
    status = ralph(whole[:-1], tmp_path)["ralph_status"]
    assert isinstance(status, dict)
    assert (status["found"], status["status"], status["exit_signal"]) == (True, "COMPLETE", True)
    # Cut inside the message, nobody knows what would have followed.
    cut = ralph(whole[:-6], tmp_path)["ralph_status"]
    assert isinstance(cut, dict)
    assert cut["found"] is False


def test_seed_003_the_session_counts_files_as_told_where_none_were_measured(tmp_path: Path) -> None:
    (tmp_path / "r.md").write_text("Working.\n" + STATUS.format("IN_PROGRESS", "false"))
    for _ in range(2):
        exitgate("check", "--response", "r.md", "--profile", "ralph", cwd=tmp_path)
    session = json.loads(exitgate("state", "--output", "ralph-session", cwd=tmp_path).out)
    assert [one["files_modified"] for one in session["iterations"]] == [3, 3]
    assert session["total_files_modified"] == 6


def test_peers_a_question_followed_by_a_plea_is_the_same_question() -> None:
    question = "Should I use Postgres or MySQL for the store?"
    told = lines(question, f"Which one do you prefer: {question}", f"{question} Please tell me.",
                 question)  # fmt: skip
    decisions = exitgate("replay", "-", "--output", "json", stdin=told).decisions
    assert decisions[-1]["verdict"] == "stuck"


@pytest.mark.parametrize("is_error", [False, True])
def test_design_an_exported_result_is_judged_the_same_again(is_error: bool, tmp_path: Path) -> None:
    result = {"type": "result", "subtype": "success", "is_error": is_error, "num_turns": 3}
    (tmp_path / "r.json").write_text(json.dumps({**result, "result": f"All in.\n{DONE}"}))
    (tmp_path / "fix_plan.md").write_text("- [x] a\n- [x] b\n")
    where = ("--state", "st", "--loop", "l")
    first = exitgate(
        "check", "--response", "r.json", "--output", "json", *where, cwd=tmp_path
    ).decision
    export = exitgate("history", "--export", *where, cwd=tmp_path).out
    (again,) = exitgate("replay", "-", "--output", "json", stdin=export.encode()).decisions
    for key in ("verdict", "reason", "confidence", "merge_ready"):
        assert again[key] == first[key]
    assert (first["verdict"] == "complete") is not is_error
