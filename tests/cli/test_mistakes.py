"""What people get wrong on the command line: each mistake has its exit code, its place and a hint."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from support import exitgate

USAGE, INPUT, STATE = 64, 65, 74


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "out.md").write_text("I looked at the parser.")
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "unlabelled.jsonl").write_text('{"loop": "a", "response": "I looked."}\n')
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "main.py").write_text("print()")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "code", "told", "hint"),
    [
        ("check --response gone.md", INPUT, "gone.md: no such file", "did the agent"),
        ("check --response out.md --task gone.md", INPUT, "gone.md: no such file", "--task"),
        ("check --response out.md --max-iterations x", USAGE, "a whole number, not 'x'", "--help"),
        ("check --response out.md --max-iterations 0", USAGE, "at least 1, not 0", "--help"),
        ("check --response out.md --agent-exit-code x", USAGE, "a whole number, not 'x'", "--help"),
        ("check --response ''", INPUT, "agent's output is empty", "variable"),
        ("hook --timeout x", USAGE, "should be a number, not 'x'", "--help"),
        ("replay gone.jsonl", INPUT, "gone.jsonl: no such file", "path"),
        ("replay sources", INPUT, "sources: a folder, not a file", "path"),
        ("replay empty.jsonl", INPUT, "empty.jsonl: holds no iteration", "history --export"),
        ("replay unlabelled.jsonl --report", INPUT, "carries a label", '"rejected"'),
        ("explain gone.json", INPUT, "gone.json: no such file", "path"),
        ("explain out.md", INPUT, "out.md: not JSON", "check --output json"),
        ("loops --state out.md", STATE, "out.md: cannot be read: Not a directory", "--state"),
        ("loops --import gone", INPUT, "gone: no such folder", ".ralph"),
        ("loops --import out.md", INPUT, "out.md: no such folder", ".ralph"),
        ("init --agent codex --folder gone", USAGE, "gone: no such folder", "--folder"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_a_way_out(
    folder: Path, command: str, code: int, told: str, hint: str
) -> None:
    ran = exitgate(*shlex.split(command), cwd=folder)
    said, _, advice = ran.err.partition("\n  hint: ")
    assert ran.code == code
    assert ran.out == ""
    assert told in said
    assert hint in advice


def test_a_folder_without_agent_output_is_told(folder: Path) -> None:
    ran = exitgate("check", "--response", "sources", "--state", "none", cwd=folder)
    assert "left out: sources: no agent output is there" in ran.out


@pytest.mark.skipif(os.name != "posix" or os.getuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("option", ["--repo", "--config", "--plan"])
def test_what_one_may_not_read_is_no_fault_of_the_gate(folder: Path, option: str) -> None:
    closed = folder / "closed"
    closed.mkdir(mode=0o000)
    named = "closed" if option == "--repo" else "closed/file.md"
    ran = exitgate("check", "--response", "out.md", option, named, cwd=folder)
    assert ran.code in (INPUT, 78)
    assert "Permission denied" in ran.err
    assert "please report" not in ran.err
