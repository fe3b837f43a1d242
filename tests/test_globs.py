"""Globs of bookkeeping files: whole paths, bare names, and folders."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest

from exitgate.core.changes import matches_any

GLOBS = ["*.log", "a/", "a/*.py", "x", "[ab]*", "**/y", "a*", ".ralph/"]
PATHS = ["x", "a/x", "a/b.py", "b/a/x", "c/run.log", "b", "q/z/y", "ab/c", ".ralph/x", "ba/x"]


def plainly(path: str, glob: str) -> bool:
    if glob.endswith("/"):
        return path.startswith(glob) or f"/{glob}" in f"/{path}"
    name = path.rsplit("/", 1)[-1]
    return fnmatchcase(path, glob) or ("/" not in glob and fnmatchcase(name, glob))


@pytest.mark.parametrize("glob", GLOBS)
@pytest.mark.parametrize("path", PATHS)
def test_the_compiled_globs_say_what_the_plain_rule_says(path: str, glob: str) -> None:
    assert matches_any(path, (glob,)) == plainly(path, glob)
    assert matches_any(path, (glob, "never")) == plainly(path, glob)
    assert not matches_any(path, ())
