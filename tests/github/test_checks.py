"""GitHub's own view of the head: its checks confirm or contradict, and never break a decision."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fake_github import FakeGitHub, Token
from standin import Runner
from test_wiring import DONE, git, run, work

from exitgate.core.checks import CheckEnd
from exitgate.publish.checks import OwnRun, fetch_checks
from exitgate.publish.client import GitHubClient
from exitgate.publish.faults import Refused
from exitgate.publish.pace import Pace

__all__ = ["work"]
SHA = "d" * 40
OWN = OwnRun(run="500", job="gate", context="exitgate")


def decision(work: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((work / "exitgate-decision.json").read_text())
    return read


def outcome(work: Path, signal: str) -> str:
    rows = {row["signal"]: row["outcome"] for row in decision(work)["evidence"]}
    return str(rows[signal])


@pytest.fixture
def head(work: Path) -> str:
    return git(work, "rev-parse", "HEAD")


@pytest.mark.parametrize(
    ("conclusion", "end"),
    [
        ("success", CheckEnd.PASSED),
        ("failure", CheckEnd.FAILED),
        ("timed_out", CheckEnd.FAILED),
        ("", CheckEnd.PENDING),
        ("cancelled", CheckEnd.PENDING),
        ("action_required", CheckEnd.PENDING),
        ("neutral", CheckEnd.NEUTRAL),
        ("skipped", CheckEnd.NEUTRAL),
    ],
)
def test_how_a_check_run_ends(
    github: FakeGitHub, client: GitHubClient, conclusion: str, end: CheckEnd
) -> None:
    github.add_check(SHA, "unit", conclusion)
    assert [one.end for one in fetch_checks(client, SHA, OWN).checks] == [end]


@pytest.mark.parametrize(
    ("state", "end"),
    [
        ("success", CheckEnd.PASSED),
        ("failure", CheckEnd.FAILED),
        ("error", CheckEnd.FAILED),
        ("pending", CheckEnd.PENDING),
    ],
)
def test_how_a_status_ends(
    github: FakeGitHub, client: GitHubClient, state: str, end: CheckEnd
) -> None:
    github.add_status(SHA, "jenkins", state)
    github.add_status(SHA, "exitgate", "failure")
    assert [one.end for one in fetch_checks(client, SHA, OWN).checks] == [end]


def test_only_the_newest_status_of_a_context_counts(
    github: FakeGitHub, client: GitHubClient
) -> None:
    for state in ("failure", "success"):
        github.add_status(SHA, "jenkins", state)
    assert fetch_checks(client, SHA, OWN).is_green


def test_the_gate_does_not_wait_for_itself(github: FakeGitHub, client: GitHubClient) -> None:
    github.add_check(SHA, "unit", run=500)
    github.add_check(SHA, "gate", "", run=500)
    assert fetch_checks(client, SHA, OWN).is_green


def test_another_job_of_the_same_run_is_waited_for(
    github: FakeGitHub, client: GitHubClient
) -> None:
    github.add_check(SHA, "gate", "", run=500)
    github.add_check(SHA, "unit", "", run=500)
    assert [one.name for one in fetch_checks(client, SHA, OWN).pending] == ["unit"]


def test_what_the_gate_said_before_is_no_check(github: FakeGitHub, client: GitHubClient) -> None:
    """With `fail_on` an earlier decision about the same commit has left a failed job."""
    github.add_check(SHA, "gate", "", run=500)
    github.add_check(SHA, "gate", "failure", run=499)
    own = OwnRun(run="500", job="gate", earlier=frozenset({"499"}))
    assert fetch_checks(client, SHA, own).checks == ()
    assert [one.name for one in fetch_checks(client, SHA, OWN).failed] == ["gate"]


def test_every_page_is_read(github: FakeGitHub, client: GitHubClient) -> None:
    for number in range(101):
        github.add_check(SHA, f"unit {number}")
    github.add_check(SHA, "last", "failure")
    checks = fetch_checks(client, SHA, OWN)
    assert len(checks.passed) == 101
    assert [one.name for one in checks.failed] == ["last"]
    assert len(github.state.requests) == 2


def test_a_commit_that_github_does_not_know(github: FakeGitHub, client: GitHubClient) -> None:
    with pytest.raises(Refused):
        fetch_checks(client, "0" * 40, OWN)


def test_a_failed_check_keeps_the_work_open(
    runner: Runner, work: Path, head: str, github: FakeGitHub, pace: Pace
) -> None:
    github.add_check(head, "test (3.12)", "failure")
    run(runner, pace)
    assert runner.outputs["verdict"] == "continue"
    assert runner.outputs["reason"] == "claimed_unverified"
    assert outcome(work, "checks_red") == "found"
    assert "test (3.12)" in decision(work)["summary"]
    assert int(runner.outputs["confidence"]) < 40


def test_the_decision_without_github_is_written_before_github_is_asked(
    runner: Runner,
    work: Path,
    head: str,
    github: FakeGitHub,
    pace: Pace,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    github.add_check(head, "test (3.12)", "failure")
    seen: list[tuple[str, str, str]] = []
    answer = github.answer

    def watched(request: Any) -> tuple[int, Any]:
        seen.append((runner.outputs["verdict"], decision(work)["verdict"], runner.summary))
        return answer(request)

    monkeypatch.setattr(github, "answer", watched)
    run(runner, pace)
    assert seen[0][:2] == ("complete", "complete")
    assert seen[0][2]
    assert seen[0][2] not in runner.summary
    assert (runner.outputs["verdict"], decision(work)["verdict"]) == ("continue", "continue")
    assert (runner.folder / "output").read_text().count("should_exit<<") == 1


def test_green_checks_confirm_where_nothing_else_does(
    runner: Runner, work: Path, head: str, github: FakeGitHub, pace: Pace
) -> None:
    (work / "junit.xml").unlink()
    (work / "agent-output" / "run.md").write_text("The whole task is complete.")
    run(runner, pace)
    assert runner.outputs["verdict"] == "continue"
    github.add_check(head, "test (3.12)")
    runner.variables["GITHUB_RUN_ID"] = "501"
    run(runner, pace)
    assert outcome(work, "checks_green") == "found"
    assert runner.outputs["verdict"] == "complete"


@pytest.mark.parametrize("name", ["agent", "claude", "license/cla", "deploy preview", "labeler"])
def test_a_job_that_tests_nothing_confirms_nothing(
    runner: Runner, work: Path, head: str, github: FakeGitHub, pace: Pace, name: str
) -> None:
    """The agent's own job ends well whenever the agent does."""
    (work / "junit.xml").unlink()
    (work / "agent-output" / "run.md").write_text("The whole task is complete.")
    github.add_check(head, name)
    run(runner, pace)
    assert outcome(work, "checks_green") == "unmeasured"
    assert runner.outputs["verdict"] == "continue"


