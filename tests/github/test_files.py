"""Paths from inputs, discovery, and inputs as the runner passes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from exitgate.core.decision import Verdict
from exitgate.errors import UsageError
from exitgate.runner.collect import collect, state_spec, task_file
from exitgate.runner.context import read_context
from exitgate.runner.discover import find_agent_output, find_plan, find_reports
from exitgate.runner.files import Places, resolve, write_inside
from exitgate.runner.inputs import Inputs, read_inputs, read_token


@pytest.fixture
def places(tmp_path: Path) -> Places:
    for name in ("work/out", "work/reports", "temp", "outside"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("work/out/a.json", "work/out/b [1].json", "temp/t.json", "outside/s.json"):
        (tmp_path / name).write_text("{}")
    (tmp_path / "work/link.json").symlink_to(tmp_path / "outside/s.json")
    (tmp_path / "work/linked").symlink_to(tmp_path / "outside")
    return Places(tmp_path / "work", tmp_path / "temp", "octo/app")


INSIDE = [
    ("out/a.json", ["work/out/a.json"]),
    ("out/*.json", ["work/out/a.json", "work/out/b [1].json"]),
    ("**/a.json", ["work/out/a.json"]),
    ("out/b [1].json", ["work/out/b [1].json"]),
    ("./out/../out/a.json", ["work/out/a.json"]),
    ("t.json", ["temp/t.json"]),
    ("/home/runner/work/_temp/t.json", ["temp/t.json"]),
    ("/home/runner/work/app/app/out/a.json", ["work/out/a.json"]),
    ("/home/runner/work/app/app/out/*.json", ["work/out/a.json", "work/out/b [1].json"]),
]


@pytest.mark.parametrize(("pattern", "found"), INSIDE)
def test_found_inside(places: Places, pattern: str, found: list[str]) -> None:
    root = places.workspace.parent
    names = [
        str(Path(path).resolve().relative_to(root)) for path in resolve((pattern,), places).paths
    ]
    assert names == found


@pytest.mark.parametrize(
    "pattern",
    [
        "../outside/s.json",
        "../outside/*.json",
        "link.json",
        "linked/s.json",
        "linked/*",
        "/etc/passwd",
        "/etc/*",
        "/**",
        "/home/runner/work/_temp/../../outside/s.json",
        "nothing.json",
        "a\0b",
        "~/x",
    ],
)
def test_refused_outside(places: Places, pattern: str) -> None:
    matched = resolve((pattern,), places)
    assert matched.paths == ()
    assert len(matched.refused) == 1


def test_nothing_is_written_outside(places: Places) -> None:
    assert not write_inside(places.workspace / "linked" / "x", "no", places)
    assert not (places.workspace.parent / "outside" / "x").exists()
    assert write_inside(places.workspace / "x", "yes", places)
    assert [path.name for path in places.workspace.glob(".x*")] == []


def test_a_folder_that_cannot_be_written_costs_the_file_and_not_the_decision(
    places: Places,
) -> None:
    assert not write_inside(places.workspace / "out" / "a.json" / "x", "no folder", places)


def test_claude_code_actions_file_comes_first(places: Places) -> None:
    (places.workspace / "agent-output").mkdir()
    (places.workspace / "agent-output/run.jsonl").write_text("{}")
    assert [path.name for path in find_agent_output(places)] == ["run.jsonl"]
    assert places.temp is not None
    (places.temp / "claude-execution-output.json").write_text("[]")
    assert [path.name for path in find_agent_output(places)] == ["claude-execution-output.json"]


def test_reports_and_plan_are_found(places: Places) -> None:
    work = places.workspace
    for name in ("reports/junit.xml", "node_modules/x/junit.xml", "pkg/test-results/a.xml"):
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_text("<testsuite/>")
    (work / "pom.xml").write_text("<project/>")
    (work / "PLAN.md").symlink_to(work.parent / "outside/s.json")
    (work / "TODO.md").write_text("- [ ] a")
    names = [str(path.relative_to(work)) for path in find_reports(places)]
    assert names == ["pkg/test-results/a.xml", "reports/junit.xml"]
    assert find_plan(places) == work / "TODO.md"


def test_nothing_there_is_nothing_found(places: Places) -> None:
    assert find_agent_output(places) == find_reports(places) == ()
    assert find_plan(places) is None


def test_a_task_is_a_file_or_words(places: Places) -> None:
    assert task_file("out/a.json", places) == places.workspace / "out/a.json"
    words = task_file("Fix the parser.\nThen test it.", places)
    assert words is not None
    assert words.read_text() == "Fix the parser.\nThen test it."
    assert task_file("", places) is None


def test_what_was_used_is_said(places: Places) -> None:
    environ = {
        "GITHUB_WORKSPACE": str(places.workspace),
        "INPUT_AGENT_OUTPUT": "out/a.json\n\n ../outside/s.json ",
        "INPUT_MAX_RUNTIME": "1h30m",
        "INPUT_MAX_COST": "$2.50",
        "INPUT_STATE": "cache",
        "INPUT_STATE_PATH": ".gate",
        "INPUT_FAIL_ON": "Stuck, blocked\nreview",
        "GITHUB_RUN_ID": "12",
        "GITHUB_RUN_ATTEMPT": "3",
    }
    inputs = read_inputs(environ)
    collected = collect(read_context(environ, inputs), "2026-01-15T10:00:00Z")
    assert "agent output: out/a.json (named)" in collected.used
    assert any("leads outside" in line for line in collected.used)
    request = collected.request
    assert (request.state, request.run) == (f"cache:{places.workspace / '.gate'}", "12.3")
    assert (request.limits.max_runtime_s, request.limits.max_cost_usd) == (5400, 2.5)
    assert inputs.fail_on == {Verdict.STUCK, Verdict.BLOCKED, Verdict.REVIEW}


@pytest.mark.parametrize(
    ("given", "spec"),
    [
        ({}, "branch"),
        ({"INPUT_STATE_BRANCH": "agents"}, "branch:agents"),
        ({"INPUT_STATE": "cache"}, "cache:{work}/.exitgate"),
        ({"INPUT_STATE": "none"}, "none"),
    ],
)
def test_state(places: Places, given: dict[str, str], spec: str) -> None:
    assert state_spec(read_inputs(given), places) == spec.format(work=places.workspace)


@pytest.mark.parametrize("path", ["../x", "/etc", "linked/x"])
def test_state_stays_inside(places: Places, path: str) -> None:
    with pytest.raises(UsageError, match="state_path"):
        state_spec(read_inputs({"INPUT_STATE": "cache", "INPUT_STATE_PATH": path}), places)


def test_no_inputs_are_the_defaults() -> None:
    assert read_inputs({}) == Inputs()
    assert read_token({"INPUT_TOKEN": " ", "GITHUB_TOKEN": "t"}) == "t"


@pytest.mark.parametrize(
    ("said", "context"), [("true", "exitgate"), ("false", ""), ("ci/gate", "ci/gate")]
)
def test_status(said: str, context: str) -> None:
    assert read_inputs({"INPUT_STATUS": said}).status == context
