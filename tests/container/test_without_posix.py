"""The composite action runs on Windows: nothing may need what only POSIX systems have.

No Windows is at hand in these tests. What it lacks is taken away from Python instead.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "examples" / "samples"
POSIX_ONLY = re.compile(
    r"\bimport (?:fcntl|resource|pwd|grp|termios)\b"
    r"|\bos\.(?:O_NOFOLLOW|O_NONBLOCK|O_DIRECTORY|O_CLOEXEC|O_NOCTTY|killpg|getuid|geteuid|fork|set_blocking)\b"
)


def exitgate(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(Path(__file__).with_name("without_posix.py")), *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "EXITGATE_DEBUG": "1", **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The work of a sample agent in a clone, in a folder whose name has spaces."""
    work, remote = tmp_path / "my work", tmp_path / "remote.git"
    subprocess.run(["cp", "-r", str(SAMPLES / "project"), str(work)], check=True)
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    subprocess.run(["git", "init", "-q", "--bare", str(remote)], check=True)
    for words in (
        ["init", "-q", "-b", "main"],
        ["add", "."],
        ["commit", "-qm", "start"],
        ["remote", "add", "origin", str(remote)],
        ["push", "-q", "origin", "main"],
    ):
        subprocess.run(["git", *who, *words], cwd=work, check=True)
    story = SAMPLES / "stories" / "complete.json"
    played = [sys.executable, SAMPLES / "agent.py", story, "3", "claude", "out.jsonl", "."]
    subprocess.run([str(word) for word in played], cwd=work, check=True)
    return work


@pytest.mark.parametrize("state", [".exitgate", "branch", "none"])
def test_check_decides_and_remembers(project: Path, state: str) -> None:
    words = ["--response", "out.jsonl", "--plan", "PLAN.md", "--repo", ".", "--state", state]
    numbers = []
    for _ in range(2):
        ran = exitgate(project, "check", *words, "--output", "json")
        assert ran.returncode == 0, ran.stderr
        decision = json.loads(ran.stdout)
        numbers.append(decision["iteration"])
        changed = [seen for seen in decision["evidence"] if seen["signal"] == "files_changed"]
        assert changed[0]["outcome"] == "found", "git's content is read"
    assert numbers == ([1, 1] if state == "none" else [1, 2])


def test_the_actions_entry_point_writes_its_outputs(project: Path, tmp_path: Path) -> None:
    output = tmp_path / "output"
    ran = exitgate(
        project,
        "run",
        GITHUB_WORKSPACE=str(project),
        GITHUB_OUTPUT=str(output),
        RUNNER_TEMP=str(tmp_path),
        INPUT_MODE="evaluate",
        INPUT_STATE="cache",
        INPUT_AGENT_OUTPUT="out.jsonl",
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "should_exit" in output.read_text()
    assert (project / "exitgate-decision.json").exists()


def test_a_link_is_refused_there_too(project: Path) -> None:
    (project / ".exitgate").mkdir()
    ran = exitgate(
        project, "check", "--response", "out.jsonl", "--loop", "x", "--state", ".exitgate"
    )
    assert ran.returncode == 0, ran.stderr
    for path in (project / ".exitgate").rglob("*.json"):
        target = path.with_suffix(".moved")
        path.rename(target)
        path.symlink_to(target)
    ran = exitgate(project, "history", "--loop", "x", "--state", ".exitgate")
    assert ran.returncode == 74, ran.stdout


def test_nothing_else_names_what_only_posix_has() -> None:
    source = ROOT / "src" / "exitgate"
    named = [
        str(path.relative_to(source))
        for path in sorted(source.rglob("*.py"))
        if path.name != "system.py" and POSIX_ONLY.search(path.read_text())
    ]
    assert named == []
