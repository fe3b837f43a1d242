"""The whole step against the fake: the decision stands whatever the API does."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fake_github import REPO, FakeGitHub
from standin import COMPLETE, DECISION, SHA, Runner, pull_event

from exitgate.core.decision import Verdict
from exitgate.core.evidence import found
from exitgate.publish.pace import Pace

NAMES = [
    *("should_exit", "confidence", "reason", "verdict", "summary", "merge_ready", "iteration"),
    *("loop_id", "circuit", "signature", "guidance", "decision"),
]


def verbs(github: FakeGitHub) -> list[str]:
    return [line.split()[0] for line in github.state.requests]


def test_an_ordinary_decision(runner: Runner, github: FakeGitHub) -> None:
    assert runner.run() == 0
    assert list(runner.outputs) == [*NAMES, "comment_url"]
    assert runner.outputs["should_exit"] == "false"
    assert runner.outputs["guidance"] == DECISION.guidance
    assert runner.outputs["loop_id"] == "pr-7"
    assert "## continue" in runner.summary
    assert json.loads((runner.workspace / runner.outputs["decision"]).read_text())
    assert github.state.comments[0]["html_url"] == runner.outputs["comment_url"]
    assert github.state.statuses[0]["state"] == "pending"
    assert len(github.state.requests) <= 5


FAULTS = [
    ("401", "token: ${{ github.token }}"),
    ("403", "pull-requests: write"),
    ("secondary", "run the job again later"),
    ("primary", "run the job again later"),
    ("429", "GitHub is limiting the rate"),
    ("404", "pull-requests: write"),
    ("409", "run the job again"),
    ("422", "is no good"),
    ("500", "githubstatus.com"),
    ("502", "githubstatus.com"),
    ("cut", "GITHUB_API_URL"),
    ("cut-after", "GITHUB_API_URL"),
    ("truncated", "cut short"),
]


@pytest.mark.parametrize(("kind", "advice"), FAULTS)
def test_no_fault_loses_or_changes_the_decision(
    runner: Runner, github: FakeGitHub, pace: Pace, kind: str, advice: str
) -> None:
    runner.gate.decision = COMPLETE
    github.misbehave(kind, times=999, seconds=3000)
    assert runner.run(pace) == 0
    assert list(runner.outputs) == NAMES
    assert runner.outputs["verdict"] == "complete"
    assert "## complete" in runner.summary
    assert (runner.workspace / "exitgate-decision.json").exists()
    assert advice in runner.log
    assert "Traceback" not in runner.log
    assert "ghs_test" not in runner.log


def test_a_hanging_server(runner: Runner, github: FakeGitHub, pace: Pace) -> None:
    github.misbehave("slow", times=999, seconds=1.5)
    assert runner.run(pace) == 0
    assert list(runner.outputs) == NAMES
    assert runner.log.count("::warning") == 1


@pytest.mark.parametrize("kind", ["403", "500", "cut"])
def test_one_broken_channel_leaves_the_others(
    runner: Runner, github: FakeGitHub, pace: Pace, kind: str
) -> None:
    github.misbehave(kind, verb="POST", path="/comments", times=99)
    runner.run(pace, labels="true")
    assert github.state.statuses[0]["context"] == "exitgate"
    assert github.state.issue_labels[7] == ["agent:continue"]


@pytest.mark.parametrize(("actor", "repo"), [("octocat", "mallory/app"), ("dependabot[bot]", REPO)])
def test_a_read_only_token_gets_a_summary_and_one_notice(
    runner: Runner, github: FakeGitHub, actor: str, repo: str
) -> None:
    runner.variables["GITHUB_ACTOR"] = actor
    runner.event("pull_request", pull_event(head_repo=repo))
    assert runner.run() == 0
    assert github.state.requests == []
    assert runner.log.count("::notice") == 1
    assert runner.log.count("::warning") == runner.log.count("::error") == 0
    assert "## continue" in runner.summary
    assert runner.gate.requests[0].read_only


def test_pull_request_target_may_write_for_a_fork(runner: Runner, github: FakeGitHub) -> None:
    runner.event("pull_request_target", pull_event(head_repo="mallory/app"))
    runner.run()
    assert len(github.state.comments) == 1


def test_evaluate_asks_nothing_of_the_api(runner: Runner, github: FakeGitHub) -> None:
    assert runner.run(mode="evaluate") == 0
    assert list(runner.outputs) == NAMES
    assert github.state.requests == []


@pytest.mark.parametrize(("fail_on", "code"), [("", 0), ("stuck", 1), ("complete, blocked", 0)])
def test_fail_on_fails_the_step_after_everything_is_told(
    runner: Runner, github: FakeGitHub, fail_on: str, code: int
) -> None:
    runner.gate.decision = replace(DECISION, verdict=Verdict.STUCK)
    assert runner.run(fail_on=fail_on) == code
    assert github.state.statuses[0]["state"] == "failure"
    assert runner.outputs["verdict"] == "stuck"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mode", "gait"),
        ("fail_on", "bored"),
        ("max_iterations", "0"),
        ("max_runtime", "soon"),
        ("dispatch", "../../x"),
        ("comment", "perhaps"),
        ("min_confidence", "120"),
    ],
)
def test_a_bad_input_is_named(runner: Runner, name: str, value: str) -> None:
    assert runner.run(**{name: value}) == 64
    assert f"`{name}`" in runner.log
    assert "What to do: it takes" in runner.log


def test_green_only_for_merge_ready(runner: Runner, github: FakeGitHub) -> None:
    runner.gate.decision = replace(COMPLETE, merge_ready=False)
    runner.run()
    assert github.state.statuses[0]["state"] == "failure"
    runner.gate.decision = COMPLETE
    runner.run(status="ci/agent-gate")
    assert github.state.statuses[0]["state"] == "success"
    assert github.state.statuses[0]["context"] == "ci/agent-gate"
    assert github.state.statuses[0]["target_url"].endswith("/actions/runs/500")


def test_a_commit_shared_by_another_pull_request_is_not_green(
    runner: Runner, github: FakeGitHub
) -> None:
    github.add_pull(8, base_ref="release")
    runner.gate.decision = COMPLETE
    runner.run()
    assert github.state.statuses[0]["state"] == "pending"
    assert "#8" in github.state.statuses[0]["description"]
    assert runner.outputs["merge_ready"] == "true"


def test_the_status_is_on_the_commit_that_was_judged(runner: Runner, github: FakeGitHub) -> None:
    runner.gate.head = "d" * 40
    runner.run()
    assert github.state.statuses[0]["sha"] == "d" * 40
    runner.gate.head = runner.variables["GITHUB_SHA"]
    runner.run()
    assert github.state.statuses[0]["sha"] == SHA


def test_an_older_run_stays_silent(runner: Runner, github: FakeGitHub) -> None:
    runner.run()
    runner.variables["GITHUB_RUN_ID"] = "499"
    runner.gate.decision = COMPLETE
    runner.run(dispatch="agent.yml", labels="true")
    assert [status["state"] for status in github.state.statuses] == ["pending"]
    assert "continue" in github.state.comments[0]["body"]
    assert runner.outputs["verdict"] == "complete"


def test_an_older_run_without_a_comment_stays_silent_too(
    runner: Runner, github: FakeGitHub
) -> None:
    runner.run(comment="false")
    runner.variables["GITHUB_RUN_ID"] = "499"
    runner.gate.decision = COMPLETE
    runner.run(comment="false", dispatch="agent.yml", labels="true")
    assert [status["state"] for status in github.state.statuses] == ["pending"]
    assert github.state.issue_labels == {}
    assert "newer run" in runner.log
    assert runner.outputs["verdict"] == "complete"
    runner.variables["GITHUB_RUN_ID"] = "501"
    runner.run(comment="false")
    assert github.state.statuses[0]["state"] == "success"


def test_lost_outputs_fail_the_step_and_people_are_told(runner: Runner, github: FakeGitHub) -> None:
    (runner.folder / "output").mkdir()
    assert runner.run() == 74
    assert "::error" in runner.log
    assert "GITHUB_OUTPUT" in runner.log
    assert "## continue" in runner.summary
    assert len(github.state.comments) == len(github.state.statuses) == 1
    assert (runner.workspace / "exitgate-decision.json").exists()


def test_a_lost_summary_is_a_warning(runner: Runner, github: FakeGitHub) -> None:
    (runner.folder / "summary").mkdir()
    assert runner.run() == 0
    assert runner.log.count("::warning") == 1
    assert "job summary could not be written" in runner.log
    assert runner.outputs["verdict"] == "continue"


@pytest.mark.parametrize(
    ("head", "sha", "state"),
    [
        (SHA, SHA, "success"),
        ("c" * 40, SHA, "pending"),
        ("", SHA, "pending"),
        ("d" * 40, "d" * 40, "success"),
    ],
)
def test_a_comment_event_is_about_the_pull_requests_head(
    runner: Runner, github: FakeGitHub, head: str, sha: str, state: str
) -> None:
    """GITHUB_SHA is the default branch's there; green only where the head was looked at."""
    comment = {"id": 1, "body": "hello", "user": {"login": "alice", "type": "User"}}
    issue = {"number": 7, "pull_request": {}}
    runner.event("issue_comment", {"action": "created", "issue": issue, "comment": comment})
    runner.gate.decision, runner.gate.head = COMPLETE, head
    assert runner.run() == 0
    posted = github.state.statuses[0]
    assert (posted["sha"], posted["state"]) == (sha, state)
    assert f"sha={sha} " in github.state.comments[0]["body"]
    assert runner.outputs["merge_ready"] == "true"


