"""A workspace that an agent prepared: nothing in it may run, and no read may leave it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from evidence_git import Workspace
from exitgate.core.absence import Missing
from exitgate.core.changes import ChangeSet
from exitgate.core.policy import Limits
from exitgate.ingest import git_process
from exitgate.ingest.git_changes import read_changes

HOOKS = (
    "pre-commit post-checkout post-index-change reference-transaction fsmonitor-watchman "
    "post-rewrite pre-auto-gc update post-update sendemail-validate"
)
TRAPS = (
    "core.fsmonitor core.sshCommand core.pager core.editor core.askPass core.gitProxy "
    "core.alternateRefsCommand credential.helper diff.external diff.evil.command "
    "diff.evil.textconv filter.evil.clean filter.evil.smudge filter.evil.process "
    "gpg.program gpg.ssh.program merge.evil.driver uploadpack.packObjectsHook "
    "remote.origin.uploadpack remote.origin.receivepack sequence.editor pager.diff pager.ls-files "
    "interactive.diffFilter alias.ls-files alias.diff-tree alias.rev-parse"
)


def read(top: Path, base: str | None = None) -> ChangeSet | Missing:
    return read_changes(top, base=base, ignore=(), limits=Limits())


@pytest.fixture
def trapped(tmp_path: Path) -> tuple[Workspace, Path]:
    """Every setting that can name a program names one that leaves a mark."""
    work = Workspace(tmp_path / "repo")
    work.write("a.py", "one\n")
    work.write("b.py", "one\n")
    work.commit()
    mark = tmp_path / "it-ran"
    program = tmp_path / "program.sh"
    program.write_text(f'#!/bin/sh\necho "$0 $@" >> {mark}\ncat 2>/dev/null\n')
    program.chmod(0o755)
    config = work.top / ".git" / "config"
    extra = work.top / ".git" / "more-config"
    hooks = work.top / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for hook in HOOKS.split():
        (hooks / hook).write_text(program.read_text())
        (hooks / hook).chmod(0o755)
    for trap in TRAPS.split():
        value = f"!{program}" if trap.startswith("alias.") else str(program)
        work.git("config", "--file", str(extra), trap, value)
    work.git("config", "--file", str(extra), "core.hooksPath", str(hooks))
    work.git("config", "--file", str(extra), "log.showSignature", "true")
    work.git("config", "--file", str(extra), "protocol.ext.allow", "always")
    work.git("config", "--file", str(extra), "filter.evil.required", "true")
    config.write_text(config.read_text() + "[include]\n\tpath = more-config\n")
    work.write(".gitattributes", "* diff=evil filter=evil merge=evil\n")
    (work.top / ".git" / "info" / "attributes").write_text("* diff=evil filter=evil\n")
    work.write("a.py", "two\n")
    work.write("new.py", "new\n")
    os.utime(work.top / "b.py")
    return work, mark


def test_the_trap_works_on_plain_git(trapped: tuple[Workspace, Path]) -> None:
    work, mark = trapped
    subprocess.run(["git", "diff"], cwd=work.top, capture_output=True, check=False)
    assert mark.exists(), "otherwise the next test would prove nothing"


def test_nothing_in_the_workspace_runs(trapped: tuple[Workspace, Path]) -> None:
    work, mark = trapped
    for base in (None, "HEAD", "main", "nowhere"):
        result = read(work.top, base)
        assert isinstance(result, ChangeSet)
        assert [file.path for file in result.files] == [".gitattributes", "a.py", "new.py"]
        assert "-one\n+two\n" in (result.patch or ""), "attributes cannot hide the patch"
    assert not mark.exists(), mark.read_text()


def test_variables_of_an_earlier_step_do_not_reach_git(
    trapped: tuple[Workspace, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, mark = trapped
    program = str(tmp_path / "program.sh")
    for name in ("GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND", "GIT_PAGER", "GIT_EDITOR", "GIT_ASKPASS"):
        monkeypatch.setenv(name, program)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", program)
    assert isinstance(read(work.top), ChangeSet)
    assert not mark.exists()
    assert os.environ["GIT_DIR"] == str(tmp_path / "elsewhere"), "the environment is put back"


def test_a_missing_object_is_not_fetched(trapped: tuple[Workspace, Path]) -> None:
    work, mark = trapped
    config = work.top / ".git" / "config"
    remote = f'[remote "origin"]\n\turl = ext::sh -c "touch {mark}"\n\tpromisor = true\n'
    config.write_text(config.read_text() + remote + "[extensions]\n\tpartialClone = origin\n")
    blob = subprocess.run(
        ["git", "hash-object", "--no-filters", "--stdin"],
        input=b"one\n", capture_output=True, check=True,
    ).stdout.decode().strip()  # fmt: skip
    (work.top / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    result = read(work.top)
    assert isinstance(result, ChangeSet)
    assert [file.path for file in result.files] == [".gitattributes", "a.py", "new.py"]
    assert result.patch is None
    assert any("objects are missing" in note for note in result.cut)
    assert not mark.exists()


def test_a_work_tree_set_elsewhere_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.txt").write_text("secret\n")
    work = Workspace(tmp_path / "repo")
    work.git("config", "core.worktree", str(tmp_path / "outside"))
    work.write("a.py", "x\n")
    result = read(work.top)
    assert isinstance(result, ChangeSet)
    assert [file.path for file in result.files] == ["a.py"]


def test_links_are_compared_and_never_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x.py").write_text("secret\n")
    work = Workspace(tmp_path / "repo")
    work.write("lib/x.py", "mine\n")
    work.commit()
    (work.top / "lib" / "x.py").unlink()
    (work.top / "lib").rmdir()
    (work.top / "lib").symlink_to(outside)
    (work.top / "link").symlink_to(outside / "x.py")
    result = read(work.top)
    assert isinstance(result, ChangeSet)
    assert {(file.path, file.status) for file in result.files} == {
        ("lib", "?"),
        ("lib/x.py", "D"),
        ("link", "?"),
    }
    assert "secret" not in (result.patch or "")
    assert "+" + str(outside) in (result.patch or "")


def test_pipes_do_not_hold_the_gate(tmp_path: Path) -> None:
    work = Workspace(tmp_path / "repo")
    work.write("a.py", "x\n")
    work.commit()
    (work.top / "a.py").unlink()
    os.mkfifo(work.top / "a.py")
    os.mkfifo(work.top / "new")
    result = read(work.top)
    assert isinstance(result, ChangeSet)
    assert [(file.path, file.status) for file in result.files] == [("a.py", "D")]


def test_a_configuration_on_a_pipe_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(git_process, "SECONDS", 0.5)
    work = Workspace(tmp_path / "repo")
    os.mkfifo(tmp_path / "pipe")
    work.git("config", "include.path", str(tmp_path / "pipe"))
    result = read(work.top)
    assert isinstance(result, Missing)
    assert "took longer" in result.why


@pytest.mark.parametrize("as_link", [True, False], ids=["link", "pointer"])
def test_a_git_folder_elsewhere_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, as_link: bool
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temp"))
    (tmp_path / "temp").mkdir()
    private = Workspace(tmp_path / "private")
    private.write("secret.txt", "secret\n")
    private.commit()
    workspace = tmp_path / "work"
    workspace.mkdir()
    if as_link:
        (workspace / ".git").symlink_to(private.top / ".git")
    else:
        (workspace / ".git").write_text(f"gitdir: {private.top}/.git\n")
    assert read(workspace) == Missing("the .git of the workspace leads outside of it")


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("index", b"DIRC\0\0\0\2\xff\xff\xff\xff"),
        ("index", b""),
        ("HEAD", b"\xff\xfe garbage"),
        ("HEAD", b"ref: ../../../../etc/passwd\n"),
        ("config", b"[core]\n\trepositoryformatversion = 99\n"),
        ("config", b"\0\0\0"),
        ("commondir", b"../../nowhere\n"),
        ("info/exclude", b"\xff\n"),
        ("shallow", b"not a commit\n"),
        ("packed-refs", b"garbage\n"),
        ("objects/info/alternates", b"/nowhere\n" * 100),
    ],
)
def test_a_damaged_repository_is_data(tmp_path: Path, path: str, data: bytes) -> None:
    work = Workspace(tmp_path / "repo")
    work.write("a.py", "x\n")
    work.commit()
    work.write("a.py", "y\n")
    (work.top / ".git" / path).write_bytes(data)
    result = read(work.top)
    assert isinstance(result, ChangeSet) or result.why


def test_nothing_is_left_behind(
    trapped: tuple[Workspace, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, _ = trapped
    temp = tmp_path / "temp"
    temp.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temp))
    before = sorted(path.name for path in (work.top / ".git").rglob("*"))
    assert isinstance(read(work.top), ChangeSet)
    assert sorted(path.name for path in (work.top / ".git").rglob("*")) == before
    assert list(temp.iterdir()) == []
