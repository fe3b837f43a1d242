"""Memory that cannot be read or trusted, through the shipped command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from state.support import git, workspace
from support import exitgate


@pytest.fixture(params=["directory", "branch"])
def loop(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, list[object]]:
    """A work tree and the options that name its loop, which has one iteration."""
    work = workspace(tmp_path)
    (tmp_path / "said.md").write_text("Two of five steps remain.")
    state = tmp_path / "kept" if request.param == "directory" else "branch"
    options: list[object] = ["--repo", work, "--state", state, "--loop", "pr-1"]
    assert check(tmp_path, options).code == 0
    return tmp_path, options


def check(folder: Path, options: list[object]):  # type: ignore[no-untyped-def]
    return exitgate("check", "--response", folder / "said.md", *options, "--output", "json")


def edit(folder: Path, change) -> None:  # type: ignore[no-untyped-def]
    """Change the loop's state file by hand, wherever it is kept."""
    if (folder / "kept").is_dir():
        (path,) = (folder / "kept").glob("pr-1-*.json")
        path.write_text(change(path.read_text()))
        return
    git("clone", "-q", "-b", "exitgate-state", "remote.git", "by-hand", cwd=folder)
    (path,) = (folder / "by-hand" / "loops").glob("pr-1-*.json")
    path.write_text(change(path.read_text()))
    git("commit", "-qam", "by hand", cwd=folder / "by-hand")
    git("push", "-q", cwd=folder / "by-hand")


def test_the_decision_stands_and_nothing_is_written_over(loop: tuple[Path, list[object]]) -> None:
    folder, options = loop
    edit(folder, lambda _: "{ spoiled")
    for _ in range(2):
        ran = check(folder, options)
        assert ran.code == 74
        assert ran.decision["verdict"] == "continue"
        assert any("cannot be read" in line for line in ran.decision["unmeasured"])
        assert "exitgate reset" in ran.err


@pytest.mark.parametrize("words", [("reset",), ("command", "reset")])
def test_a_reset_mends_it_and_says_where_the_bytes_are(
    loop: tuple[Path, list[object]], words: tuple[str, ...]
) -> None:
    folder, options = loop
    edit(folder, lambda _: "{ spoiled")
    ran = exitgate(*words, *options)
    assert ran.code == 0
    assert "nothing was remembered" not in ran.out
    where = ran.err.strip().rpartition(" ")[2]
    if (folder / "kept").is_dir():
        assert (folder / "kept" / where).read_text() == "{ spoiled"
    else:
        assert git("show", where, cwd=folder / "remote.git") == "{ spoiled"
    assert check(folder, options).decision["iteration"] == 1


def test_an_edit_shows_wherever_the_loop_is_looked_at(loop: tuple[Path, list[object]]) -> None:
    folder, options = loop

    def cheaper(text: str) -> str:
        document = json.loads(text)
        document["totals"]["cost_usd"] = 0.5
        return json.dumps(document)

    for command in ("state", "history", "loops"):
        assert "broken" not in exitgate(command, *options).out
    edit(folder, cheaper)
    for command in ("state", "history", "loops"):
        assert "broken: totals, breaker" in exitgate(command, *options).out, command
    assert check(folder, options).decision["merge_ready"] is False


def test_an_order_beside_the_branch_is_not_confirmed(tmp_path: Path) -> None:
    work = workspace(tmp_path)
    (tmp_path / "said.md").write_text("Two of five steps remain.")
    options: list[object] = ["--repo", work, "--state", "branch", "--loop", "pr-1"]
    check(tmp_path, options)
    guard = tmp_path / "remote.git" / "hooks" / "pre-receive"
    guard.write_text("#!/bin/sh\nexit 1\n")
    guard.chmod(0o755)
    ran = exitgate("command", "cancel", *options)
    assert (ran.code, ran.out) == (74, "")
    assert "not where the loop looks" in ran.err
