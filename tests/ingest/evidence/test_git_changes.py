"""Changes read from real repositories."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
from pathlib import Path

import pytest

from evidence_git import Workspace
from exitgate.core.absence import Missing
from exitgate.core.changes import ChangeSet, FileChange
from exitgate.core.policy import Limits
from exitgate.ingest import git_content
from exitgate.ingest.git_changes import read_changes


@pytest.fixture
def work(tmp_path: Path) -> Workspace:
    """A branch `work` that left `main` after one commit."""
    made = Workspace(tmp_path / "repo")
    made.write("a.py", "one\ntwo\nthree\n")
    made.write("b.py", "same\n" * 20)
    made.write("gone.py", "x\n")
    made.commit("start")
    made.git("checkout", "-q", "-b", "work")
    return made


def changes(work: Workspace, base: str | None = None, ignore: tuple[str, ...] = ()) -> ChangeSet:
    result = read_changes(work.top, base=base, ignore=ignore, limits=Limits())
    assert isinstance(result, ChangeSet), result
    return result


def tree(work: Workspace, *ignore: str) -> str | None:
    return changes(work, ignore=ignore).tree


def test_nothing_changed(work: Workspace) -> None:
    seen = changes(work)
    assert (seen.files, seen.patch, seen.commits, seen.cut) == ((), "", 0, ())
    assert seen.base == seen.head == work.git("rev-parse", "main")


def test_every_kind_of_change(work: Workspace) -> None:
    base = work.git("rev-parse", "HEAD")
    work.write("a.py", "one\n2\nthree\nfour\n")
    (work.top / "gone.py").unlink()
    work.git("mv", "b.py", "lib.py")
    work.commit()
    work.write("new.py", "n\n")
    (work.top / "logo.bin").write_bytes(b"\0\1\2")
    work.git("add", "new.py")
    (work.top / "run.sh").symlink_to("a.py")
    seen = changes(work)
    assert seen.files == (
        FileChange("a.py", "M", 2, 1),
        FileChange("gone.py", "D", 0, 1),
        FileChange("lib.py", "R", 0, 0, old_path="b.py"),
        FileChange("logo.bin", "?", binary=True),
        FileChange("new.py", "A", 1, 0),
        FileChange("run.sh", "?", 1, 0),
    )
    assert (seen.base, seen.commits) == (base, 1)
    assert seen.patch is not None
    assert "-two\n+2\n" in seen.patch


def test_a_mode_and_a_type_are_changes(work: Workspace) -> None:
    (work.top / "a.py").chmod(0o755)
    (work.top / "gone.py").unlink()
    (work.top / "gone.py").symlink_to("a.py")
    assert [(file.path, file.status) for file in changes(work).files] == [
        ("a.py", "T"),
        ("gone.py", "T"),
    ]


def test_untracked_files_respect_gitignore(work: Workspace) -> None:
    work.write(".gitignore", "*.log\nbuild/\n")
    work.write("x.log", "1")
    work.write("build/out.js", "1")
    work.write("sub/new file \u00fc.py", "1\n")
    assert [file.path for file in changes(work).files] == [".gitignore", "sub/new file \u00fc.py"]


def test_names_that_are_not_text(work: Workspace) -> None:
    Path(os.fsdecode(os.fsencode(work.top) + b"/bad\xff\nname")).write_text("x\n")
    assert [file.path for file in changes(work).files] == ["bad\\xff\nname"]


def test_the_fingerprint_is_of_content(work: Workspace) -> None:
    start = tree(work)
    work.write("a.py", "changed\n")
    changed = tree(work)
    assert changed != start
    work.git("add", "-A")
    assert tree(work) == changed, "staging is not a change of content"
    work.commit()
    assert tree(work) == changed, "committing is not a change of content"
    work.git("commit", "-q", "--allow-empty", "-m", "nothing")
    assert tree(work) == changed
    work.git("revert", "--no-edit", "HEAD~1")
    assert tree(work) == start, "a revert is back where it was"


def test_the_fingerprint_sees_new_staged_and_deleted_files(work: Workspace) -> None:
    seen = {tree(work)}
    work.write("new.py", "1\n")
    seen.add(tree(work))
    work.git("add", "new.py")
    work.write("new.py", "2\n")
    seen.add(tree(work))
    (work.top / "a.py").unlink()
    seen.add(tree(work))
    (work.top / "b.py").chmod(0o755)
    seen.add(tree(work))
    assert len(seen) == 5


def test_an_edit_that_hides_behind_its_date_is_seen(work: Workspace) -> None:
    target = work.top / "a.py"
    os.utime(target, ns=(10**18, 10**18))
    work.git("add", "a.py")
    start = tree(work)
    work.git("update-index", "--assume-unchanged", "a.py")
    target.write_text("one\nTWO\nthree\n")
    os.utime(target, ns=(10**18, 10**18))
    assert tree(work) != start


def test_bookkeeping_is_left_out_of_the_fingerprint(work: Workspace) -> None:
    ignore = (".exitgate/", "*.log", "status/*.json")
    start = tree(work, *ignore)
    work.write(".exitgate/state.json", "{}")
    work.write("deep/run.log", "1")
    work.write("status/a.json", "1")
    assert tree(work, *ignore) == start
    assert len(changes(work, ignore=ignore).files) == 3
    work.write("deep/run.py", "1")
    assert tree(work, *ignore) != start


def test_line_endings_that_git_converts_are_no_change(work: Workspace) -> None:
    work.write(".gitattributes", "*.txt text eol=crlf\n")
    work.write("a.txt", "x\ny\n")
    work.commit()
    (work.top / "a.txt").unlink()
    work.git("checkout", "a.txt")
    assert (work.top / "a.txt").read_bytes() == b"x\r\ny\r\n"
    assert changes(work, base="HEAD").files == ()


def test_a_file_behind_its_pointer_is_no_change(work: Workspace) -> None:
    content = b"large " * 100
    pointer = (
        "version https://git-lfs.github.com/spec/v1\n"
        f"oid sha256:{hashlib.sha256(content).hexdigest()}\nsize {len(content)}\n"
    )
    work.write("film.bin", pointer)
    work.write(".gitattributes", "*.bin filter=lfs\n")
    work.commit()
    (work.top / "film.bin").write_bytes(content)
    assert changes(work, base="HEAD").files == ()
    (work.top / "film.bin").write_bytes(content.replace(b"large", b"other"))
    assert [file.path for file in changes(work, base="HEAD").files] == ["film.bin"]


def test_a_base_is_the_fork_point(work: Workspace) -> None:
    fork = work.git("rev-parse", "main")
    work.write("mine.py", "1\n")
    work.commit()
    work.git("checkout", "-q", "main")
    work.write("theirs.py", "1\n")
    work.commit()
    work.git("checkout", "-q", "work")
    seen = changes(work, "main")
    assert seen.base == fork
    assert [file.path for file in seen.files] == ["mine.py"]


def test_a_detached_head(work: Workspace) -> None:
    work.write("a.py", "changed\n")
    work.commit()
    work.git("checkout", "-q", "--detach")
    assert [file.path for file in changes(work).files] == ["a.py"]


def test_a_missing_base_is_said(work: Workspace) -> None:
    work.write("a.py", "changed\n")
    for name in ("release", "0" * 40, "-x", "--output=/tmp/x", "main..work"):
        seen = changes(work, name)
        assert seen.base is None
        assert seen.commits is None
        assert "is not in this clone" in seen.cut[0]
        assert [file.path for file in seen.files] == ["a.py"], "what is uncommitted is known"


def test_a_base_branch_that_only_the_remote_has(work: Workspace, tmp_path: Path) -> None:
    work.write("a.py", "changed\n")
    work.commit()
    Workspace(tmp_path, start=False).git("clone", "-q", "-b", "work", str(work.top), "clone")
    clone = Workspace(tmp_path / "clone", start=False)
    assert [file.path for file in changes(clone, "main").files] == ["a.py"]
    clone.git("remote", "set-head", "origin", "main")
    assert [file.path for file in changes(clone).files] == ["a.py"]


def test_a_shallow_clone(work: Workspace, tmp_path: Path) -> None:
    for number in range(3):
        work.write("a.py", f"{number}\n")
        work.commit()
    here = Workspace(tmp_path, start=False)
    here.git("clone", "-q", "--depth", "1", "-b", "work", f"file://{work.top}", "clone")
    clone = Workspace(tmp_path / "clone", start=False)
    seen = changes(clone, "main")
    assert "not in this clone" in seen.cut[0]
    clone.git("fetch", "-q", "--depth", "1", "origin", "main:refs/remotes/origin/main")
    seen = changes(clone, "main")
    assert [file.path for file in seen.files] == ["a.py"]
    assert "share no history" in seen.cut[0]


def test_a_repository_without_commits(tmp_path: Path) -> None:
    work = Workspace(tmp_path / "repo")
    empty = changes(work)
    assert (empty.head, empty.commits, empty.files) == (None, 0, ())
    work.write("a.py", "1\n")
    seen = changes(work)
    assert seen.files == (FileChange("a.py", "?", 1, 0),)
    assert seen.tree != empty.tree


def test_alone_on_main_only_uncommitted_changes_count(tmp_path: Path) -> None:
    work = Workspace(tmp_path / "repo")
    work.write("a.py", "1\n")
    work.commit()
    seen = changes(work)
    assert seen.files == ()
    assert "no base revision was found" in seen.cut[0]


def test_work_that_was_pushed_to_main_is_not_called_nothing(tmp_path: Path) -> None:
    origin = Workspace(tmp_path / "origin")
    origin.write("a.py", "1\n")
    origin.commit()
    Workspace(tmp_path, start=False).git("clone", "-q", str(origin.top), "clone")
    clone = Workspace(tmp_path / "clone", start=False)
    seen = changes(clone)
    assert seen.files == ()
    assert seen.cut == (
        "HEAD is refs/remotes/origin/HEAD itself: only uncommitted changes are counted",
    )
    clone.write("b.py", "1\n")
    clone.commit()
    assert [file.path for file in changes(clone).files] == ["b.py"]
    assert changes(clone).cut == ()


def test_sha256_objects(tmp_path: Path) -> None:
    work = Workspace(tmp_path / "repo", hash_name="sha256")
    work.write("a.py", "1\n")
    work.commit()
    work.git("checkout", "-q", "-b", "work")
    work.write("a.py", "2\n")
    assert changes(work).files == (FileChange("a.py", "M", 1, 1),)


def test_linked_work_trees_and_split_indexes(work: Workspace) -> None:
    work.git("update-index", "--split-index")
    work.write("a.py", "x\n")
    assert [file.path for file in changes(work).files] == ["a.py"]
    work.git("worktree", "add", "-q", "-b", "other", "../other")
    other = Workspace(work.top.parent / "other", start=False)
    other.write("b.py", "x\n")
    assert [file.path for file in changes(other).files] == ["b.py"]


def test_a_submodule_is_known_by_its_commit(work: Workspace, tmp_path: Path) -> None:
    inner = Workspace(tmp_path / "inner")
    inner.write("x.py", "1\n")
    inner.commit()
    work.git("submodule", "add", "-q", str(inner.top), "lib")
    work.commit()
    before = changes(work, base="HEAD")
    assert before.files == ()
    Workspace(work.top / "lib", start=False).commit("inside")
    after = changes(work, base="HEAD")
    assert [(file.path, file.status) for file in after.files] == [("lib", "M")]
    assert after.tree != before.tree


def test_a_merge_conflict_is_read_from_the_work_tree(work: Workspace) -> None:
    work.write("a.py", "mine\n")
    work.commit()
    work.git("checkout", "-q", "main")
    work.write("a.py", "theirs\n")
    work.commit()
    work.git("checkout", "-q", "work")
    with pytest.raises(subprocess.CalledProcessError):
        work.git("merge", "main")
    assert [file.path for file in changes(work, base="HEAD").files] == ["a.py"]


def test_a_sparse_checkout_deletes_nothing(work: Workspace) -> None:
    work.write("deep/x.py", "1\n")
    work.commit()
    work.git("sparse-checkout", "set", "--no-cone", "/a.py")
    assert not (work.top / "deep" / "x.py").exists()
    assert changes(work, base="HEAD").files == ()


def test_a_large_file_is_listed_without_counts(work: Workspace) -> None:
    size = git_content.WHOLE_BYTES + 1
    work.write("data.csv", "x" * size)
    first = changes(work)
    assert first.files == (FileChange("data.csv", "?", binary=True),)
    assert first.cut == ("data.csv: too large to compare line by line",)
    work.write("data.csv", "x" * (size - 1) + "y")
    assert tree(work) != first.tree
    work.commit()
    work.write("data.csv", "z" * size)
    assert changes(work, base="HEAD").files == (FileChange("data.csv", "M", binary=True),)


def test_a_large_patch_is_cut_file_by_file(work: Workspace) -> None:
    work.write("AAA.txt", "noise\n" * 10_000)
    work.write("test_z.py", "assert True\n")
    result = read_changes(work.top, base=None, ignore=(), limits=Limits(patch_chars=8_000))
    assert isinstance(result, ChangeSet)
    assert result.patch is not None
    assert len(result.patch) <= 8_000
    assert any("AAA.txt" in note for note in result.cut)


def test_a_noisy_file_does_not_hide_the_next_one(work: Workspace) -> None:
    work.write("AAA.txt", "noise\n" * 2_000)
    work.write("test_z.py", "assert True\n")
    result = read_changes(work.top, base=None, ignore=(), limits=Limits(patch_chars=8_000))
    assert isinstance(result, ChangeSet)
    assert "+assert True" in (result.patch or "")


@pytest.mark.parametrize("seed", range(8))
def test_any_mix_of_changes_is_seen_as_git_sees_it(work: Workspace, seed: int) -> None:
    """Staged, committed or neither: the answer is git's own for the work tree as it is."""
    chance = random.Random(seed)
    base = work.git("rev-parse", "HEAD")
    for number in range(12):
        path = chance.choice(("a.py", "b.py", "gone.py", "d/x.py", "d/y.py", "e"))
        match chance.randrange(5):
            case 0 if (work.top / path).exists():
                (work.top / path).unlink()
            case 1:
                work.git("add", "-A")
            case 2:
                work.commit()
            case 3 if (work.top / path).exists():
                (work.top / path).chmod(0o755)
            case _:
                work.write(path, "".join(f"{number} {n}\n" for n in range(chance.randrange(9))))
    seen = changes(work, base)
    assert changes(work, base) == seen, "the same work tree gives the same answer"
    work.git("add", "-A")
    listing = work.git("diff", "--cached", "--no-renames", "--numstat", base).splitlines()
    expected = {tuple(line.split("\t")) for line in listing}
    mine = {(str(f.added), str(f.deleted), f.path) for f in seen.files if f.status != "R"}
    renamed = {name for f in seen.files if f.status == "R" for name in (f.path, f.old_path)}
    assert {line for line in expected if line[2] not in renamed} == mine


def test_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = read_changes(tmp_path, base=None, ignore=(), limits=Limits())
    assert isinstance(result, Missing)
    (tmp_path / ".git").mkdir()
    assert isinstance(read_changes(tmp_path, base=None, ignore=(), limits=Limits()), Missing)


def test_a_subfolder_stands_for_its_repository(work: Workspace) -> None:
    work.write("deep/x.py", "1\n")
    result = read_changes(work.top / "deep", base=None, ignore=(), limits=Limits())
    assert isinstance(result, ChangeSet)
    assert [file.path for file in result.files] == ["deep/x.py"]
