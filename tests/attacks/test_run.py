"""`exitgate run`, the action: what an agent left in the workspace decides nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from ground import DONE, GREEN, WORKING, attack, git

SOFT = "thresholds: {merge_confidence: 0, min_confidence: 0}\n"
STRICT = "budgets: {max_iterations: 1}\n"


@pytest.fixture
def base(work: Path) -> str:
    git(work, "init", "-q", "-b", "main")
    (work / "parser.py").write_text("def parse(): ...\n")
    (work / "exitgate.yml").write_text("extends: team.yml\n")
    (work / "team.yml").write_text(STRICT)
    git(work, "add", "parser.py", "exitgate.yml", "team.yml")
    git(work, "commit", "-qm", "base")
    (work / "agent-output").mkdir()
    (work / "agent-output" / "run.md").write_text(WORKING)
    return git(work, "rev-parse", "HEAD")


def run(work: Path, base: str, **inputs: str) -> tuple[dict[str, Any], str]:
    temp = work.parent / "runner-temp"
    temp.mkdir(exist_ok=True)
    given = {f"INPUT_{name.upper()}": value for name, value in inputs.items()}
    ran = attack("run", cwd=work, env={
        "GITHUB_WORKSPACE": str(work), "RUNNER_TEMP": str(temp), "GITHUB_OUTPUT": str(temp / "out"),
        "GITHUB_STEP_SUMMARY": str(temp / "summary"), "INPUT_STATE": "cache", "INPUT_BASE": base,
        "GITHUB_REPOSITORY": "o/r", "GITHUB_RUN_ID": "5", **given,
    })  # fmt: skip
    path = work / "exitgate-decision.json"
    decision = json.loads(path.read_text()) if path.is_file() and ran.code == 0 else {}
    return decision, ran.out + ran.err


def test_the_base_decides_also_about_what_it_extends(work: Path, base: str) -> None:
    (work / "team.yml").write_text("budgets: {max_iterations: 1000}\n")
    assert run(work, base)[0]["verdict"] == "exhausted"


def test_a_configuration_of_the_agents_does_not_count(work: Path, base: str) -> None:
    (work / "exitgate.yml").write_text(SOFT)
    (work / "team.yml").unlink()
    git(work, "commit", "-qam", "softer")
    assert run(work, base)[0]["verdict"] == "exhausted"


@pytest.mark.parametrize("name", ["agent_output", "plan", "test_reports", "task", "config"])
@pytest.mark.parametrize("value", ["../outside/secret.txt", "/etc/passwd", "link", "/dev/zero"])
def test_inputs_that_lead_outside(
    work: Path, base: str, outside: Path, name: str, value: str
) -> None:
    (work / "link").symlink_to(outside / "secret.txt")
    decision, log = run(work, base, **{name: value})
    assert decision.get("verdict") != "complete"
    assert "the secret outside" not in json.dumps(decision) + log


def test_a_decision_file_laid_as_a_link(work: Path, base: str, outside: Path) -> None:
    (work / "exitgate-decision.json").symlink_to(outside / "secret.txt")
    run(work, base)
    assert not (work / "exitgate-decision.json").is_symlink()


def test_a_forged_decision_file_is_replaced(work: Path, base: str) -> None:
    (work / "exitgate-decision.json").write_text('{"verdict": "complete", "merge_ready": true}')
    assert run(work, base)[0]["verdict"] == "exhausted"


@pytest.mark.parametrize("text", ["{}", '{"exitgate_state": 1}', "[]", "\0"])
def test_a_state_folder_written_by_the_agent(work: Path, base: str, text: str) -> None:
    (work / ".exitgate").mkdir()
    for name in ("pr-7", "default", "main"):
        (work / ".exitgate" / f"{name}.json").write_text(text)
    assert run(work, base)[0].get("verdict") != "complete"


def test_a_state_path_outside_is_refused(work: Path, base: str, outside: Path) -> None:
    assert "outside" in run(work, base, state_path="../outside")[1]


def test_plan_items_deleted_by_the_agent(work: Path, base: str) -> None:
    (work / "team.yml").write_text("{}\n")
    (work / "fix_plan.md").write_text("- [ ] parser\n- [ ] lexer\n")
    git(work, "add", "team.yml", "fix_plan.md")
    git(work, "commit", "-qm", "plan")
    before = git(work, "rev-parse", "HEAD")
    (work / "fix_plan.md").write_text("- [x] parser\n")
    (work / "parser.py").write_text("def parse(text): return text\n")
    (work / "agent-output" / "run.md").write_text(DONE)
    (work / "junit.xml").write_text(GREEN)
    assert run(work, before)[0]["merge_ready"] is False


@pytest.mark.parametrize(
    "event", ["[" * 100_000, "{}", "\xff", '{"pull_request": {"number": "x"}}']
)
def test_strange_events(work: Path, base: str, event: str) -> None:
    path = work.parent / "event.json"
    path.write_text(event)
    temp = work.parent
    ran = attack("run", cwd=work, env={
        "GITHUB_WORKSPACE": str(work), "RUNNER_TEMP": str(temp), "GITHUB_EVENT_PATH": str(path),
        "GITHUB_EVENT_NAME": "pull_request", "INPUT_STATE": "none", "GITHUB_OUTPUT": str(temp / "out"),
    })  # fmt: skip
    assert "internal error" not in ran.out