def test_the_base_checked_out_by_pull_request_target_is_not_green(
    runner: Runner, github: FakeGitHub
) -> None:
    runner.event("pull_request_target", pull_event())
    runner.gate.decision, runner.gate.head = COMPLETE, runner.variables["GITHUB_SHA"]
    runner.run()
    assert github.state.statuses[0]["state"] == "pending"
    assert "check out that commit" in runner.log


def test_labels_follow_the_verdict(runner: Runner, github: FakeGitHub) -> None:
    github.state.issue_labels[7] = ["bug"]
    runner.run(labels="true")
    assert github.state.issue_labels[7] == ["bug", "agent:continue"]
    runner.gate.decision = replace(DECISION, verdict=Verdict.REVIEW)
    runner.run(labels="true", reviewers="@alice, octo/team", assignees="bob")
    assert github.state.issue_labels[7] == ["bug", "agent:needs-human"]
    assert set(github.state.labels) == {"agent:continue", "agent:needs-human"}
    assert github.state.reviewers == ["alice", "team"]
    assert github.state.assignees == ["bob"]


def test_no_token_is_no_failure(runner: Runner, github: FakeGitHub) -> None:
    runner.variables["INPUT_TOKEN"] = ""
    assert runner.run() == 0
    assert github.state.requests == []
    assert "No token" in runner.log


