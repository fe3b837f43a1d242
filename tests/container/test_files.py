"""Files that must agree although nothing imports them: actions, workflows, image, samples."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted(ROOT.glob(".github/workflows/*.yml")) + sorted(
    ROOT.glob("examples/workflows/*.yml")
)
SAMPLES = ROOT / "examples" / "samples"
TEXT = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)


def read(path: Path) -> dict[Any, Any]:
    loaded: dict[Any, Any] = yaml.safe_load(path.read_text())
    return loaded


def test_composite_takes_and_gives_what_the_container_does() -> None:
    container, composite = read(ROOT / "action.yml"), read(ROOT / "composite" / "action.yml")
    assert composite["inputs"] == container["inputs"]
    said = {name: {"description": out["description"]} for name, out in composite["outputs"].items()}
    assert said == container["outputs"]
    for name, output in composite["outputs"].items():
        assert output["value"] == f"${{{{ steps.gate.outputs.{name} }}}}"
    given = composite["runs"]["steps"][-1]["env"]
    wanted = {f"INPUT_{name.upper()}": f"${{{{ inputs.{name} }}}}" for name in composite["inputs"]}
    assert {name: value for name, value in given.items() if name != "PYTHON"} == wanted


@pytest.mark.parametrize(
    "path", [*WORKFLOWS, ROOT / "composite" / "action.yml"], ids=lambda path: path.name
)
def test_others_actions_are_pinned_to_a_commit_with_its_version(path: Path) -> None:
    for line in path.read_text().splitlines():
        if (match := re.match(r"\s+(?:- )?uses: (\S+)(.*)", line)) and not match[1].startswith(
            "./"
        ):
            if match[1].startswith("exitgate/"):
                assert match[1] == "exitgate/exitgate@v0"
            else:
                assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", match[1]), line
                assert re.match(r" # v\d+\.\d+\.\d+", match[2]), line


def test_one_commit_a_version() -> None:
    pins = re.findall(
        r"uses: ([\w-]+/[\w-]+)\S*@([0-9a-f]{40}) # (\S+)",
        "\n".join(path.read_text() for path in WORKFLOWS),
    )
    assert len({name for name, _, _ in pins}) == len(set(pins))


@TEXT
def test_nothing_is_permitted_unless_a_line_says_why(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {}
    for name, job in workflow["jobs"].items():
        assert job.get("permissions"), f"{name} names its permissions"
        assert "timeout-minutes" in job
    for line in path.read_text().splitlines():
        if re.match(r"\s+[\w-]+: (read|write)\b", line):
            assert re.search(r": (read|write) # \w", line), line


@TEXT
def test_no_expression_reaches_a_shell(path: Path) -> None:
    for job in read(path)["jobs"].values():
        for step in job["steps"]:
            assert "${{" not in step.get("run", ""), step


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("examples/workflows/*.yml")), ids=lambda p: p.name
)
def test_examples_use_inputs_that_exist(path: Path) -> None:
    known = read(ROOT / "action.yml")["inputs"]
    steps = [step for job in read(path)["jobs"].values() for step in job["steps"]]
    gates = [step for step in steps if step.get("uses", "").startswith("exitgate/")]
    assert len(gates) == 1
    assert set(gates[0].get("with", {})) <= set(known)


def test_workflows_that_are_dispatched_exist_and_take_the_gates_inputs() -> None:
    for path in WORKFLOWS:
        for name in re.findall(r"^\s+dispatch: (\S+)$", path.read_text(), re.MULTILINE):
            target = read(path.with_name(name))
            assert set(target[True]["workflow_dispatch"]["inputs"]) == {
                *("iteration", "guidance", "loop_id")
            }


@pytest.mark.parametrize("form", ["claude", "codex", "gemini"])
def test_sample_outputs_are_what_the_sample_agent_prints(form: str, tmp_path: Path) -> None:
    output = tmp_path / "output.jsonl"
    story = SAMPLES / "stories" / "complete.json"
    words = [sys.executable, SAMPLES / "agent.py", story, "3", form, output, tmp_path]
    subprocess.run([str(word) for word in words], check=True)
    assert output.read_text() == (SAMPLES / "outputs" / f"{form}.jsonl").read_text()


def test_pin_image_changes_one_line(tmp_path: Path) -> None:
    pinned = tmp_path / "action.yml"
    image = f"ghcr.io/exitgate/exitgate@sha256:{'a' * 64}"
    subprocess.run([str(ROOT / ".ci" / "pin-image"), image, str(pinned)], check=True)
    before, after = (ROOT / "action.yml").read_text().splitlines(), pinned.read_text().splitlines()
    assert [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]] == [
        ("  image: Dockerfile", f"  image: docker://{image}")
    ]
    refused = subprocess.run(
        [str(ROOT / ".ci" / "pin-image"), "x#evil\n", str(pinned)], check=False
    )
    assert refused.returncode != 0


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What the release works on, in a repository of its own."""
    folder = tmp_path / "clone"
    for name in ("action.yml", "pyproject.toml", "src/exitgate/__init__.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / ".ci", folder / ".ci")
    for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "start"]):
        git(folder, *words)
    return folder


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    return subprocess.run(
        ["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.strip()


def script(folder: Path, name: str, *words: str) -> int:
    command = [str(folder / ".ci" / name), *words]
    return subprocess.run(command, check=False, capture_output=True).returncode


def test_a_release_names_its_image_and_moves_the_major_tag(clone: Path) -> None:
    image, digests = "ghcr.io/exitgate/exitgate", [f"sha256:{sign * 64}" for sign in "ab"]
    start = git(clone, "rev-parse", "HEAD")
    for version, digest in zip(("1.2.3", "1.3.0"), digests, strict=True):
        git(clone, "checkout", "--quiet", start)
        assert script(clone, "tag-release", version, image, digest) == 0
        assert git(clone, "rev-parse", "v1") == git(clone, "rev-parse", f"v{version}")
        assert f"image: docker://{image}@{digest}" in git(clone, "show", f"v{version}:action.yml")
        assert git(clone, "diff", "--name-only", start, f"v{version}") == "action.yml"
    assert git(clone, "rev-parse", "main") == start, "the branch goes on building its Dockerfile"
    assert digests[0] in git(clone, "show", "v1.2.3:action.yml"), "a version's tag never moves"


@pytest.mark.parametrize(
    ("version", "digest"),
    [
        ("1.2", f"sha256:{'a' * 64}"),
        ("1.2.3; rm -rf .", f"sha256:{'a' * 64}"),
        ("1.2.3", "latest"),
        ("1.2.3", "sha256:abc"),
        ("1.0.0", f"sha256:{'a' * 64}"),
    ],
)
def test_a_release_that_is_none_is_refused(clone: Path, version: str, digest: str) -> None:
    git(clone, "tag", "v1.0.0")
    assert script(clone, "tag-release", version, "ghcr.io/exitgate/exitgate", digest) != 0
    assert git(clone, "tag", "--list") == "v1.0.0"


def test_the_version_is_the_one_in_the_code(clone: Path) -> None:
    from exitgate import __version__

    assert script(clone, "check-version", __version__) == 0
    assert script(clone, "check-version", "99.0.0") != 0
    assert script(clone, "check-version", f"{__version__}-rc1") != 0
    (clone / "pyproject.toml").write_text('version = "99.0.0"\n')
    assert script(clone, "check-version", __version__) != 0


@pytest.mark.parametrize(("turn", "decision"), [("3", "block"), ("5", None)])
def test_the_stop_hook_example_answers(turn: str, decision: str | None, tmp_path: Path) -> None:
    settings = json.loads((ROOT / "examples" / "local" / "stop-hook.json").read_text())
    command = settings["hooks"]["Stop"][0]["hooks"][0]["command"].split()
    work, transcript = tmp_path / "work", tmp_path / "transcript.jsonl"
    shutil.copytree(SAMPLES / "project", work)
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "start"]):
        who = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
        subprocess.run(["git", *who, *words], cwd=work, check=True)
    story = SAMPLES / "stories" / "complete.json"
    played = [sys.executable, SAMPLES / "agent.py", story, turn, "claude", transcript, work]
    subprocess.run([str(word) for word in played], check=True)
    event = {"session_id": "s", "transcript_path": str(transcript), "cwd": str(work)}
    event |= {"hook_event_name": "Stop", "stop_hook_active": False}
    assert command[0] == "exitgate"
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=work,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        input=json.dumps(event),
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(done.stdout) if done.stdout.strip() else {}
    assert answer.get("decision") == decision


def test_the_threat_model_names_tests_that_exist() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "SECURITY.md").read_text())
    assert len(named) > 20
    missing = [
        f"{path}::{name}" for path, name in named if f"def {name}(" not in (ROOT / path).read_text()
    ]
    assert missing == []


def test_the_threat_model_names_every_file_of_attacks() -> None:
    text = (ROOT / "SECURITY.md").read_text()
    files = [
        *(ROOT / "tests" / "attacks").glob("test_*.py"),
        *(ROOT / "tests" / "fuzz").glob("test_*.py"),
    ]
    unnamed = sorted(path.name for path in files if f"/{path.name}::" not in text)
    assert unnamed == []
