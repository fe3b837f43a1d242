"""Standard output and error that are closed, full, or read by nobody: the exit code stays."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FULL = Path("/dev/full")
QUESTION = "BLOCKED\n\nEXITGATE_STATUS:\n  DONE: false\n  STATUS: BLOCKED\n  NEEDS: an API key\nEND_EXITGATE_STATUS\n"
BLOCKED = 2


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "out.md").write_text(QUESTION)
    (tmp_path / "a-file").write_text("no folder")
    return tmp_path


def ran(folder: Path, arguments: str, redirect: str) -> tuple[int, str]:
    """The exit code under a shell's redirections, and what was left of the complaints."""
    command = f'"$0" -m exitgate {arguments} {redirect}'
    done = subprocess.run(
        ["bash", "-c", command, sys.executable],
        cwd=folder, capture_output=True, timeout=120, check=False,
    )  # fmt: skip
    complaints = done.stderr.decode()
    assert "Traceback" not in complaints
    assert "Exception ignored" not in complaints
    return done.returncode, complaints


GONE = '| true; exit "${PIPESTATUS[0]}"'


@pytest.mark.parametrize("output", ["text", "json", "markdown"])
@pytest.mark.parametrize("redirect", [GONE, ">&-", "2>&-"])
def test_the_verdict_reaches_the_shell_although_nobody_reads(
    folder: Path, output: str, redirect: str
) -> None:
    check = f"check --response out.md --state none --output {output}"
    assert ran(folder, check, redirect) == (BLOCKED, "")


def test_a_reader_of_the_complaints_may_go_too(folder: Path) -> None:
    assert ran(folder, "check --response gone.md", f"2>&1 {GONE}")[0] == 65
    assert ran(folder, "check --response out.md --state a-file", f"2>&1 {GONE}")[0] == 74


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize(
    "command", ["check --response out.md --state none", "prompt", "profiles show standard"]
)
def test_a_full_disk_is_no_fault_of_the_gate(folder: Path, command: str) -> None:
    code, complaints = ran(folder, command, f"> {FULL}")
    assert code == 74
    assert "standard output cannot be written: No space left on device" in complaints
    assert "please report" not in complaints
