"""The diff parser: exact on what git prints, calm about everything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from exitgate.language.diff import MAX_LINES, Side, parse_diff
from gaming.build import git, write


def diff_of(folder: Path, before: dict[str, str], after: dict[str, str | None]) -> str:
    git(folder, "init", "-q")
    for path, text in before.items():
        write(folder / path, text)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "base")
    for path, text in after.items():
        if text is None:
            (folder / path).unlink()
        else:
            write(folder / path, text)
    git(folder, "add", "-A")
    return git(folder, "diff", "--cached", "-M", "HEAD")


def test_numbers_and_sides(tmp_path: Path) -> None:
    (file,) = parse_diff(diff_of(tmp_path, {"a.py": "1\n2\n3\n"}, {"a.py": "1\nx\n3\n4\n"})).files
    lines = [(line.side, line.text, line.number) for line in file.hunks[0].lines]
    assert lines == [
        (Side.CONTEXT, "1", 1),
        (Side.REMOVED, "2", 2),
        (Side.ADDED, "x", 2),
        (Side.CONTEXT, "3", 3),
        (Side.ADDED, "4", 4),
    ]


@pytest.mark.parametrize(
    ("before", "after", "status", "path", "old"),
    [
        ({}, {"n.py": "x\n"}, "A", "n.py", None),
        ({"o.py": "x\n"}, {"o.py": None}, "D", "o.py", None),
        ({"o.py": "x\n" * 9}, {"o.py": None, "p/n.py": "x\n" * 9}, "R", "p/n.py", "o.py"),
        ({"ä ö.py": "x\n"}, {"ä ö.py": "y\n"}, "M", "ä ö.py", None),
        ({'q"t.py': "x\n"}, {'q"t.py': "y\n"}, "M", 'q"t.py', None),
        ({"a b/c d.py": "x\n"}, {"a b/c d.py": "y\n"}, "M", "a b/c d.py", None),
    ],
)
def test_what_happened_to_a_file(
    before: dict[str, str],
    after: dict[str, str | None],
    status: str,
    path: str,
    old: str | None,
    tmp_path: Path,
) -> None:
    (file,) = parse_diff(diff_of(tmp_path, before, after)).files
    assert (file.status, file.path, file.old_path) == (status, path, old)


def test_content_that_looks_like_a_header_stays_content(tmp_path: Path) -> None:
    text = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n"
    diff = parse_diff(diff_of(tmp_path, {"notes.txt": text}, {"notes.txt": f"{text}-- more\n"}))
    assert [file.path for file in diff.files] == ["notes.txt"]


def test_a_removed_line_of_dashes_is_no_file_header(tmp_path: Path) -> None:
    diff = parse_diff(diff_of(tmp_path, {"n.sql": "-- a/x\n"}, {"n.sql": "++ b/x\n"}))
    (file,) = diff.files
    assert [line.text for line in file.removed] == ["-- a/x"]
    assert [line.text for line in file.added] == ["++ b/x"]


def test_whole_content_of_a_new_file(tmp_path: Path) -> None:
    (file,) = parse_diff(diff_of(tmp_path, {}, {"n.py": "a = 1\nb = 2\n"})).files
    assert file.whole == "a = 1\nb = 2\n"


def test_plain_unified_diff_without_git_lines() -> None:
    changed = "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n"
    text = f"{changed}--- a/y.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-c\n"
    assert [(file.path, file.status) for file in parse_diff(text).files] == [
        ("x.py", "M"),
        ("y.py", "D"),
    ]


def test_too_long_a_diff_says_so() -> None:
    text = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1,300000 @@\n" + "+a\n" * 300_000
    diff = parse_diff(text)
    assert diff.cut
    assert len(diff.files[0].added) <= MAX_LINES


@pytest.mark.parametrize(
    "text", ["", "not a diff", "@@ -1 +1 @@\n+x", "diff --git ", "\0\n--- \n+++ \n"]
)
def test_anything_else_gives_no_files(text: str) -> None:
    assert parse_diff(text).files == ()
