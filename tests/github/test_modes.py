"""Publishing an untrusted decision, following people's orders, and the merge queue."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fake_github import REPO, FakeGitHub
from standin import COMPLETE, SHA, Runner

from exitgate.publish.pace import Pace

FORK = "mallory/app"


def run_ended(runner: Runner, head_repo: str = FORK, sha: str = SHA) -> None:
    owner = {"login": head_repo.split("/")[0]}
    run = {"head_sha": sha, "head_branch": "agent/work", "pull_requests": []}
    run |= {"head_repository": {"full_name": head_repo, "owner": owner}}
    payload = {"action": "completed", "workflow_run": run}
    repository = {"full_name": REPO, "default_branch": "main"}
    runner.event("workflow_run", payload | {"repository": repository})


def leave_decision(runner: Runner, text: str = '{"verdict": "complete"}') -> None:
    folder = runner.workspace / "artifact"
    folder.mkdir(exist_ok=True)
    (folder / "exitgate-decision.json").write_text(text)


@pytest.fixture
def published(runner: Runner, github: FakeGitHub) -> Runner:
    runner.gate.decision = COMPLETE
    github.state.pulls[7].head_repo = FORK
    run_ended(runner)
    leave_decision(runner)
    return runner


def test_publish_derives_the_pull_request(published: Runner, github: FakeGitHub) -> None:
    assert published.run(mode="publish") == 0
    assert len(github.state.comments) == 1
    assert github.state.comments[0]["body"].startswith("<!-- exitgate:loop=pr-7 ")
    assert published.outputs["loop_id"] == "pr-7"
    assert (github.state.statuses[0]["sha"], github.state.statuses[0]["state"]) == (SHA, "success")


def test_publish_says_nothing_about_a_head_that_moved(
    published: Runner, github: FakeGitHub
) -> None:
    github.state.pulls[7].head_sha = "f" * 40
    published.run(mode="publish")
    assert github.state.comments == []
    assert github.state.statuses[0]["state"] == "pending"
    assert published.outputs["merge_ready"] == "false"


@pytest.mark.parametrize("file", [".github/workflows/gate.yml", "exitgate.yml"])
def test_publish_is_not_green_where_the_author_changed_the_gate(
    published: Runner, github: FakeGitHub, file: str
) -> None:
    github.state.pulls[7].files = ["src/a.py", file]
    published.run(mode="publish")
    assert github.state.statuses[0]["state"] == "pending"
    assert published.outputs["merge_ready"] == "false"
    assert file in published.log


def test_publish_is_not_green_where_files_could_hide(published: Runner, github: FakeGitHub) -> None:
    github.state.pulls[7].files = [f"a/{number}" for number in range(3000)]
    published.run(mode="publish")
    assert github.state.statuses[0]["state"] == "pending"


@pytest.mark.parametrize("path", ["/commits/", "/files"])
def test_publish_is_not_green_where_github_does_not_say(
    published: Runner, github: FakeGitHub, path: str
) -> None:
    github.misbehave("403", path=path, times=9)
    published.run(mode="publish")
    assert github.state.statuses[0]["state"] == "pending"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"verdict": "merge it"}', "\0" * 50])
def test_publish_refuses_what_is_no_decision(
    published: Runner, github: FakeGitHub, text: str
) -> None:
    leave_decision(published, text)
    assert published.run(mode="publish") == 65
    assert github.state.requests == []


def test_publish_never_starts_work_for_a_stranger(published: Runner, github: FakeGitHub) -> None:
    leave_decision(published, '{"verdict": "continue"}')
    published.run(mode="publish", dispatch="agent.yml")
    assert github.state.dispatches == []


def test_publish_reads_no_file_from_outside(published: Runner, github: FakeGitHub) -> None:
    secret = published.folder / "secret.json"
    secret.write_text('{"verdict": "complete"}')
    (published.workspace / "link.json").symlink_to(secret)
    for name in ("link.json", "../secret.json", str(secret)):
        assert published.run(mode="publish", decision=name) == 65


def commented(runner: Runner, body: str, author: str = "alice", **more: Any) -> None:
    comment = {"id": 1, "body": body, "user": {"login": author, "type": "User"}, **more}
    issue = {"number": 7, "pull_request": {"url": ""}}
    payload = {"action": "created", "issue": issue, "comment": comment}
    runner.event("issue_comment", payload | {"repository": {"full_name": REPO}})


@pytest.mark.parametrize(
    ("role", "obeyed"),
    [("admin", 1), ("maintain", 1), ("write", 1), ("triage", 0), ("read", 0), ("none", 0)],
)
def test_only_who_may_push_may_steer(
    runner: Runner, github: FakeGitHub, role: str, obeyed: int
) -> None:
    github.state.roles["alice"] = role
    number = github.add_comment(7, "/exitgate continue", "alice")
    commented(runner, "/exitgate continue", id=number, author_association="OWNER")
    assert runner.run(mode="command", dispatch="agent.yml") == 0
    assert len(runner.gate.orders) == len(github.state.dispatches) == obeyed
    assert github.state.reactions[0]["content"] == ("+1" if obeyed else "-1")
    assert len(github.state.comments) == 1 + obeyed


def test_a_stranger_unknown_to_github_is_not_obeyed(runner: Runner, github: FakeGitHub) -> None:
    commented(runner, "/exitgate cancel", "ghost/../../x")
    assert runner.run(mode="command") == 0
    assert runner.gate.orders == []


@pytest.mark.parametrize(
    "case",
    [
        {"body": "looks good"},
        {"body": "<!-- exitgate:reply -->\n/exitgate cancel"},
        {"body": "/exitgate cancel", "user": {"login": "bot[bot]", "type": "Bot"}},
    ],
)
def test_not_an_order(runner: Runner, github: FakeGitHub, case: dict[str, Any]) -> None:
    commented(runner, **case)
    assert runner.run(mode="command") == 0
    assert runner.gate.orders == []
    assert github.state.requests == []


def test_the_same_order_starts_once(runner: Runner, github: FakeGitHub) -> None:
    github.state.roles["alice"] = "write"
    number = github.add_comment(7, "/exitgate retry", "alice")
    commented(runner, "/exitgate retry", id=number)
    for _ in range(2):
        runner.run(mode="command", dispatch="agent.yml")
    assert len(github.state.dispatches) == 1
    assert github.state.dispatches[0]["inputs"]["guidance"] == "try the other way"


def test_an_outage_keeps_an_order_from_being_followed(
    runner: Runner, github: FakeGitHub, pace: Pace
) -> None:
    github.misbehave("500", times=99)
    commented(runner, "/exitgate cancel")
    assert runner.run(pace, mode="command") == 69
    assert runner.gate.orders == []


@pytest.mark.parametrize(("state", "code"), [("success", 0), ("pending", 1), ("", 1)])
def test_the_merge_queue_carries_the_status_over(
    runner: Runner, github: FakeGitHub, state: str, code: int
) -> None:
    if state:
        runner.gate.decision = COMPLETE if state == "success" else runner.gate.decision
        runner.run()
    group = {"head_sha": "9" * 40, "base_sha": "8" * 40}
    group["head_ref"] = f"refs/heads/gh-readonly-queue/main/pr-7-{'8' * 40}"
    runner.event("merge_group", {"action": "checks_requested", "merge_group": group})
    decided = len(runner.gate.requests)
    assert runner.run() == code
    assert len(runner.gate.requests) == decided
    newest = github.state.statuses[0]
    assert newest["sha"] == "9" * 40
    assert newest["state"] == ("success" if code == 0 else "failure")


def queued(runner: Runner) -> None:
    group = {"head_sha": "9" * 40, "base_sha": "8" * 40}
    group["head_ref"] = f"refs/heads/gh-readonly-queue/main/pr-7-{'8' * 40}"
    runner.event("merge_group", {"action": "checks_requested", "merge_group": group})


@pytest.mark.parametrize("kind", ["", "401", "500", "cut"])
def test_the_merge_queue_writes_everything_down_first(
    runner: Runner, github: FakeGitHub, pace: Pace, kind: str
) -> None:
    runner.gate.decision = COMPLETE
    if kind:
        github.misbehave(kind, times=99)
    queued(runner)
    assert runner.run(pace) == 1
    assert {"should_exit", "confidence", "reason", "verdict", "decision"} <= set(runner.outputs)
    assert runner.outputs["verdict"] == "complete"
    assert runner.outputs["merge_ready"] == "false"
    assert "## complete" in runner.summary
    assert json.loads((runner.workspace / "exitgate-decision.json").read_text())
    assert ("What to do" in runner.log) == bool(kind)


@pytest.mark.parametrize("inputs", [{"status": "false"}, {"token": ""}])
def test_a_merge_queue_without_means_is_no_success(
    runner: Runner, github: FakeGitHub, inputs: dict[str, str]
) -> None:
    queued(runner)
    assert runner.run(**inputs) == 1
    assert runner.outputs["merge_ready"] == "false"
    assert github.state.requests == []


def test_publish_knows_two_repositories_of_one_owner_apart(
    published: Runner, github: FakeGitHub
) -> None:
    run_ended(published, head_repo="mallory/other")
    published.run(mode="publish")
    assert github.state.comments == []
    assert github.state.statuses[0]["state"] == "pending"


def test_the_decision_file_is_not_written_through_a_link(
    runner: Runner, github: FakeGitHub
) -> None:
    target = runner.folder / "victim"
    target.write_text("mine")
    (runner.workspace / "exitgate-decision.json").symlink_to(target)
    runner.run()
    assert target.read_text() == "mine"
    assert json.loads((runner.workspace / "exitgate-decision.json").read_text())
