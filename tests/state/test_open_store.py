"""Which store a name means, and that a check does not pay for the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from exitgate.errors import UsageError
from exitgate.state import open_store
from exitgate.state.cache import CacheStore
from exitgate.state.directory import DirectoryStore
from exitgate.state.git_branch import GitBranchStore
from exitgate.state.memory import MemoryStore
from state.support import python


@pytest.mark.parametrize(
    ("spec", "kind"),
    [
        ("none", MemoryStore),
        ("memory", MemoryStore),
        ("branch", GitBranchStore),
        ("branch:team/gate", GitBranchStore),
        ("cache:kept", CacheStore),
        ("cache", CacheStore),
        (".exitgate", DirectoryStore),
        ("./branch", DirectoryStore),
        ("/var/x:y", DirectoryStore),
    ],
)
def test_names(spec: str, kind: type) -> None:
    assert type(open_store(spec)) is kind


@pytest.mark.parametrize("spec", ["", "branch:../x"])
def test_bad_names(spec: str) -> None:
    with pytest.raises(UsageError):
        open_store(spec)


def test_a_directory_store_imports_nothing_heavy(tmp_path: Path) -> None:
    code = "import sys; from exitgate.state import open_store; open_store(sys.argv[1]).load('x');"
    code += "print(sorted({'git', 'github', 'pydantic', 'rich', 'subprocess', 'tempfile', "
    code += "'exitgate.state.git_branch'} & set(sys.modules)))"
    out, _ = python(code, str(tmp_path)).communicate()
    assert out == b"[]\n"