def test_a_push_finds_its_pull_request(runner: Runner, github: FakeGitHub) -> None:
    payload = {"ref": "refs/heads/agent/work", "before": "e" * 40}
    runner.event("push", payload | {"repository": {"default_branch": "main", "full_name": REPO}})
    runner.variables |= {"GITHUB_REF_NAME": "agent/work", "GITHUB_SHA": SHA}
    runner.run()
    assert runner.outputs["loop_id"] == "agent/work"
    assert runner.gate.requests[0].base == "origin/main"
    assert len(github.state.comments) == 1
    assert len(github.state.requests) <= 5


def test_our_own_comment_starts_nothing(runner: Runner, github: FakeGitHub) -> None:
    runner.run()
    made = github.state.comments[0]
    user = {"login": "alice", "type": "User"}
    comment = {"id": made["id"], "body": made["body"], "user": user}
    issue = {"number": 7, "pull_request": {}}
    runner.event("issue_comment", {"action": "created", "issue": issue, "comment": comment})
    github.state.requests.clear()
    assert runner.run() == 0
    assert len(runner.gate.requests) == 1
    assert github.state.requests == []


def test_a_crash_of_the_gate_is_words_and_not_a_traceback(runner: Runner) -> None:
    runner.gate.decide = None
    assert runner.run() == 70
    assert "::error" in runner.log
    assert "Traceback" not in runner.log


def test_our_token_is_shown_nowhere(runner: Runner, github: FakeGitHub) -> None:
    words = "I found ghs_test in the environment"
    runner.gate.decision = replace(DECISION, summary=words, guidance=words, signature=words)
    runner.run(dispatch="agent.yml")
    assert runner.outputs["guidance"] == "I found *** in the environment"
    assert "ghs_test" not in runner.log + runner.summary
    assert "ghs_test" not in str(github.state.comments) + str(github.state.dispatches)


def test_the_client_costs_nothing_until_it_is_used() -> None:
    code = "import sys, exitgate.action; print('github' in sys.modules, 'requests' in sys.modules)"
    environ = {"PYTHONPATH": str(Path(__file__).resolve().parents[2] / "src")}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "False"]


def test_what_needs_eyes_is_annotated(runner: Runner) -> None:
    seen = found("tampering", "a test was deleted", refs=["tests/test_a.py"])
    runner.gate.decision = replace(DECISION, verdict=Verdict.STUCK, evidence=(seen,))
    runner.run(mode="evaluate")
    assert "::warning title=ExitGate::stuck: Two plan items are open." in runner.log
    assert "a test was deleted (tests/test_a.py)" in runner.log
