"""What an iteration leaves behind: measured where it can be, None where it cannot."""

from __future__ import annotations

import pytest

from exitgate.core.circuit import Circuit
from exitgate.core.history import History, IterationRecord
from exitgate.core.transcript import EndStatus
from exitgate.language.record import work_line
from loops.build import facts_of, play

EDIT = ["edit", "a.py", "x", "ok"]
REFUSED = ["edit", "a.py", "x", "refused", True]


def record(case: dict[str, object]) -> IterationRecord:
    return facts_of(case, 1, History(), Circuit()).current


@pytest.mark.parametrize(
    ("case", "changed"),
    [
        ({"steps": [EDIT]}, True),
        ({"steps": [REFUSED]}, False),
        ({"steps": [["read", "a.py", "x", "text"]]}, False),
        ({"steps": [["run", "sed -i s/a/b/ a.py", "", 0]]}, True),
        ({"steps": [["run", "echo hi > notes.md", "", 0]]}, True),
        ({"steps": [["run", "make 2>&1 | tail", "built", 0]]}, False),
        ({"steps": [["run", "cat a 2> /dev/null", "x", 0]]}, False),
        ({"says": "I edited a.py"}, None),
        ({"says": ""}, False),
        ({"says": "", "exit_code": 124}, False),
        ({"says": "broke", "end": "error", "end_detail": "limit"}, False),
    ],
)
def test_change_is_told_by_edits_that_landed(case: dict[str, object], changed: bool | None) -> None:
    assert record(case).changed is changed


LIMIT = "You've hit your limit · resets 5pm"


@pytest.mark.parametrize(
    ("case", "error"),
    [
        ({"says": LIMIT}, "You've hit your limit · resets <time>"),
        ({"says": "Claude AI usage limit reached"}, "Claude AI usage limit reached"),
        ({"says": "API Error: 529 overloaded"}, "API Error: 529 overloaded"),
        ({"says": "Has alcanzado tu límite de uso."}, "Has alcanzado tu límite de uso."),
        ({"says": "Clé API invalide"}, "Clé API invalide"),
        ({"says": "Nutzungslimit erreicht"}, "Nutzungslimit erreicht"),
        ({"says": "Você atingiu o limite de uso"}, "Você atingiu o limite de uso"),
        ({"says": "API 错误：529"}, "API 错误：529"),
        ({"says": "認証に失敗しました。"}, "認証に失敗しました。"),
        ({"says": "Der Nutzungslimit-Dialog ist fertig."}, None),
        ({"says": "connect ECONNREFUSED", "exit_code": 1}, "connect ECONNREFUSED"),
        ({"says": "Added rate limit handling to the client."}, None),
        ({"says": "Ran out of turns.", "exit_code": 53}, None),
        ({"says": "API Error: seen in the log. " + "Long report follows. " * 40}, None),
        ({"steps": [EDIT], "exit_code": 124}, None),
        ({"steps": [REFUSED], "exit_code": 124}, "timed out"),
        ({"says": "", "exit_code": 2}, "exit code 2"),
        ({"says": ""}, "no output"),
    ],
)
def test_the_agents_own_failure(case: dict[str, object], error: str | None) -> None:
    assert record(case).agent_error == error


def test_the_tree_beats_what_the_agent_did() -> None:
    one, other = play([{"tree": "t", "steps": [EDIT]}, {"tree": "t", "steps": [EDIT]}])
    assert one.facts.current.changed is True
    assert other.facts.current.changed is False


def test_plain_text_measures_no_tools() -> None:
    plain = record({"says": "All done."})
    assert (plain.tool_calls, plain.edits, plain.files) == (None, None, None)
    assert (plain.failing, plain.tests_passed, plain.plan_done) == (None, None, None)


def test_tests_and_plan_are_counted() -> None:
    seen = record({"says": "x", "failing": ["b", "a"], "passed": 4, "plan": [2, 5]})
    assert seen.failing == ("a", "b")
    assert (seen.tests_passed, seen.tests_failed) == (4, 2)
    assert (seen.plan_done, seen.plan_total) == (2, 5)


def test_red_without_names_is_not_an_empty_set_of_failures() -> None:
    assert record({"says": "x", "failing": [], "failed": 2}).failing is None
    assert record({"says": "x", "failing": [], "failed": 0}).failing == ()


def test_end_and_question_are_kept() -> None:
    seen = record({"says": "Which port?", "asks": ["Which  port?"], "end": "max_turns"})
    assert (seen.question, seen.end) == ("which port?", EndStatus.MAX_TURNS)


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("## Summary of work\n\ntext", "Summary of work"),
        ("\n---\n**Fixed** auth.ts - added null check", "Fixed auth.ts - added null check"),
        ("---RALPH_STATUS---\nSTATUS: X\n---END_RALPH_STATUS---\nAdded login", "Added login"),
        ("完成了登录功能", "完成了登录功能"),
        ("", ""),
    ],
)
def test_work_is_the_first_line_of_prose(message: str, line: str) -> None:
    assert work_line(message) == line


def test_many_failing_tests_are_kept_small_and_still_told_apart() -> None:
    one = record({"says": "x", "failing": [f"test_{n:03}" for n in range(90)]})
    other = record({"says": "x", "failing": [f"test_{n:03}" for n in range(91)]})
    assert one.failing is not None
    assert len(one.failing) == 21
    assert one.failing != other.failing


@pytest.mark.parametrize(("files", "changed"), [(0, False), (3, True), (None, None)])
def test_a_status_block_stands_in_where_nothing_was_measured(
    files: int | None, changed: bool | None
) -> None:
    assert record({"says": "x", "block": {"files_modified": files}}).changed is changed
    assert record({"steps": [EDIT], "block": {"files_modified": 0}}).changed is True


@pytest.mark.parametrize(
    ("case", "calls", "changed"),
    [
        ({"says": "Hello.", "format": "claude-result", "turns": 1}, 0, False),
        ({"says": "Hello.", "format": "claude-result", "turns": 9}, None, None),
        ({"says": "Hello.", "format": "claude-stream"}, 0, False),
        ({"says": "Hello.", "format": "claude-stream", "turns": 15}, None, None),
        ({"says": "Hello.", "format": "aider", "edits": ["a.py"]}, 1, True),
    ],
)
def test_idleness_is_told_from_a_record_that_was_cut(
    case: dict[str, object], calls: int | None, changed: bool | None
) -> None:
    seen = record(case)
    assert (seen.tool_calls, seen.changed) == (calls, changed)
