"""Seed 004, "Smart Exit Detection": 30+20+15+20+10+5, 70 completes, three doubts ask for review."""

from __future__ import annotations

import pytest

from support import decide

FILES = {"tree": "t", "files": [{"path": "a.py", "status": "M", "added": 3, "deleted": 1}]}


def block(complete: str = "true", tests: str = "pass", remaining: str = "none") -> str:
    return (
        "\nDOYAKEN_STATUS:\n"
        f"  PHASE_COMPLETE: {complete}\n"
        "  FILES_MODIFIED: 3\n"
        f"  TESTS_STATUS: {tests}\n"
        "  CONFIDENCE: high\n"
        f"  REMAINING_WORK: {remaining}\n"
    )


def score(response: str, **more: object) -> tuple[int, str]:
    (decision,) = decide({"response": response, **more}, profile="doyaken")
    return decision.confidence.value, decision.verdict.value


PROSE = "Wrote the parser in a.py."
DONE = "The implementation is finished."


@pytest.mark.parametrize(
    ("response", "more", "expected"),
    [
        (PROSE, {}, 0),
        (DONE, {}, 10),
        (PROSE + block("false", "fail"), {}, 30),
        (PROSE + block("true", "fail"), {}, 50),
        (PROSE + block("true", "pass"), {}, 55),
        (PROSE + block("true", "pass"), {"changes": FILES}, 70),
        (DONE + block("true", "pass"), {"changes": FILES}, 80),
        (DONE, {"changes": FILES}, 25),
    ],
    ids=[
        "nothing",
        "keywords",
        "block",
        "block+phase",
        "+tests",
        "+files",
        "+keywords",
        "no block",
    ],
)
def test_the_score_adds_up(response: str, more: dict[str, object], expected: int) -> None:
    value, verdict = score(response, **more)
    assert value == expected
    assert verdict == ("complete" if expected >= 70 else "continue")


def test_an_explicit_false_beats_the_score() -> None:
    assert score(DONE + block("false", "pass"), changes=FILES)[1] == "continue"


def test_without_a_block_keywords_alone_never_complete() -> None:
    assert score(DONE, changes=FILES)[1] == "continue"


def test_three_claims_below_50_ask_for_review() -> None:
    claims = [
        {"response": f"The implementation of part {n} is finished and complete."} for n in range(3)
    ]
    decisions = decide(*claims, profile="doyaken")
    assert [d.verdict.value for d in decisions] == ["continue", "continue", "review"]
    assert decisions[2].reason == "unverified_completion"


@pytest.mark.parametrize(
    "files",
    [
        [{"path": "tasks/done/1.md", "status": "R"}],
        [{"path": "tasks/done/1.md", "status": "A"}, {"path": "tasks/doing/1.md", "status": "D"}],
    ],
    ids=["a rename", "an added and a deleted file"],
)
def test_a_task_file_moved_to_done_gives_20(files: list[dict[str, str]]) -> None:
    response = DONE + block("true", "pass")
    assert score(response, changes={"tree": "t", "files": files})[0] == 100
