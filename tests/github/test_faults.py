"""Each fault of GitHub's on each channel: the decision stands and the log says what to do."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_github import FakeGitHub
from standin import DECISION, Runner

from exitgate.core.decision import Decision, Verdict
from exitgate.publish.pace import Pace

STUCK = replace(DECISION, verdict=Verdict.STUCK, reason="loop_detected")
ADVICE = {
    "401": "token: ${{ github.token }}",
    "403": "under the job's `permissions:` add the line",
    "secondary": "run the job again later",
    "primary": "run the job again later",
    "429": "limiting the rate",
    "404": "it does not exist, or",
    "409": "run the job again",
    "422": "is no good",
    "500": "githubstatus.com",
    "502": "githubstatus.com",
    "cut": "GITHUB_API_URL",
    "cut-after": "GITHUB_API_URL",
    "truncated": "cut short",
}
CHANNELS = {
    "comment": ("/comments", "pull-requests: write", STUCK),
    "status": ("/statuses/", "statuses: write", STUCK),
    "labels": ("/labels", "pull-requests: write", STUCK),
    "reviewers": ("/requested_reviewers", "pull-requests: write", STUCK),
    "assignees": ("/assignees", "pull-requests: write", STUCK),
    "workflow": ("/actions/workflows/", "actions: write", DECISION),
}
INPUTS = {"labels": "true", "reviewers": "alice", "assignees": "bob", "dispatch": "agent.yml"}


@pytest.mark.parametrize("kind", ADVICE)
@pytest.mark.parametrize("channel", CHANNELS)
def test_one_fault_on_one_channel(
    runner: Runner, github: FakeGitHub, pace: Pace, channel: str, kind: str
) -> None:
    path, permission, decision = CHANNELS[channel]
    runner.gate.decision = decision
    github.misbehave(kind, path=path, times=999, seconds=3000)
    assert runner.run(pace, **INPUTS) == 0
    assert runner.outputs["verdict"] == str(decision.verdict)
    assert f"## {decision.verdict}" in runner.summary
    assert (runner.workspace / "exitgate-decision.json").exists()
    if not (kind == "truncated" and channel == "workflow"):  # its answer has no body to cut
        assert ADVICE[kind] in runner.log
    if kind == "403":
        assert f"add the line `{permission}`" in runner.log
    assert "Traceback" not in runner.log
    assert runner.log.count("::error") == 0


@pytest.mark.parametrize("kind", ["403", "404", "409", "422", "500", "cut"])
@pytest.mark.parametrize("channel", CHANNELS)
def test_the_other_channels_still_speak(
    runner: Runner, github: FakeGitHub, pace: Pace, channel: str, kind: str
) -> None:
    path, _, decision = CHANNELS[channel]
    runner.gate.decision = decision
    github.misbehave(kind, verb="POST", path=path, times=999)
    runner.run(pace, **INPUTS)
    spoken = said(github, decision)
    del spoken[channel]
    assert kind == "cut" or all(spoken.values()), spoken


def said(github: FakeGitHub, decision: Decision) -> dict[str, bool]:
    state, stopped = github.state, decision.should_exit
    return {
        "comment": bool(state.comments),
        "status": bool(state.statuses),
        "labels": bool(state.issue_labels.get(7)),
        "reviewers": bool(state.reviewers) or not stopped,
        "assignees": bool(state.assignees) or not stopped,
        "workflow": bool(state.dispatches) or stopped,
    }


def test_a_limit_that_ends_soon_is_waited_for(
    runner: Runner, github: FakeGitHub, pace: Pace, waits: list[float]
) -> None:
    github.misbehave("secondary", path="/comments", seconds=7)
    runner.run(pace)
    assert waits == [7.0]
    assert len(github.state.comments) == 1


def test_no_limit_holds_a_job_for_ever(
    runner: Runner, github: FakeGitHub, pace: Pace, waits: list[float]
) -> None:
    github.misbehave("secondary", times=999, seconds=50)
    assert runner.run(pace) == 0
    assert sum(waits) <= pace.total_wait_s
