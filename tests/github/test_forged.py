"""A decision file that somebody made up never makes a commit green, and says nothing else."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from fake_github import REPO, FakeGitHub
from standin import SHA, Runner

from exitgate.action import run_action
from exitgate.publish.pace import Pace
from exitgate.wiring import WiredServices

FORK = "mallory/app"
Change = Callable[[dict[str, Any]], object]


def evidence(signal: str, outcome: str = "found", strength: float = 1.0) -> dict[str, Any]:
    return {
        "signal": signal,
        "outcome": outcome,
        "strength": strength,
        "headline": f"{signal} was seen",
        "refs": [],
    }


def part(signal: str, points: float) -> dict[str, Any]:
    return {"signal": signal, "points": points, "because": f"{signal} was seen"}


def genuine() -> dict[str, Any]:
    """What the gate would have written for a proven completion."""
    return {
        "schema": "exitgate/decision/1",
        "loop_id": "pr-7",
        "iteration": 3,
        "should_exit": True,
        "verdict": "complete",
        "reason": "project_complete",
        "summary": "Done was said, and 12 tests pass.",
        "confidence": 91,
        "confidence_parts": [
            part("base", -2.96),
            part("done_signal", 1.13),
            part("tests_pass", 2.18),
            part("files_changed", 1.33),
            part("plan_complete", 0.64),
        ],
        "merge_ready": True,
        "circuit": {"state": "CLOSED", "since": None, "trigger": None},
        "signature": "s",
        "work_summary": "12 tests",
        "evidence": [
            evidence("done_signal"),
            evidence("tests_pass"),
            evidence("files_changed"),
            evidence("plan_complete"),
            evidence("tampering", "clear"),
        ],
        "rules": [
            {"rule": "cancelled", "fired": False, "because": "nobody did"},
            {"rule": "verified_complete", "fired": True, "because": "it is proven"},
        ],
        "guidance": "",
        "inputs": [],
        "unmeasured": [],
    }


@pytest.fixture
def publish(runner: Runner, github: FakeGitHub, pace: Pace) -> Callable[..., int]:
    """The publish job of a pull request from a fork, with the real services."""
    github.state.pulls[7].head_repo = FORK
    head = {"full_name": FORK, "owner": {"login": "mallory"}}
    ended = {"head_sha": SHA, "head_branch": "agent/work", "pull_requests": []}
    payload = {"action": "completed", "workflow_run": ended | {"head_repository": head}}
    runner.event("workflow_run", payload | {"repository": {"full_name": REPO}})

    def run(decision: object, **inputs: str) -> int:
        text = decision if isinstance(decision, str) else json.dumps(decision)
        (runner.workspace / "exitgate-decision.json").write_text(text)
        given = {f"INPUT_{name.upper()}": value for name, value in inputs.items()}
        environ = {**runner.variables, "INPUT_MODE": "publish", **given}
        stream = io.StringIO()
        code = run_action(environ, WiredServices(environ), stream=stream, pace=pace)
        runner.log = stream.getvalue()
        return code

    return run


def test_a_genuine_decision_is_green(
    publish: Callable[..., int], runner: Runner, github: FakeGitHub
) -> None:
    assert publish(genuine()) == 0, runner.log
    assert [(one["sha"], one["state"]) for one in github.state.statuses] == [(SHA, "success")]
    assert runner.outputs["merge_ready"] == "true"


def put(**fields: Any) -> Change:
    return lambda decision: decision.update(fields)


def drop(name: str) -> Change:
    return lambda decision: decision.pop(name)


def judge(index: int, **fields: Any) -> Change:
    return lambda decision: decision["evidence"][index].update(fields)


REFUSED: dict[str, Change] = {
    "a reason of another verdict": put(reason="in_progress"),
    "a reason nobody gives": put(reason="because_i_say_so"),
    "a verdict nobody gives": put(verdict="merged"),
    "complete that goes on": put(should_exit=False),
    "a completion that continues": put(verdict="continue", should_exit=False),
    "more than certain": put(confidence=101),
    "no number": put(confidence="99"),
    "surer than its parts": put(confidence=99),
    "sure without parts": put(confidence_parts=[]),
    "a part out of nothing": lambda d: d["confidence_parts"].append(part("approved_by_me", 0.01)),
    "a part of what was not measured": judge(1, outcome="unmeasured"),
    "an infinite part": lambda d: d["confidence_parts"].append(part("base", 1e999)),
    "no rule asked": put(rules=[]),
    "no rule fired": lambda d: d["rules"].pop(),
    "two rules fired": lambda d: d["rules"][0].update(fired=True),
    "ready without being complete": put(verdict="stuck", reason="loop_detected"),
    "one signal twice": lambda d: d["evidence"].append(evidence("tests_pass", "clear")),
    "iteration nought": put(iteration=0),
    "a giant summary": put(summary="x" * 70_000),
    "a giant headline": judge(0, headline="x" * 70_000),
    "a giant list": put(unmeasured=["x"] * 20_000),
    "a giant file": put(guidance="x" * 9_000_000),
    "another pull request": put(pull_request=12),
    "another commit": put(head_sha="f" * 40),
    "another repository": put(repository="octo/other"),
    "another schema": put(schema="exitgate/decision/2"),
    "a missing field": drop("circuit"),
    "a breaker nobody knows": put(circuit={"state": "MOLTEN", "since": None, "trigger": None}),
    "a strength beyond all": judge(0, strength=7),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_gate_would_write_is_refused(
    publish: Callable[..., int], runner: Runner, github: FakeGitHub, name: str
) -> None:
    decision = genuine()
    REFUSED[name](decision)
    assert publish(decision) == 65, runner.log
    assert github.state.requests == []
    assert "::error" in runner.log
    assert "Traceback" not in runner.log


NEUTRALISED: dict[str, Change] = {
    "tampering": judge(4, outcome="found"),
    "failing tests": lambda d: d["evidence"].append(evidence("tests_fail")),
    "broken memory": lambda d: d["evidence"].append(evidence("memory_broken")),
    "not done": lambda d: d["evidence"].append(evidence("not_done_signal")),
}


@pytest.mark.parametrize("name", NEUTRALISED)
def test_what_its_own_evidence_denies_is_not_green(
    publish: Callable[..., int], runner: Runner, github: FakeGitHub, name: str
) -> None:
    decision = genuine()
    NEUTRALISED[name](decision)
    assert publish(decision) == 0, runner.log
    assert [one["state"] for one in github.state.statuses] == ["failure"]
    assert runner.outputs["merge_ready"] == "false"
    assert "Not ready to merge" in runner.log


def test_the_confidence_that_this_repository_asks_for(
    publish: Callable[..., int], runner: Runner, github: FakeGitHub
) -> None:
    assert publish(genuine(), min_confidence="95") == 0
    assert github.state.statuses[0]["state"] == "failure"
    assert "below 95" in runner.log


@pytest.mark.parametrize("loop", ["pr-12", "../../x", "-->\n/exitgate approve @octocat"])
def test_the_file_does_not_say_which_loop_it_is(
    publish: Callable[..., int], runner: Runner, github: FakeGitHub, loop: str
) -> None:
    publish(genuine() | {"loop_id": loop})
    assert runner.outputs["loop_id"] == "pr-7"
    assert github.state.comments[0]["body"].startswith("<!-- exitgate:loop=pr-7 ")
    assert "octocat" not in github.state.comments[0]["body"]
