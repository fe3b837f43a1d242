"""A weakened test, hidden from whoever reads the diff: none of it merges."""

from __future__ import annotations

import json
import shutil
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from ground import DONE, GREEN, check, git

TEST = "from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n"
WEAK = TEST.replace("== 3", "is not None")


def binary(repo: Path) -> None:
    (repo / "tests" / "test_calc.py").write_text(WEAK, "utf-16")


def padded(repo: Path) -> None:
    (repo / "tests" / "test_calc.py").write_text("# pad\n" * 400_000 + WEAK)


def pushed_out(repo: Path) -> None:
    (repo / "tests" / "test_calc.py").write_text(WEAK)
    for number in range(12):
        (repo / f"a{number}.py").write_text("x = 1\n" * 200_000)


def attributes(repo: Path) -> None:
    (repo / "tests" / "test_calc.py").write_text(WEAK)
    (repo / ".gitattributes").write_text("* -diff\n")
    (repo / ".git" / "info").mkdir(exist_ok=True)
    (repo / ".git" / "info" / "attributes").write_text("* binary\n")


def flagged(repo: Path) -> None:
    git(repo, "update-index", "--assume-unchanged", "tests/test_calc.py")
    (repo / "tests" / "test_calc.py").write_text(WEAK)


def other_case(repo: Path) -> None:
    git(repo, "mv", "tests/test_calc.py", "tests/Test_calc.py")


def like_letter(repo: Path) -> None:
    git(repo, "mv", "tests/test_calc.py", "tests/t\u0435st_calc.py")


def link(repo: Path) -> None:
    (repo / "tests" / "test_calc.py").unlink()
    (repo / "tests" / "test_calc.py").symlink_to("/dev/null")


def carriage_returns(repo: Path) -> None:
    (repo / "tests" / "test_calc.py").write_bytes(WEAK.replace("\n", "\r\n").encode())


def replaced_base(repo: Path) -> None:
    base = git(repo, "rev-parse", "HEAD")
    (repo / "tests" / "test_calc.py").write_text(WEAK)
    git(repo, "commit", "-qam", "weak")
    git(repo, "replace", base, "HEAD")


def forged(repo: Path, place: str, kind: str) -> None:
    """The base's own name over the work's content, which git reads without a question."""
    base = git(repo, "rev-parse", "HEAD")
    weak_commit(repo)
    content = subprocess.run(
        ["git", "cat-file", kind, f"HEAD{place}"], cwd=repo, capture_output=True, check=True
    ).stdout
    file = loose(repo, git(repo, "rev-parse", f"{base}{place}"))
    file.unlink()
    file.write_bytes(zlib.compress(b"%s %d\0%s" % (kind.encode(), len(content), content)))


def forged_file(repo: Path) -> None:
    forged(repo, ":tests/test_calc.py", "blob")


def forged_folder(repo: Path) -> None:
    forged(repo, ":tests", "tree")


def forged_top(repo: Path) -> None:
    forged(repo, "^{tree}", "tree")


def forged_commit(repo: Path) -> None:
    forged(repo, "^{commit}", "commit")


def missing_file(repo: Path) -> None:
    weak_commit(repo)
    loose(repo, git(repo, "rev-parse", "HEAD~1:tests/test_calc.py")).unlink()


def missing_base(repo: Path) -> None:
    base = git(repo, "rev-parse", "HEAD")
    weak_commit(repo)
    loose(repo, base).unlink()


def missing_repository(repo: Path) -> None:
    (repo / "tests" / "test_calc.py").write_text(WEAK)
    shutil.rmtree(repo / ".git")


def named_like_a_record(repo: Path) -> None:
    """Git's raw lists begin each record with a colon, and a name may do so too."""
    (repo / ":x").write_text("")
    (repo / ":000000 100644 0 1 A").write_text("")
    git(repo, "add", "-A")
    weak_commit(repo)


def weak_commit(repo: Path) -> None:
    (repo / "tests" / "test_calc.py").write_text(WEAK)
    git(repo, "commit", "-qam", "weak")


def loose(repo: Path, name: str) -> Path:
    return repo / ".git" / "objects" / name[:2] / name[2:]


ATTACKS = (
    binary, padded, pushed_out, attributes, flagged, other_case, like_letter, link, carriage_returns,
    replaced_base, forged_file, forged_folder, forged_top, forged_commit, missing_file, missing_base,
    missing_repository, named_like_a_record,
)  # fmt: skip


@pytest.mark.parametrize("hide", ATTACKS, ids=lambda hide: hide.__name__)
def test_a_hidden_change_of_tests_does_not_merge(
    tmp_path: Path, hide: Callable[[Path], None]
) -> None:
    repo = tmp_path / "repo"
    (repo / "tests").mkdir(parents=True)
    (repo / "tests" / "test_calc.py").write_text(TEST)
    (repo / "calc.py").write_text("def add(a, b):\n    return a - b\n")
    git(repo, "init", "-q", "-b", "main")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "base")
    base = git(repo, "rev-parse", "HEAD")
    (repo / "calc.py").write_text("def add(a, b):\n    return a + b\n")
    (tmp_path / "run.md").write_text(DONE)
    (tmp_path / "junit.xml").write_text(GREEN)
    (tmp_path / "plan.md").write_text("- [x] Mend the sum\n")
    named = ("--response", "../run.md", "--tests", "../junit.xml", "--plan", "../plan.md",
             "--repo", ".", "--base", base)  # fmt: skip
    assert json.loads(check(repo, *named).out)["merge_ready"], "the ground is fair"
    hide(repo)
    assert not json.loads(check(repo, *named).out)["merge_ready"]
