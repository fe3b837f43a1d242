"""exitgate loops --import: an existing Ralph loop goes on where it was."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support import exitgate


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / ".ralph"
    folder.mkdir()
    iterations = [
        {
            "number": number,
            "timestamp": f"2026-01-15T10:{number:02}:00Z",
            "status": "IN_PROGRESS",
            "tasks_completed": 1,
            "files_modified": 2,
            "exit_decision": "continue",
        }
        for number in range(1, 5)
    ]
    session = {"started_at": "2026-01-15T10:00:00Z", "iterations": iterations}
    (folder / ".ralph-session.json").write_text(json.dumps(session))
    (tmp_path / "r.md").write_text("I am working on the parser.")
    return tmp_path


def test_the_next_iteration_counts_on(project: Path) -> None:
    ran = exitgate("loops", "--import", ".ralph", "--loop", "shop", cwd=project)
    assert (ran.code, ran.out) == (0, "shop: 4 iterations, last: continue, confidence 0\n")
    options = ("--response", "r.md", "--loop", "shop", "--output", "json")
    assert exitgate("check", *options, cwd=project).decision["iteration"] == 5
    assert "shop: 5 iterations" in exitgate("loops", cwd=project).out


def test_a_loop_that_has_begun_is_never_replaced(project: Path) -> None:
    exitgate("check", "--response", "r.md", "--loop", "shop", cwd=project)
    ran = exitgate("loops", "--import", ".ralph", "--loop", "shop", cwd=project)
    assert ran.code == 65
    assert "iterations of its own" in ran.err
    assert "shop: 1 iteration," in exitgate("loops", cwd=project).out


def test_the_chain_of_an_imported_loop_is_whole(project: Path) -> None:
    exitgate("loops", "--import", ".ralph", "--loop", "shop", cwd=project)
    exitgate("check", "--response", "r.md", "--loop", "shop", cwd=project)
    state = exitgate("state", "--loop", "shop", cwd=project)
    assert state.code == 0
    assert "broken" not in state.out.lower()


def test_a_folder_without_memory_is_bad_input(tmp_path: Path) -> None:
    ran = exitgate("loops", "--import", ".", cwd=tmp_path)
    assert ran.code == 65
    assert ".ralph" in ran.err
