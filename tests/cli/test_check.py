"""exitgate check: verdicts, exit codes, outputs and errors, through the real command."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from support import exitgate

DONE = """All tasks in the plan are implemented and verified.

---RALPH_STATUS---
STATUS: COMPLETE
TASKS_COMPLETED_THIS_LOOP: 2
FILES_MODIFIED: 3
TESTS_STATUS: PASSING
WORK_TYPE: IMPLEMENTATION
EXIT_SIGNAL: true
RECOMMENDATION: Ready to merge
---END_RALPH_STATUS---
"""
BLOCKED = DONE.replace("STATUS: COMPLETE", "STATUS: BLOCKED").replace("true", "false")
JUNIT = """<testsuite tests="2" failures="{failures}"><testcase name="a" classname="t"/>
<testcase name="b" classname="t">{body}</testcase></testsuite>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "done.md").write_text(DONE)
    (tmp_path / "blocked.md").write_text(BLOCKED)
    (tmp_path / "working.md").write_text(
        "I added the parser in src/parser.py and will test it next."
    )
    (tmp_path / "plan.md").write_text("- [x] parser\n- [x] tests\n")
    (tmp_path / "open.md").write_text("- [x] parser\n- [ ] tests\n")
    (tmp_path / "green.xml").write_text(JUNIT.format(failures=0, body=""))
    (tmp_path / "red.xml").write_text(JUNIT.format(failures=1, body='<failure message="no"/>'))
    return tmp_path


def test_a_verified_completion_exits_10(folder: Path) -> None:
    ran = exitgate(
        "check", "--response", "done.md", "--plan", "plan.md", "--tests", "green.xml",
        "--state", "none", "--output", "json", cwd=folder,
    )  # fmt: skip
    assert ran.code == 10
    assert ran.decision["verdict"] == "complete"
    assert ran.decision["should_exit"] is True
    assert ran.decision["reason"] == "project_complete"


@pytest.mark.parametrize(
    "adverse", [("--plan", "open.md"), ("--tests", "red.xml")], ids=["open plan", "failing tests"]
)
def test_a_claim_against_the_evidence_goes_on(folder: Path, adverse: tuple[str, str]) -> None:
    ran = exitgate(
        "check",
        "--response",
        "done.md",
        *adverse,
        "--state",
        "none",
        "--output",
        "json",
        cwd=folder,
    )
    assert ran.code == 0
    assert ran.decision["verdict"] == "continue"
    assert ran.decision["reason"] == "claimed_unverified"
    assert ran.decision["confidence"] < 40


def test_words_alone_go_on(folder: Path) -> None:
    ran = exitgate(
        "check", "--response", "done.md", "--state", "none", "--output", "json", cwd=folder
    )
    assert (ran.code, ran.decision["reason"]) == (0, "claimed_unverified")
    assert ran.decision["confidence"] < 70


def test_the_third_unverified_claim_asks_for_a_person(folder: Path) -> None:
    for number in (1, 2):
        (folder / "done.md").write_text(DONE.replace("All tasks", f"{number}: All tasks"))
        assert exitgate("check", "--response", "done.md", cwd=folder).code == 0
    (folder / "done.md").write_text(DONE.replace("All tasks", "Now again all tasks"))
    assert exitgate("check", "--response", "done.md", cwd=folder).code == 13


def test_blocked_exits_2_with_the_recommendation(folder: Path) -> None:
    ran = exitgate(
        "check", "--response", "blocked.md", "--state", "none", "--output", "json", cwd=folder
    )
    assert (ran.code, ran.decision["verdict"]) == (2, "blocked")


def test_the_same_output_again_and_again_is_stuck(folder: Path) -> None:
    codes = [exitgate("check", "--response", "working.md", cwd=folder).code for _ in range(3)]
    assert codes == [0, 0, 11]


def test_a_used_up_budget_exits_12(folder: Path) -> None:
    ran = exitgate("check", "--response", "working.md", "--max-iterations", 1, cwd=folder)
    assert ran.code == 12


def test_a_verified_completion_at_the_last_allowed_iteration_is_complete(folder: Path) -> None:
    ran = exitgate(
        "check", "--response", "done.md", "--plan", "plan.md", "--max-iterations", 1, cwd=folder
    )
    assert ran.code == 10