def test_what_is_not_committed_was_not_checked(
    runner: Runner, work: Path, head: str, github: FakeGitHub, pace: Pace
) -> None:
    github.add_check(head, "test (3.12)")
    (work / "parser.py").write_text("def parse(text):\n    return []\n")
    run(runner, pace)
    assert outcome(work, "checks_green") == "unmeasured"


@pytest.mark.parametrize("conclusion", ["", "cancelled", "skipped"])
def test_no_answer_confirms_and_contradicts_nothing(
    runner: Runner, work: Path, head: str, github: FakeGitHub, pace: Pace, conclusion: str
) -> None:
    github.add_check(head, "test (3.12)", conclusion)
    run(runner, pace)
    assert outcome(work, "checks_green") == "unmeasured"
    assert outcome(work, "checks_red") != "found"
    assert runner.outputs["verdict"] == "complete"


@pytest.mark.parametrize("kind", ["401", "403", "404", "422", "500", "cut", "truncated", "429"])
def test_no_fault_of_the_checks_changes_the_rest(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace, waits: list[float], kind: str
) -> None:
    github.misbehave(kind, path="check-runs", times=99)
    assert run(runner, pace) == 0
    assert runner.outputs["verdict"] == "complete"
    assert outcome(work, "checks_green") == "unmeasured"
    assert any("GitHub's checks are not known" in line for line in decision(work)["unmeasured"])
    assert len(github.state.comments) == 1
    assert waits == []


def test_more_checks_than_one_answer_holds(
    runner: Runner, work: Path, head: str, github: FakeGitHub, pace: Pace
) -> None:
    for number in range(101):
        github.add_check(head, f"test {number}")
    github.add_check(head, "test (last)", "failure")
    run(runner, pace)
    assert outcome(work, "checks_red") == "found"


def test_a_read_only_token_of_a_fork_is_enough(
    runner: Runner, work: Path, head: str, github: FakeGitHub, pace: Pace
) -> None:
    github.add_check(head, "test (3.12)", "failure")
    readers = frozenset({"checks: read", "statuses: write"})
    github.state.tokens["ghs_test"] = Token(permissions=readers)
    payload = json.loads((runner.folder / "event.json").read_text())
    payload["pull_request"]["head"]["repo"]["full_name"] = "mallory/app"
    runner.event("pull_request", payload)
    assert run(runner, pace) == 0
    assert runner.outputs["verdict"] == "continue"
    assert outcome(work, "checks_red") == "found"


def test_github_is_asked_only_about_a_claim(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace
) -> None:
    (work / "agent-output" / "run.md").write_text("Step one of three is done, two steps remain.")
    run(runner, pace)
    assert not any("check-runs" in line for line in github.state.requests)
    assert len(github.state.requests) <= 5


@pytest.mark.parametrize("settings", ["checks: {read: false}", "checks: {ignore: ['test*']}"])
def test_the_base_decides_which_checks_count(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace, settings: str
) -> None:
    git(work, "checkout", "-q", "HEAD~1")
    (work / "exitgate.yml").write_text(f"{settings}\n")
    git(work, "add", "exitgate.yml")
    git(work, "commit", "-qm", "settings")
    payload = json.loads((runner.folder / "event.json").read_text())
    payload["pull_request"]["base"]["sha"] = git(work, "rev-parse", "HEAD")
    (work / "parser.py").write_text("def parse(text):\n    return text.split()\n")
    git(work, "commit", "-qam", "work")
    payload["pull_request"]["head"]["sha"] = git(work, "rev-parse", "HEAD")
    runner.event("pull_request", payload)
    github.add_check(git(work, "rev-parse", "HEAD"), "test (3.12)", "failure")
    run(runner, pace)
    assert runner.outputs["verdict"] == "complete", DONE
