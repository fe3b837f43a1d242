"""The next iteration is started once, only on continue, with what it needs to know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fake_github import REPO, FakeGitHub, Token
from standin import COMPLETE, DECISION, Runner, pull_event

from exitgate.core.decision import Verdict
from exitgate.core.history import History, Totals
from exitgate.publish.dispatch import unexpected_inputs
from exitgate.publish.pace import Pace

STOPS = [verdict for verdict in Verdict if verdict is not Verdict.CONTINUE]


def test_workflow_dispatch(runner: Runner, github: FakeGitHub) -> None:
    runner.run(dispatch=".github/workflows/agent.yml")
    inputs = {"iteration": "4", "guidance": DECISION.guidance, "loop_id": "pr-7"}
    assert github.state.dispatches == [
        {"workflow": "agent.yml", "ref": "agent/work", "inputs": inputs}
    ]


def test_repository_dispatch(runner: Runner, github: FakeGitHub) -> None:
    runner.run(dispatch="event:agent-next")
    assert github.state.dispatches[0]["event_type"] == "agent-next"
    assert github.state.dispatches[0]["client_payload"]["iteration"] == "4"


def test_never_twice_for_one_iteration(runner: Runner, github: FakeGitHub) -> None:
    for attempt in ("1", "2"):
        runner.variables["GITHUB_RUN_ATTEMPT"] = attempt
        runner.run(dispatch="agent.yml")
    assert len(github.state.dispatches) == 1
    assert "not started again" in runner.log
    runner.gate.decision = replace(DECISION, iteration=4)
    runner.run(dispatch="agent.yml")
    assert len(github.state.dispatches) == 2


def began(at: str) -> History:
    return History(totals=Totals(iterations=3, started_at=at))


def test_another_run_of_the_same_iteration_starts_nothing(
    runner: Runner, github: FakeGitHub
) -> None:
    runner.gate.history = began("2026-01-01T00:00:00Z")
    for run in ("500", "501"):
        runner.variables["GITHUB_RUN_ID"] = run
        runner.run(dispatch="agent.yml")
    assert len(github.state.dispatches) == 1


def test_a_loop_that_was_reset_starts_its_iterations_again(
    runner: Runner, github: FakeGitHub
) -> None:
    for run, at in (("500", "2026-01-01T00:00:00Z"), ("501", "2026-02-02T00:00:00Z")):
        runner.gate.history = began(at)
        runner.variables["GITHUB_RUN_ID"] = run
        runner.run(dispatch="agent.yml")
    assert [item["inputs"]["iteration"] for item in github.state.dispatches] == ["4", "4"]


def test_a_loop_without_memory_starts_once_a_run(runner: Runner, github: FakeGitHub) -> None:
    runner.gate.decision = replace(DECISION, iteration=1)
    for run, attempt in (("500", "1"), ("500", "2"), ("501", "1"), ("502", "1")):
        runner.variables |= {"GITHUB_RUN_ID": run, "GITHUB_RUN_ATTEMPT": attempt}
        runner.run(dispatch="agent.yml")
    assert len(github.state.dispatches) == 3


def test_a_commit_that_was_not_pushed_is_no_claim_of_another(
    runner: Runner, github: FakeGitHub
) -> None:
    """The claim stands on the event's own commit; and a 422 is read before it is believed."""
    runner.gate.head = "d" * 40
    github.state.unpushed = ["d" * 40]
    runner.run(dispatch="agent.yml")
    assert len(github.state.dispatches) == 1
    assert "push the agent's commits before the gate runs" in runner.log
    github.state.unpushed.append(runner.variables["GITHUB_SHA"])
    runner.variables["GITHUB_RUN_ID"] = "501"
    runner.gate.decision = replace(DECISION, iteration=4)
    runner.run(dispatch="agent.yml")
    assert len(github.state.dispatches) == 2
    runner.variables["GITHUB_RUN_ATTEMPT"] = "2"
    runner.gate.decision = replace(DECISION, iteration=5)
    runner.run(dispatch="agent.yml")
    assert len(github.state.dispatches) == 2
    assert "Object does not exist" in runner.log