def test_without_a_response_the_ralph_files_are_used(folder: Path) -> None:
    ralph = folder / ".ralph"
    ralph.mkdir()
    (ralph / "last-response.md").write_text(DONE)
    (ralph / "@fix_plan.md").write_text("- [x] one\n")
    ran = exitgate("check", "--output", "json", cwd=folder)
    assert ran.code == 10
    assert [row["path"] for row in ran.decision["inputs"]] == [".ralph/last-response.md"]


@pytest.mark.parametrize(
    "name", [".ralph/@fix_plan.md", ".ralph/fix_plan.md", "@fix_plan.md", "fix_plan.md"]
)
def test_plans_are_found_at_their_usual_places(folder: Path, name: str) -> None:
    (folder / ".ralph").mkdir()
    (folder / name).write_text("- [ ] open\n")
    ran = exitgate("check", "--response", "done.md", "--output", "json", cwd=folder)
    found = {row["signal"]: row["outcome"] for row in ran.decision["evidence"]}
    assert found["plan_open"] == "found"


def test_standard_input_is_a_response(folder: Path) -> None:
    ran = exitgate(
        "check", "--response", "-", "--state", "none", "--output", "json", cwd=folder,
        stdin=DONE.encode(),
    )  # fmt: skip
    assert ran.decision["inputs"][0]["path"] == "-"
    assert ran.decision["inputs"][0]["bytes"] == len(DONE.encode())


def test_the_state_is_kept_beside_the_plan(folder: Path) -> None:
    (folder / "deep").mkdir()
    (folder / "deep" / "plan.md").write_text("- [ ] open\n")
    exitgate("check", "--response", "working.md", "--plan", "deep/plan.md", cwd=folder)
    assert (folder / "deep" / ".exitgate").is_dir()
    assert not (folder / ".exitgate").exists()


def test_the_same_input_gives_the_same_bytes(folder: Path) -> None:
    arguments = ("check", "--response", "done.md", "--state", "none", "--output", "json")
    assert exitgate(*arguments, cwd=folder).out == exitgate(*arguments, cwd=folder).out


def test_the_order_of_files_does_not_matter(folder: Path) -> None:
    one = exitgate(
        "check",
        "--response",
        "done.md",
        "working.md",
        "--state",
        "none",
        "--output",
        "json",
        cwd=folder,
    )
    two = exitgate(
        "check",
        "--response",
        "working.md",
        "done.md",
        "--state",
        "none",
        "--output",
        "json",
        cwd=folder,
    )
    assert one.out == two.out


ERRORS = {
    "unknown command": (("chekc",), 64, "'check'"),
    "unknown option": (("check", "--respnse", "x"), 64, "--help"),
    "no response": (("check",), 64, "--response"),
    "missing response": (("check", "--response", "nowhere.json"), 65, "nowhere.json"),
    "unknown format": (("check", "--response", "done.md", "--format-of", "klaude"), 64, "klaude"),
    "missing config": (("check", "--response", "done.md", "--config", "no.yml"), 78, "no.yml"),
    "unknown profile": (("check", "--response", "done.md", "--profile", "none"), 78, "standard"),
    "missing task": (("check", "--response", "done.md", "--task", "no.md"), 65, "no.md"),
    "missing recording": (("replay", "no.jsonl"), 65, "no.jsonl"),
    "missing decision": (("explain", "no.json"), 65, "no.json"),
}


@pytest.mark.parametrize(("arguments", "code", "says"), ERRORS.values(), ids=ERRORS)
def test_an_error_says_what_where_and_what_next_and_writes_nothing(
    folder: Path, arguments: tuple[str, ...], code: int, says: str
) -> None:
    ran = exitgate(*arguments, cwd=folder)
    assert ran.code == code
    assert ran.out == ""
    assert says in ran.err
    assert "hint:" in ran.err
    assert not (folder / ".exitgate").exists()


def test_a_bad_configuration_writes_nothing(folder: Path) -> None:
    (folder / "exitgate.yml").write_text("profle: standard\n")
    ran = exitgate("check", "--response", "done.md", cwd=folder)
    assert ran.code == 78
    assert "exitgate.yml:1: profle" in ran.err
    assert not (folder / ".exitgate").exists()


