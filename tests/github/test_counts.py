"""How many requests a decision costs, for each event, verdict and kind of token."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_github import BOT, REPO, FakeGitHub, Token
from standin import COMPLETE, DECISION, SHA, Runner, pull_event

from exitgate.core.decision import Decision, Verdict

STUCK = replace(DECISION, verdict=Verdict.STUCK, reason="loop_detected")
BLOCKED = replace(DECISION, verdict=Verdict.BLOCKED, reason="blocked")
EXHAUSTED = replace(DECISION, verdict=Verdict.EXHAUSTED, reason="max_iterations")
TOKENS = {"ghp_person": Token("alice", "User"), "plain": Token(BOT), "ghs_app": Token("gate[bot]")}
REPOSITORY = {"default_branch": "main", "full_name": REPO}
MOST = 5


def happens(runner: Runner, event: str) -> None:
    runner.event(event, {"repository": REPOSITORY})
    if event == "issue_comment":
        comment = {"id": 1, "body": "x", "user": {"login": "alice", "type": "User"}}
        issue = {"number": 7, "pull_request": {}}
        payload = {"action": "created", "issue": issue, "comment": comment}
        runner.event(event, payload | {"repository": REPOSITORY})
        runner.gate.head = SHA
    if event == "pull_request":
        runner.event(event, pull_event())
        return
    runner.variables |= {"GITHUB_REF_NAME": "agent/work", "GITHUB_SHA": SHA}


@pytest.mark.parametrize("token", ["ghs_test", "plain", "ghs_app", "ghp_person"])
@pytest.mark.parametrize("decision", [DECISION, STUCK, BLOCKED, EXHAUSTED, COMPLETE])
@pytest.mark.parametrize("event", ["pull_request", "push", "workflow_dispatch", "schedule"])
def test_few_requests(
    runner: Runner, github: FakeGitHub, event: str, decision: Decision, token: str
) -> None:
    github.state.tokens |= TOKENS
    runner.variables["INPUT_TOKEN"] = token
    happens(runner, event)
    for number, run in enumerate(("500", "501", "502"), 1):
        runner.variables["GITHUB_RUN_ID"] = run
        runner.gate.decision = replace(decision, iteration=number)
        github.state.requests.clear()
        runner.run()
        assert len(github.state.requests) <= MOST, github.state.requests
    assert len(github.state.comments) == 1
    assert github.state.statuses[0]["sha"] == SHA


def test_unchanged_words_are_not_written_again(runner: Runner, github: FakeGitHub) -> None:
    runner.run(labels="true")
    runner.variables["GITHUB_RUN_ATTEMPT"] = "2"
    github.state.requests.clear()
    runner.run(labels="true")
    assert [line for line in github.state.requests if not line.startswith("GET")] == [
        f"POST /repos/{REPO}/statuses/{SHA}"
    ]


def test_a_pull_request_at_another_commit_costs_no_more(runner: Runner, github: FakeGitHub) -> None:
    happens(runner, "push")
    github.state.pulls[7].head_sha = "f" * 40
    for run in ("500", "501"):
        runner.variables["GITHUB_RUN_ID"] = run
        github.state.requests.clear()
        runner.run()
        assert len(github.state.requests) <= MOST, github.state.requests
    assert len(github.state.comments) == 1


@pytest.mark.parametrize("decision", [DECISION, STUCK, COMPLETE])
@pytest.mark.parametrize("mode", ["gate", "publish"])
def test_few_requests_where_the_pull_request_must_be_asked_for(
    runner: Runner, github: FakeGitHub, mode: str, decision: Decision
) -> None:
    """Only a first green comment costs one more: two could be written at once."""
    head = {"full_name": REPO, "owner": {"login": "octo"}}
    ended = {"head_sha": SHA, "head_branch": "agent/work", "head_repository": head}
    happens(runner, "issue_comment")
    if mode == "publish":
        runner.event("workflow_run", {"workflow_run": ended, "repository": REPOSITORY})
        text = f'{{"verdict": "{decision.verdict}"}}'
        (runner.workspace / "exitgate-decision.json").write_text(text)
    for number, run in enumerate(("500", "501", "502"), 1):
        runner.variables["GITHUB_RUN_ID"] = run
        runner.gate.decision = replace(decision, iteration=number)
        github.state.requests.clear()
        runner.run(mode=mode)
        first_green = number == 1 and decision is COMPLETE
        assert len(github.state.requests) <= MOST + first_green, github.state.requests
    assert len(github.state.comments) == 1
