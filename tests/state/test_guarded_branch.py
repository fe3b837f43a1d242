"""A branch that holds other work is refused, and nothing is written there."""

from __future__ import annotations

from pathlib import Path

import pytest

from exitgate.state import StoreOptions, open_store
from exitgate.state.git_connection import DEFAULT_BRANCH
from state.support import adding, git, iteration
from support import exitgate


def heads(work: Path) -> str:
    return git("for-each-ref", cwd=work.parent / "remote.git")


def asked(work: Path, branch: str) -> tuple[object, ...]:
    said = work.parent / "said.md"
    said.write_text("Two of five steps remain.")
    return ("check", "--response", said, "--repo", work, "--state", f"branch:{branch}")


def test_the_default_branch(work: Path) -> None:
    before = heads(work)
    ran = exitgate(*asked(work, "main"))
    assert (ran.code, ran.out) == (64, "")
    assert "'main' holds other files (a.py)" in ran.err
    assert heads(work) == before


def test_a_checked_out_branch_that_was_never_pushed(work: Path) -> None:
    git("checkout", "-q", "-b", "feature", cwd=work)
    before = heads(work)
    ran = exitgate(*asked(work, "feature"))
    assert (ran.code, "is a branch for work" in ran.err) == (64, True)
    assert heads(work) == before


@pytest.mark.parametrize("name", ["README.md", "loop/x.json"])
def test_a_branch_with_a_file_of_another(work: Path, name: str) -> None:
    git("checkout", "-q", "--orphan", "notes", cwd=work)
    git("rm", "-rqf", ".", cwd=work)
    (work / name).parent.mkdir(exist_ok=True)
    (work / name).write_text("# My project\n")
    git("add", ".", cwd=work)
    git("commit", "-qm", "notes", cwd=work)
    git("push", "-q", "origin", "notes", cwd=work)
    git("checkout", "-q", "main", cwd=work)
    before = heads(work)
    for command in (asked(work, "notes"), ("reset", "--repo", work, "--state", "branch:notes")):
        assert exitgate(*command).code == 64
    assert heads(work) == before


def test_our_own_branch_is_ours_even_when_it_is_checked_out_or_empty(work: Path) -> None:
    options = StoreOptions(repo=work)
    open_store("branch", options).remember("pr-1", adding(iteration("1.1")))
    git("fetch", "-q", "origin", DEFAULT_BRANCH, cwd=work)
    git("checkout", "-qf", DEFAULT_BRANCH, cwd=work)
    open_store("branch", options).forget("pr-1")
    after = open_store("branch", options).remember("pr-1", adding(iteration("2.1")))
    assert after.history.totals.iterations == 1