def test_a_damaged_state_is_kept_and_named(folder: Path) -> None:
    exitgate("check", "--response", "working.md", cwd=folder)
    (state,) = (folder / ".exitgate").glob("*.json")
    state.write_text(state.read_text()[:100])
    ran = exitgate("check", "--response", "working.md", cwd=folder)
    assert ran.code == 74
    assert state.name in ran.err
    assert len(state.read_text()) == 100


@pytest.mark.parametrize("output", ["text", "markdown"])
def test_output_for_people_opens_with_the_verdict(folder: Path, output: str) -> None:
    ran = exitgate(
        "check", "--response", "done.md", "--plan", "plan.md", "--state", "none", "--output", output,
        cwd=folder,
    )  # fmt: skip
    assert "complete" in ran.out[:200].lower()
    assert "\033" not in ran.out


def test_state_history_loops_explain_and_reset(folder: Path) -> None:
    for _ in range(2):
        exitgate("check", "--response", "working.md", "--loop", "pr-7", cwd=folder)
    assert "pr-7" in exitgate("state", "--loop", "pr-7", cwd=folder).out
    assert json.loads(exitgate("state", "--loop", "pr-7", "--output", "json", cwd=folder).out)
    assert "continue" in exitgate("history", "--loop", "pr-7", cwd=folder).out
    assert "pr-7: 2 iterations" in exitgate("loops", cwd=folder).out
    decision = exitgate(
        "check", "--response", "working.md", "--loop", "pr-7", "--output", "json", cwd=folder
    )
    (folder / "decision.json").write_text(decision.out)
    explained = exitgate("explain", "decision.json", cwd=folder)
    assert explained.code == 0
    assert "stuck" in explained.out.lower()
    assert exitgate("reset", "--loop", "pr-7", cwd=folder).code == 0
    assert (
        exitgate(
            "check", "--response", "working.md", "--loop", "pr-7", "--output", "json", cwd=folder
        ).decision["iteration"]
        == 1
    )


def test_an_exported_history_replays_to_the_same_verdicts(folder: Path) -> None:
    first = [
        exitgate("check", "--response", "working.md", "--output", "json", cwd=folder).decision
        for _ in range(3)
    ]
    exported = exitgate("history", "--export", cwd=folder)
    again = exitgate("replay", "-", "--output", "json", stdin=exported.out.encode()).decisions
    assert [d["verdict"] for d in again] == [d["verdict"] for d in first]
    assert [d["reason"] for d in again] == [d["reason"] for d in first]


def test_loops_do_not_see_each_other(folder: Path) -> None:
    for loop in ("a", "b", "c"):
        ran = exitgate(
            "check", "--response", "working.md", "--loop", loop, "--output", "json", cwd=folder
        )
        assert (ran.decision["verdict"], ran.decision["iteration"]) == ("continue", 1)


def test_profiles_and_doctor(folder: Path) -> None:
    listed = exitgate("profiles").out
    assert [line.split()[0] for line in listed.splitlines() if line[0] != " "] == [
        "blackbox", "doyaken", "ralph", "response-analyzer", "standard",
    ]  # fmt: skip
    shown = exitgate("profiles", "show", "ralph").out
    (folder / "copy.yml").write_text(shown)
    assert exitgate("doctor", "--config", "copy.yml", cwd=folder).code == 0
    assert "sound" in exitgate("doctor", cwd=folder).out


def test_guidance_is_written_for_the_next_prompt_and_is_nobodys_work(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / "out.md").write_text("I will look at the parser next.")
    for _ in range(2):
        ran = exitgate(
            "check", "--response", "out.md", "--repo", ".", "--guidance", "next.md",
            "--output", "json", cwd=tmp_path,
        )  # fmt: skip
        assert (tmp_path / "next.md").read_text() == ran.decision["guidance"] + "\n"
        seen = {one["signal"]: one for one in ran.decision["evidence"]}
        assert seen["files_changed"]["outcome"] == "clear"


def test_guidance_that_cannot_be_written_is_told(folder: Path) -> None:
    ran = exitgate(
        "check", "--response", "working.md", "--state", "none", "--guidance", "gone/next.md",
        cwd=folder,
    )  # fmt: skip
    assert ran.code == 74
    assert "gone/next.md: cannot be written" in ran.err
    assert "CONTINUE" in ran.out