def test_the_branch_is_the_pull_requests(runner: Runner, github: FakeGitHub) -> None:
    issue = {"number": 7, "pull_request": {}}
    comment = {"id": 1, "body": "hello", "user": {"login": "alice", "type": "User"}}
    runner.event("issue_comment", {"action": "created", "issue": issue, "comment": comment})
    runner.variables["GITHUB_REF_NAME"] = "main"
    runner.run(dispatch="agent.yml")
    assert github.state.dispatches[0]["ref"] == "agent/work"


def test_never_on_the_branch_of_a_fork(runner: Runner, github: FakeGitHub) -> None:
    runner.event("pull_request_target", pull_event(head_repo="mallory/app"))
    assert runner.run(dispatch="agent.yml") == 0
    assert github.state.dispatches == []
    assert "in a fork" in runner.log


@pytest.mark.parametrize("verdict", STOPS)
def test_never_after_a_stop(runner: Runner, github: FakeGitHub, verdict: Verdict) -> None:
    runner.gate.decision = replace(COMPLETE, verdict=verdict)
    runner.run(dispatch="agent.yml")
    assert github.state.dispatches == []


def test_never_for_a_closed_pull_request(runner: Runner, github: FakeGitHub) -> None:
    payload = pull_event()
    payload["pull_request"]["state"] = "closed"
    runner.event("pull_request", payload)
    runner.run(dispatch="agent.yml")
    assert github.state.dispatches == []


def test_undeclared_inputs_are_left_out(runner: Runner, github: FakeGitHub) -> None:
    github.state.workflow_inputs = ["iteration", "guidance"]
    runner.run(dispatch="agent.yml")
    assert set(github.state.dispatches[0]["inputs"]) == {"iteration", "guidance"}


@pytest.mark.parametrize("kind", ["403", "404", "422"])
def test_a_refused_start_can_be_tried_again(runner: Runner, github: FakeGitHub, kind: str) -> None:
    github.misbehave(kind, path="/actions/workflows/")
    runner.run(dispatch="agent.yml")
    assert github.state.dispatches == []
    assert "start the next iteration" in runner.log
    runner.variables["GITHUB_RUN_ATTEMPT"] = "2"
    runner.run(dispatch="agent.yml")
    assert len(github.state.dispatches) == 1


@pytest.mark.parametrize("kind", ["cut-after", "500-after"])
def test_a_lost_answer_starts_nothing_twice(
    runner: Runner, github: FakeGitHub, pace: Pace, kind: str
) -> None:
    github.misbehave(kind, path="/actions/workflows/")
    for attempt in ("1", "2"):
        runner.variables["GITHUB_RUN_ATTEMPT"] = attempt
        runner.run(pace, dispatch="agent.yml")
    assert len(github.state.dispatches) == 1


@pytest.mark.parametrize(("attempt", "started"), [("1", 1), ("2", 0)])
def test_without_the_right_to_claim_only_a_first_attempt_starts(
    runner: Runner, github: FakeGitHub, attempt: str, started: int
) -> None:
    rights = frozenset({"pull-requests: write", "statuses: write", "actions: write"})
    github.state.tokens["ghs_test"] = Token(permissions=rights)
    runner.variables["GITHUB_RUN_ATTEMPT"] = attempt
    runner.run(dispatch="agent.yml")
    assert len(github.state.dispatches) == started
    assert ("contents: write" in runner.log) == (started == 0)


def test_the_started_run_stays_in_its_loop(runner: Runner, github: FakeGitHub) -> None:
    runner.run(dispatch="agent.yml")
    payload: dict[str, Any] = {
        "inputs": github.state.dispatches[0]["inputs"],
        "repository": {"full_name": REPO, "default_branch": "main"},
    }
    runner.event("workflow_dispatch", payload)
    runner.variables |= {"GITHUB_REF_NAME": "agent/work", "GITHUB_RUN_ID": "501"}
    runner.run()
    assert runner.outputs["loop_id"] == "pr-7"
    assert len(github.state.comments) == 1


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ('Unexpected inputs provided: ["a", "b"]', {"a", "b"}),
        ("Unexpected inputs provided: [", set()),
        ("Unexpected inputs provided: [[1]]", set()),
        ("Required input 'x' not provided", set()),
    ],
)
def test_unexpected_inputs(said: str, names: set[str]) -> None:
    assert unexpected_inputs(said) == names
