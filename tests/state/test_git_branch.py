"""The branch store against real git: it leaves the checkout alone and trusts nothing in it."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from exitgate.errors import StateError, UsageError
from exitgate.state import StoreOptions, open_store
from exitgate.state.git_branch import GitBranchStore
from exitgate.state.git_connection import BranchPlace, Patience
from state.support import adding, decide, git, iteration, iterations


def fingerprint(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def test_the_checkout_is_never_touched(work: Path) -> None:
    before = fingerprint(work)
    for run in ("1.1", "2.1", "3.1"):
        decide(work, run)
    assert fingerprint(work) == before
    assert git("status", "--porcelain", cwd=work) == " M a.py\nA  b.py\n"


def test_the_branch_is_an_orphan_that_people_can_read(work: Path, tmp_path: Path) -> None:
    decide(work, "1.1")
    decide(work, "2.1")
    remote = tmp_path / "remote.git"
    assert git("rev-list", "--count", "exitgate-state", cwd=remote) == "2\n"
    names = git("ls-tree", "-r", "--name-only", "exitgate-state", cwd=remote).split()
    assert names == ["README.md", "loops/pr-1-1a52da5b.json", "loops/pr-1-1a52da5b.jsonl"]
    lines = git("show", "exitgate-state:loops/pr-1-1a52da5b.jsonl", cwd=remote).splitlines()
    assert len(lines) == 2
    assert git("log", "-1", "--format=%s", "exitgate-state", cwd=remote) == (
        "pr-1: iteration 2, continue\n"
    )


def test_a_decision_costs_one_fetch_and_one_push(work: Path, spied_git: Path) -> None:
    decide(work, "1.1")
    spied_git.write_text("")
    decide(work, "2.1")
    verbs = [line.split()[0] for line in spied_git.read_text().splitlines()]
    assert (verbs.count("fetch"), verbs.count("push")) == (1, 1)


def test_no_temporary_repository_stays(
    work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    decide(work, "1.1")
    assert [path.name for path in folder.iterdir() if path.is_dir()] == []


def test_a_hostile_workspace_runs_nothing(work: Path, tmp_path: Path) -> None:
    trap, sprung = tmp_path / "trap.sh", tmp_path / "sprung"
    trap.write_text(f"#!/bin/sh\necho ran >> {sprung}\n")
    trap.chmod(0o755)
    remote = tmp_path / "remote.git"
    names = ["pre-push", "post-checkout", "reference-transaction", "post-index-change"]
    for name in names:
        shutil.copy(trap, work / ".git" / "hooks" / name)
    for name in ("post-receive", "post-update", "reference-transaction", "push-to-checkout"):
        shutil.copy(trap, remote / "hooks" / name)
    settings = ["core.fsmonitor", "core.sshCommand", "credential.helper", "core.askPass"]
    settings += ["core.gitProxy", "core.pager", "gpg.program", "remote.origin.uploadpack"]
    settings += ["remote.origin.receivepack", "uploadpack.packObjectsHook", "core.editor"]
    settings += ["core.alternateRefsCommand", "diff.external", "gc.recentObjectsHook"]
    for setting in settings:
        git("config", setting, str(trap), cwd=work)
        git("config", setting, str(trap), cwd=remote)
    git("config", "core.hooksPath", str(work / ".git" / "hooks"), cwd=remote)
    (remote / "objects" / "info" / "alternates").write_text(f"{work}/.git/objects\n")
    decide(work, "1.1")
    decide(work, "2.1")
    assert not sprung.exists(), sprung.read_text()
    assert iterations(work) == 2


@pytest.mark.parametrize("url", ["ext::sh -c touch% sprung", "fd::17", "-uevil", "--upload-pack=x"])
def test_an_address_that_is_a_program_is_refused(work: Path, tmp_path: Path, url: str) -> None:
    git("config", "remote.origin.url", url, cwd=work)
    store = decide(work, "1.1", fallback=tmp_path / "beside")
    assert len(store.notes) == 1
    assert "not an address" in store.notes[0]
    assert not list(tmp_path.rglob("sprung"))


def test_inherited_git_variables_do_not_lead_astray(
    work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_WORK_TREE"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", "'remote.origin.url'='/nowhere'")
    decide(work, "1.1")
    assert iterations(work) == 1
    assert not (tmp_path / "elsewhere").exists()


def test_a_guarded_remote_gives_one_warning_and_the_state_goes_beside(
    work: Path, tmp_path: Path
) -> None:
    decide(work, "1.1")
    hook = tmp_path / "remote.git" / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\necho protected branch >&2\nexit 1\n")
    hook.chmod(0o755)
    for run in ("2.1", "3.1"):
        store = decide(work, run, fallback=tmp_path / "beside")
        assert len(store.notes) == 1
        assert "pre-receive" in store.notes[0]
        assert "beside" in store.notes[0]
    assert iterations(work, fallback=tmp_path / "beside") == 3
    assert iterations(work) == 1
    hook.unlink()
    assert decide(work, "4.1", fallback=tmp_path / "beside").notes == ()
    assert iterations(work) == 4, "what was kept beside came back to the branch"
    assert open_store(str(tmp_path / "beside")).loops() == ()


def test_a_remote_named_by_a_person_rules_itself(work: Path, tmp_path: Path) -> None:
    remote = tmp_path / "remote.git"
    hook = remote / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\necho GH006: Protected branch update failed >&2\nexit 1\n")
    hook.chmod(0o755)
    store = decide(work, "1.1", url=str(remote), fallback=tmp_path / "beside")
    assert len(store.notes) == 1
    assert "declined" in store.notes[0]


def test_without_a_fallback_the_error_is_clear(work: Path, tmp_path: Path) -> None:
    (tmp_path / "remote.git").rename(tmp_path / "gone.git")
    with pytest.raises(StateError, match="'exitgate-state' cannot be read") as caught:
        decide(work, "1.1")
    assert caught.value.exit_code == 74
    assert "fallback" in caught.value.hint


def test_the_remote_vanishes_between_reading_and_writing(work: Path, tmp_path: Path) -> None:
    decide(work, "1.1")
    options = StoreOptions(repo=work, fallback=tmp_path / "beside")
    store = open_store("branch", options)
    store.load("pr-1")
    (tmp_path / "remote.git").rename(tmp_path / "gone.git")
    state = store.remember("pr-1", adding(iteration("2.1")))
    assert state.history.totals.iterations == 2
    assert len(store.notes) == 1
    (tmp_path / "gone.git").rename(tmp_path / "remote.git")
    assert iterations(work, fallback=tmp_path / "beside") == 2


def test_what_was_decided_while_the_branch_was_out_of_reach_is_not_lost(
    work: Path, tmp_path: Path
) -> None:
    """Nothing was known of the branch then, so the two histories have nothing in common."""
    beside = tmp_path / "beside"
    for at in range(3):
        remember(work, beside, at)
    (tmp_path / "remote.git").rename(tmp_path / "gone.git")
    for at in range(3, 5):
        remember(work, beside, at)
    copy = {path: path.read_bytes() for path in beside.glob("*.json")}
    (tmp_path / "gone.git").rename(tmp_path / "remote.git")
    assert iterations(work, fallback=beside) == 5
    remember(work, beside, 5)
    for path, held in copy.items():
        path.write_bytes(held)
    assert iterations(work, fallback=beside) == 6, "a copy that stayed behind counts once"
    remember(work, beside, 6)
    store = open_store("branch", StoreOptions(repo=work))
    state = store.load("pr-1")
    assert [one.at for one in state.history.recent] == [
        f"2026-01-15T10:00:0{at}Z" for at in range(7)
    ]
    assert state.chain.ok


def remember(work: Path, beside: Path, at: int) -> None:
    store = open_store("branch", StoreOptions(repo=work, fallback=beside))
    store.load("pr-1")
    store.remember("pr-1", adding(iteration(at=f"2026-01-15T10:00:0{at}Z")))


def test_a_copy_beside_the_branch_that_cannot_go_loses_no_decision(
    work: Path, tmp_path: Path
) -> None:
    beside = tmp_path / "beside"
    (tmp_path / "remote.git").rename(tmp_path / "gone.git")
    decide(work, "1.1", fallback=beside)
    (tmp_path / "gone.git").rename(tmp_path / "remote.git")
    (beside / ".lock").unlink()
    (beside / ".lock").mkdir()
    store = decide(work, "2.1", fallback=beside)
    assert "stays beside the branch" in store.notes[0]
    assert store.lost == ""
    assert iterations(work) == 2


@pytest.mark.parametrize(
    ("folder", "address"),
    [
        ("a remote.git", "file://{}/a%20remote.git"),
        ("a#remote.git", "file://{}/a#remote.git"),
        ("rémote.git", "file://localhost{}/r%C3%A9mote.git"),
        ("a%20remote.git", "{}/a%20remote.git"),
    ],
)
def test_an_address_is_read_as_git_reads_it(
    work: Path, tmp_path: Path, folder: str, address: str
) -> None:
    (tmp_path / "remote.git").rename(tmp_path / folder)
    git("remote", "set-url", "origin", address.format(tmp_path), cwd=work)
    git("ls-remote", "origin", cwd=work)
    assert decide(work, "1.1").notes == ()
    assert iterations(work) == 1


def test_a_reset_that_cannot_reach_the_remote_says_so(work: Path, tmp_path: Path) -> None:
    (tmp_path / "remote.git").rename(tmp_path / "gone.git")
    store = open_store("branch", StoreOptions(repo=work, fallback=tmp_path / "beside"))
    with pytest.raises(StateError, match="cannot be reset"):
        store.forget("pr-1")


def test_no_remote_at_all(tmp_path: Path) -> None:
    store = decide(tmp_path, "1.1", fallback=tmp_path / "beside")
    assert "has no remote named 'origin'" in store.notes[0]


def test_another_writer_between_our_reading_and_our_push(work: Path) -> None:
    ours = open_store("branch", StoreOptions(repo=work))
    ours.load("pr-1")
    decide(work, "1.1")
    state = ours.remember("pr-1", adding(iteration("2.1")))
    assert [one.run for one in state.history.recent] == ["1.1", "2.1"]
    assert [one.number for one in state.history.recent] == [1, 2]


def test_patience_ends(work: Path) -> None:
    """A rival that writes before each of our pushes wins every race, until our time is up."""
    place = BranchPlace(work)
    patience = Patience(total_s=0.5, queue_s=0)
    store = GitBranchStore(place, patience=patience)
    rivals: Iterator[int] = iter(range(100, 10_000))

    def beaten(state: object) -> object:
        decide(work, f"{next(rivals)}.1")
        return adding(iteration("1.1"))(state)

    with pytest.raises(StateError, match="other runs kept writing"):
        store.remember("pr-1", beaten)


def test_a_broken_file_on_the_branch_is_an_error_until_a_reset(work: Path, tmp_path: Path) -> None:
    decide(work, "1.1")
    git("clone", "-q", "-b", "exitgate-state", str(tmp_path / "remote.git"), "edit", cwd=tmp_path)
    path = next((tmp_path / "edit" / "loops").glob("*.json"))
    path.write_text(path.read_text()[:-30])
    git("commit", "-qam", "cut", cwd=tmp_path / "edit")
    git("push", "-q", "origin", "exitgate-state", cwd=tmp_path / "edit")
    with pytest.raises(StateError, match=r"exitgate-state:loops/pr-1-\w+\.json:\d+: cut off"):
        iterations(work)
    store = open_store("branch", StoreOptions(repo=work))
    store.forget("pr-1")
    assert iterations(work) == 0


@pytest.mark.parametrize("name", ["", "a..b", "-x", "x.lock", "a//b", "x/", "a b", "ü", "a/.b"])
def test_bad_branch_names(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError):
        GitBranchStore(BranchPlace(tmp_path, name))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_a_workspace_that_another_user_owns(work: Path, tmp_path: Path) -> None:
    """In a container action we are root and the checkout is the runner's."""
    for path in (tmp_path, *tmp_path.rglob("*")):
        os.chown(path, 12_345, 12_345)
    assert decide(work, "1.1", fallback=tmp_path / "beside").notes == ()


def test_a_linked_worktree(work: Path, tmp_path: Path) -> None:
    git("worktree", "add", "-q", "-b", "other", str(tmp_path / "linked"), cwd=work)
    decide(tmp_path / "linked", "1.1")
    assert iterations(work) == 1


def test_without_git_the_error_says_so(
    work: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    store = decide(work, "1.1", fallback=tmp_path / "beside")
    assert "git cannot be started" in store.notes[0]


def test_a_configuration_that_git_cannot_read(work: Path, tmp_path: Path) -> None:
    (work / ".git" / "config").write_text("[remote \n")
    store = decide(work, "1.1", fallback=tmp_path / "beside")
    assert "bad config" in store.notes[0]
