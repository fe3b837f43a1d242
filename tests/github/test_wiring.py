"""The action with the real gate, store and reports, on a real repository."""

from __future__ import annotations

import io
import json
import subprocess
from pathlib import Path

import pytest
from fake_github import REPO, FakeGitHub
from standin import Runner

from exitgate.action import run_action
from exitgate.publish.pace import Pace
from exitgate.wiring import WiredServices

DONE = """\
All nine tests pass and the parser is finished.

---RALPH_STATUS---
STATUS: COMPLETE
TASKS_COMPLETED_THIS_LOOP: 1
FILES_MODIFIED: 1
TESTS_STATUS: PASSING
WORK_TYPE: IMPLEMENTATION
EXIT_SIGNAL: true
RECOMMENDATION: The work is complete.
---END_RALPH_STATUS---
"""
JUNIT = '<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite>'


def git(folder: Path, *words: str) -> str:
    settings = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    done = subprocess.run(
        ["git", *settings, *words], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def work(runner: Runner) -> Path:
    """A checkout in which an agent has committed a change on top of the base."""
    folder = runner.workspace
    git(folder, "init", "-q", "-b", "main")
    (folder / "parser.py").write_text("def parse(): ...\n")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "base")
    payload = json.loads((runner.folder / "event.json").read_text())
    payload["pull_request"]["base"]["sha"] = git(folder, "rev-parse", "HEAD")
    (folder / "parser.py").write_text("def parse(text):\n    return text.split()\n")
    git(folder, "commit", "-qam", "the agent's work")
    payload["pull_request"]["head"]["sha"] = git(folder, "rev-parse", "HEAD")
    runner.event("pull_request", payload)
    (folder / "agent-output").mkdir()
    (folder / "agent-output" / "run.md").write_text(DONE)
    (folder / "junit.xml").write_text(JUNIT)
    return folder


def run(runner: Runner, pace: Pace, **inputs: str) -> int:
    given = {f"INPUT_{name.upper()}": value for name, value in inputs.items()}
    environ = {**runner.variables, "INPUT_STATE": "cache", **given}
    stream = io.StringIO()
    code = run_action(environ, WiredServices(environ), stream=stream, pace=pace)
    runner.log = stream.getvalue()
    return code


def test_with_no_inputs_it_finds_everything(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace
) -> None:
    assert run(runner, pace) == 0
    assert "agent output: agent-output/run.md (found)" in runner.log
    assert "test reports: junit.xml (found)" in runner.log
    assert runner.outputs["verdict"] == "complete"
    assert runner.outputs["loop_id"] == "pr-7"
    decision = json.loads((work / runner.outputs["decision"]).read_text())
    assert decision["verdict"] == "complete"
    assert github.state.comments[0]["body"].startswith("<!-- exitgate:loop=pr-7 ")
    assert github.state.statuses[0]["sha"] == git(work, "rev-parse", "HEAD")
    assert "complete" in runner.summary.lower()
    asked = [line for line in github.state.requests if "check-runs" in line or "/status?" in line]
    assert len(asked) == 2
    assert len(github.state.requests) - len(asked) <= 5


def test_iterations_are_remembered_and_a_rerun_adds_none(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace
) -> None:
    seen = []
    for run_id, attempt in (("500", "1"), ("500", "2"), ("501", "1")):
        runner.variables |= {"GITHUB_RUN_ID": run_id, "GITHUB_RUN_ATTEMPT": attempt}
        run(runner, pace, max_iterations="9")
        seen.append(runner.outputs["iteration"])
    assert seen == ["1", "1", "2"]
    assert len(github.state.comments) == 1


def test_a_rerun_starts_nothing_twice(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace
) -> None:
    (work / "agent-output" / "run.md").write_text("Step one of three is done, two steps remain.")
    for attempt in ("1", "2"):
        runner.variables["GITHUB_RUN_ATTEMPT"] = attempt
        run(runner, pace, dispatch="agent.yml")
    assert runner.outputs["verdict"] == "continue"
    assert [item["inputs"]["iteration"] for item in github.state.dispatches] == ["2"]


def test_an_agent_that_left_nothing_is_an_iteration_too(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace
) -> None:
    (work / "agent-output" / "run.md").unlink()
    assert run(runner, pace) == 0
    assert runner.outputs["verdict"] == "continue"
    assert runner.outputs["merge_ready"] == "false"


def test_the_agents_own_configuration_does_not_count(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace
) -> None:
    (work / "exitgate.yml").write_text("this: is not even valid\n")
    assert run(runner, pace) == 0
    assert "counts only once it is in the base" in runner.log


def test_evaluate_then_publish(runner: Runner, work: Path, github: FakeGitHub, pace: Pace) -> None:
    run(runner, pace, mode="evaluate")
    assert all(line.startswith("GET ") for line in github.state.requests)
    sha = git(work, "rev-parse", "HEAD")
    github.state.pulls[7].head_sha = sha
    owner = {"login": REPO.split("/")[0]}
    ended = {"head_sha": sha, "head_branch": "agent/work", "head_repository": {"owner": owner}}
    runner.event("workflow_run", {"workflow_run": ended, "repository": {"full_name": REPO}})
    assert run(runner, pace, mode="publish") == 0
    assert len(github.state.comments) == 1
    assert github.state.statuses[0]["sha"] == sha


