"""The example workflows that no scenario plays, and the two that need no workflow."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import yaml
from machine import IMAGE, ROOT, Machine
from world import BRANCH, EXAMPLES, World, git, watched

PLAYED = {
    *("claude-code-loop.yml", "commands.yml", "fork-evaluate.yml", "fork-publish.yml"),
    *("merge-gate.yml", "gemini-loop.yml", "codex-loop.yml"),
}
"""In test_scenarios.py."""


def test_every_example_is_played() -> None:
    here = Path(__file__).read_text()
    names = {path.name for path in (EXAMPLES / "workflows").glob("*.yml")}
    assert names == PLAYED | {name for name in names if f'"{name}"' in here}


def test_ralph_loop_starts_its_next_iteration(world: World) -> None:
    world.tell_agent("complete", 1)
    event = world.dispatch_event({"iteration": "", "guidance": "", "loop_id": ""})
    ran = world.run("ralph-loop.yml", "workflow_dispatch", event)
    assert ran.code == 0, ran.log
    assert (ran.verdict, ran.outputs["loop_id"]) == ("continue", BRANCH)
    started = world.github.state.dispatches[-1]
    assert started["workflow"] == "ralph-loop.yml"
    assert started["inputs"]["iteration"] == "2"
    assert started["inputs"]["loop_id"] == BRANCH
    assert world.github.state.comments == []


def test_cache_remembers_from_run_to_run(world: World) -> None:
    world.commit_turn("complete", 1)
    world.limit_token("pull-requests: write", "statuses: write", push=False)
    for turn in (1, 2):
        ran = world.run("cache.yml", "pull_request", world.pull_event("synchronize"))
        assert ran.code == 0, ran.log
        assert (ran.verdict, ran.outputs["iteration"]) == ("continue", str(turn))
    assert world.remembered() == []
    assert world.comment


def test_parallel_agents_have_a_loop_each(world: World) -> None:
    world.tell_agent("complete", 1)
    event = world.dispatch_event({"task": "Turn titles into slugs."})
    ran = world.run("parallel-agents.yml", "workflow_dispatch", event)
    assert ran.code == 0, ran.log
    loops = {ran.steps[agent]["outputs"]["loop_id"] for agent in ("codex", "gemini")}
    assert loops == {f"{BRANCH}-codex", f"{BRANCH}-gemini"}
    assert world.github.state.comments == []
    assert (world.folder / "stage" / "artifacts" / "gemini" / "work.patch").stat().st_size > 0


def test_the_composite_variant_gives_the_same_answer(world: World) -> None:
    world.commit_turn("complete", 5)
    text = watched(EXAMPLES / "workflows" / "fork-evaluate.yml", 900)
    spec = yaml.safe_load(text.replace("exitgate/exitgate@v0", "exitgate/exitgate/composite@v0"))
    spec["on"] = spec.pop("on", None) or spec.pop(True)
    job = next(iter(spec["jobs"].values()))
    job["steps"] = [step for step in job["steps"] if "artifact" not in step.get("uses", "")]
    event = world.pull_event("opened")
    ran = world.run("fork-evaluate.yml", "pull_request", event, text=yaml.safe_dump(spec))
    assert ran.code == 0, ran.log
    assert (ran.verdict, ran.outputs["should_exit"]) == ("complete", "true")
    assert ran.outputs["iteration"] == "1"


def test_the_composite_steps_run_where_paths_have_spaces(tmp_path: Path) -> None:
    """Its shell as a runner starts it, on this machine and without act."""
    here, work = tmp_path / "my actions", tmp_path / "my work"
    for name in ("composite/action.yml", "requirements.lock"):
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, here / name)
    shutil.copytree(ROOT / "src", here / "src")
    work.mkdir()
    shutil.copy(EXAMPLES / "samples" / "outputs" / "codex.jsonl", work / "out put.jsonl")
    output = tmp_path / "output"
    output.write_text("python=\n")
    variables = {
        "GITHUB_OUTPUT": str(output),
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_WORKSPACE": str(work),
        "HERE": str(here / "composite"),
        "INPUT_MODE": "evaluate",
        "INPUT_STATE": "none",
        "INPUT_AGENT_OUTPUT": "out put.jsonl",
    }
    shell = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c"]
    for step in yaml.safe_load((here / "composite/action.yml").read_text())["runs"]["steps"]:
        if "run" not in step:
            continue
        python = output.read_text().splitlines()[-1].removeprefix("python=")
        told = {"FOUND": python, "PYTHON": python}
        subprocess.run(
            [*shell, step["run"]], cwd=work, env={**os.environ, **variables, **told}, check=True
        )
        if step["id"] == "gate":
            assert "should_exit" in output.read_text()
    assert (work / "exitgate-decision.json").exists()


def test_the_shell_loop_ends_with_the_verdict(machine: Machine, tmp_path: Path) -> None:
    """In the container too: it is the same command line."""
    work = tmp_path / "work"
    subprocess.run(["cp", "-r", str(EXAMPLES / "samples" / "project"), str(work)], check=True)
    (work / "PROMPT.md").write_text("Work on the next open item of PLAN.md.\n")
    git(work, "init", "--quiet", "--initial-branch=main")
    git(work, "add", "--all")
    git(work, "commit", "--quiet", "--message=The project")
    agent = "n=$(($(cat /tmp/n) + 1)); echo $n > /tmp/n; "
    agent += "python3 /samples/agent.py /samples/stories/complete.json $n claude /dev/stdout"
    script = f"echo 0 > /tmp/n; printf '%s\\n' '#!/bin/sh' '{agent}' > /tmp/agent; "
    script += "chmod +x /tmp/agent; AGENT=/tmp/agent /local/loop.sh PROMPT.md"
    volumes = {work: "/work", EXAMPLES / "samples": "/samples", EXAMPLES / "local": "/local"}
    mounts = [word for item in volumes.items() for word in ("--volume", f"{item[0]}:{item[1]}")]
    done = machine.run(
        *("run", "--rm", "--workdir", "/work", *mounts, "--entrypoint", "sh", IMAGE, "-c", script),
        check=False,
    )
    assert done.returncode == 10, done.stdout + done.stderr
    assert "iteration 5" in done.stdout
    assert (work / ".exitgate").is_dir()
