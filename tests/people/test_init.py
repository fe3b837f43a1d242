"""exitgate init: what it writes works, and what is there stays."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from exitgate.config import profile_names
from exitgate.scaffold.agents import AGENTS
from support import exitgate

WORKFLOW = ".github/workflows/exitgate.yml"
STANDARD = ("--profile", "standard", "--output", "json")


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.mark.parametrize("agent", AGENTS)
def test_the_workflow_is_valid_and_reads_what_the_agent_wrote(agent: str, tmp_path: Path) -> None:
    assert exitgate("init", "--agent", agent, cwd=tmp_path).code == 0
    schema = ("--builtin-schema", "vendor.github-workflows", WORKFLOW)
    command = [sys.executable, "-m", "check_jsonschema", *schema]
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
    workflow = yaml.safe_load((tmp_path / WORKFLOW).read_text())
    assert workflow["permissions"] == {}
    steps = workflow["jobs"]["iterate"]["steps"]
    output = steps[-1]["with"]["agent_output"]
    ran = next(step for step in steps if step.get("name", "").startswith("Let "))
    if agent == "claude":
        assert output == f"${{{{ steps.{ran['id']}.outputs.execution_file }}}}"
    else:
        assert Path(output).name in ran["run"]
    assert not re.search("@[A-Z]+@", (tmp_path / WORKFLOW).read_text())


@pytest.mark.parametrize("profile", profile_names())
def test_the_configuration_passes_the_doctor(profile: str, tmp_path: Path) -> None:
    exitgate("init", "--agent", "other", "--profile", profile, "--hook", cwd=tmp_path)
    ran = exitgate("doctor", cwd=tmp_path)
    assert ran.code == 0
    assert f"exitgate.yml <- {profile}" in ran.out


def test_the_prompt_asks_for_the_block_that_the_profile_reads(tmp_path: Path) -> None:
    exitgate("init", "--agent", "claude", "--profile", "ralph", cwd=tmp_path)
    assert "---RALPH_STATUS---" in (tmp_path / WORKFLOW).read_text()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / ".github/workflows").mkdir(parents=True)
    (tmp_path / WORKFLOW).write_text("mine")
    (tmp_path / ".github/exitgate.yml").write_text("hook: true\n")
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude/settings.json").write_text("{}")
    before = tree(tmp_path)
    ran = exitgate("init", "--agent", "claude", "--hook", cwd=tmp_path)
    assert ran.code == 0
    assert tree(tmp_path) == before
    for name in before:
        assert f"left alone {name}" in ran.out
    assert '"command": "exitgate hook"' in ran.out


def test_a_configuration_that_is_there_is_told_how_to_enable_the_hook(tmp_path: Path) -> None:
    config = tmp_path / "exitgate.yml"
    config.write_text("profile: standard\n")
    assert (
        "exitgate.yml:\nhook: true\n"
        in exitgate("init", "--agent", "claude", "--hook", cwd=tmp_path).out
    )
    config.write_text("hook: true\n")
    assert "\nhook: true" not in exitgate("init", "--agent", "claude", "--hook", cwd=tmp_path).out
    assert config.read_text() == "hook: true\n"


def test_a_file_in_place_of_a_folder_is_told_as_that(tmp_path: Path) -> None:
    (tmp_path / ".claude").write_text("mine")
    ran = exitgate("init", "--agent", "claude", "--hook", cwd=tmp_path)
    assert ran.code == 74
    assert ".claude: cannot be written" in ran.err
    assert (tmp_path / ".claude").read_text() == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_no_half_of_a_file_stays_on_a_full_disk(tmp_path: Path) -> None:
    limited = f"ulimit -f 1; trap '' XFSZ; exec {sys.executable} -m exitgate init --agent claude"
    ran = subprocess.run(["sh", "-c", limited], cwd=tmp_path, capture_output=True, check=False)
    assert ran.returncode == 74
    assert tree(tmp_path) == {}


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    exitgate("init", "--agent", "codex", cwd=tmp_path)
    before = tree(tmp_path)
    assert len(before) == 2
    exitgate("init", "--agent", "gemini", cwd=tmp_path)
    assert tree(tmp_path) == before


def test_the_hook_is_set_up_and_enabled(tmp_path: Path) -> None:
    exitgate("init", "--agent", "claude", "--hook", cwd=tmp_path)
    settings = json.loads((tmp_path / ".claude/settings.json").read_text())
    (entry,) = settings["hooks"]["Stop"]
    assert entry["hooks"][0]["command"] == "exitgate hook"
    assert yaml.safe_load((tmp_path / "exitgate.yml").read_text())["hook"] is True


def test_a_hook_that_is_set_up_already_is_not_asked_for_again(tmp_path: Path) -> None:
    exitgate("init", "--agent", "claude", "--hook", cwd=tmp_path)
    ran = exitgate("init", "--agent", "claude", "--hook", cwd=tmp_path)
    assert "left alone .claude/settings.json" in ran.out
    assert "add this" not in ran.out


def test_the_agent_is_told_by_its_files(tmp_path: Path) -> None:
    (tmp_path / "GEMINI.md").touch()
    assert exitgate("init", cwd=tmp_path).code == 0
    assert "gemini-output.jsonl" in (tmp_path / WORKFLOW).read_text()


@pytest.mark.parametrize(
    "arguments", [(), ("--agent", "hal"), ("--agent", "claude", "--plan", "../x: y")]
)
def test_what_cannot_be_told_is_a_usage_error(arguments: tuple[str, ...], tmp_path: Path) -> None:
    assert exitgate("init", *arguments, cwd=tmp_path).code == 64
    assert tree(tmp_path) == {}


def test_it_asks_on_a_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "exitgate", "init"]
    with subprocess.Popen(command, cwd=tmp_path, stdin=theirs, stdout=subprocess.PIPE) as asking:
        os.write(ours, b"hal\ncodex\n")
        assert asking.wait(timeout=60) == 0
        assert asking.stdout is not None
        assert asking.stdout.read().count(b"Which agent?") == 2
    assert "codex-output.jsonl" in (tmp_path / WORKFLOW).read_text()


@pytest.mark.parametrize("agent", AGENTS)
def test_the_linter_for_workflows_has_nothing_to_say(agent: str, tmp_path: Path) -> None:
    linter = Path(sys.executable).with_name("zizmor")
    if not linter.exists():
        pytest.skip("zizmor is not installed")
    exitgate("init", "--agent", agent, cwd=tmp_path)
    command = [linter, "--offline", "--quiet", "--no-progress", WORKFLOW]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def started(folder: Path) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for words in (("init", "-q"), (*identity, "commit", "-q", "--allow-empty", "-m", "start")):
        subprocess.run(["git", *words], cwd=folder, check=True)


def tampering(folder: Path) -> str:
    said = folder.parent / "said.md"
    said.write_text("Two of five steps remain.")
    ran = exitgate("check", "--response", said, "--repo", ".", *STANDARD, cwd=folder)
    (seen,) = [one for one in ran.decision["evidence"] if one["signal"] == "tampering"]
    return str(seen["outcome"])


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("more", [(), ("--hook", "--plan", "docs/TODO.md")])
def test_the_gate_does_not_accuse_who_sets_it_up(
    agent: str, more: tuple[str, ...], tmp_path: Path
) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    started(folder)
    exitgate("init", "--agent", agent, *more, cwd=folder)
    assert tampering(folder) == "clear"


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("exitgate.yml", "merge_confidence: 80", "merge_confidence: 1"),
        ("exitgate.yml", "profile: standard", "profile: response-analyzer"),
        (WORKFLOW, "permissions: {}", "permissions: write-all"),
    ],
)
def test_what_is_not_as_init_writes_it_is_a_finding(
    path: str, old: str, new: str, tmp_path: Path
) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    started(folder)
    exitgate("init", "--agent", "claude", cwd=folder)
    text = (folder / path).read_text()
    assert old in text
    (folder / path).write_text(text.replace(old, new))
    assert tampering(folder) == "found"