def test_a_persons_order_reaches_the_next_decision(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace
) -> None:
    before = dict(runner.variables)
    github.state.roles["alice"] = "write"
    number = github.add_comment(7, "/exitgate cancel", "alice")
    comment = {"id": number, "body": "/exitgate cancel", "user": {"login": "alice"}}
    issue = {"number": 7, "pull_request": {}}
    event = runner.folder / "event.json"
    kept = event.read_text()
    runner.event("issue_comment", {"action": "created", "issue": issue, "comment": comment})
    assert run(runner, pace, mode="command") == 0
    assert github.state.comments[-1]["body"].startswith("<!-- exitgate:reply -->")
    event.write_text(kept)
    runner.variables = before
    run(runner, pace)
    assert runner.outputs["verdict"] == "cancelled"


def test_secrets_of_an_agent_reach_no_channel(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace
) -> None:
    secret = "ghp_" + "Ab1" * 12
    (work / "agent-output" / "run.md").write_text(f"Blocked: I used {secret}, may I go on?")
    run(runner, pace)
    everything = runner.log + runner.summary + str(runner.outputs) + str(github.state.comments)
    assert secret not in everything + (work / "exitgate-decision.json").read_text()


def test_a_state_branch_out_of_reach_costs_a_warning_and_no_decision(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace
) -> None:
    runner.variables["GITHUB_SERVER_URL"] = "http://127.0.0.1:9"
    for run_id in ("500", "501"):
        runner.variables["GITHUB_RUN_ID"] = run_id
        assert run(runner, pace, state="branch") == 0
    assert "::warning" in runner.log
    assert runner.outputs["iteration"] == "2"
    assert len(github.state.comments) == 1
    assert not (work / ".exitgate").exists()


@pytest.mark.parametrize("text", ["extends: {parent}\n", "budgets: {{max_iterations: 9}}\n"])
def test_nothing_of_the_bases_configuration_is_left_behind(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace, text: str
) -> None:
    (work / "parent.yml").write_text("budgets: {max_iterations: 5}\n")
    (work / "exitgate.yml").write_text(text.format(parent="parent.yml"))
    git(work, "add", "parent.yml", "exitgate.yml")
    git(work, "commit", "-qm", "policy")
    base = git(work, "rev-parse", "HEAD")
    (work / "exitgate.yml").write_text("budgets: {max_iterations: 1}\n")
    assert run(runner, pace, base=base) == 0
    assert "the base's version decides" in runner.log
    assert runner.outputs["verdict"] == "complete"
    assert list((runner.folder / "temp").glob("exitgate-base-*")) == []


def test_the_merge_queue_tells_what_the_loop_remembers(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace
) -> None:
    run(runner, pace)
    github.state.pulls[7].head_sha = git(work, "rev-parse", "HEAD")
    assert github.state.statuses[0]["state"] == "success", runner.log
    group = {"head_sha": "9" * 40, "base_sha": "8" * 40}
    group["head_ref"] = f"refs/heads/gh-readonly-queue/main/pr-7-{'8' * 40}"
    runner.event("merge_group", {"action": "checks_requested", "merge_group": group})
    (runner.folder / "output").unlink()
    assert run(runner, pace) == 0
    told = {name: runner.outputs[name] for name in ("verdict", "iteration", "merge_ready")}
    assert told == {"verdict": "complete", "iteration": "1", "merge_ready": "true"}
    assert github.state.statuses[0]["sha"] == "9" * 40
    assert json.loads((work / "exitgate-decision.json").read_text())["merge_ready"] is True


def test_continue_does_not_start_a_second_agent_beside_the_first(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace
) -> None:
    (work / "agent-output" / "run.md").write_text("Step one of three is done, two steps remain.")
    run(runner, pace)
    assert runner.outputs["verdict"] == "continue"
    github.state.roles["alice"] = "write"
    for words, started in (("continue look at the parser", 0), ("retry", 1)):
        number = github.add_comment(7, f"/exitgate {words}", "alice")
        comment = {"id": number, "body": f"/exitgate {words}", "user": {"login": "alice"}}
        issue = {"number": 7, "pull_request": {}}
        runner.event("issue_comment", {"action": "created", "issue": issue, "comment": comment})
        assert run(runner, pace, mode="command", dispatch="agent.yml") == 0
        assert len(github.state.dispatches) == started


def test_our_own_files_and_what_we_read_are_no_progress(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace
) -> None:
    for run_id in ("500", "501", "502", "503"):
        runner.variables["GITHUB_RUN_ID"] = run_id
        words = f"Looked at the parser again, attempt {run_id}."
        (work / "agent-output" / "run.md").write_text(words)
        run(runner, pace)
    decision = json.loads((work / "exitgate-decision.json").read_text())
    found = {item["signal"] for item in decision["evidence"] if item["outcome"] == "found"}
    assert "no_change" in found or "repeated_tree" in found, decision["evidence"]
