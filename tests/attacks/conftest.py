"""Every attack gets a workspace, beside a folder outside it that nothing may touch."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from ground import honest

SECRET = "the secret outside"


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Path]:
    """A folder beside the workspace; after the attack it is as it was."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret.txt").write_text(f"{SECRET}\n")
    yield folder
    held = {path.name: path.read_text() for path in folder.iterdir() if path.is_file()}
    assert held["secret.txt"] == f"{SECRET}\n"
    assert sorted(held) == sorted(name for name in held if name in KNOWN), "written outside"


KNOWN = {"secret.txt", "plan.md", "junit.xml", "run.md", "soft.yml", "state.json"}


@pytest.fixture
def work(tmp_path: Path) -> Path:
    return honest(tmp_path / "work")


@pytest.fixture
def not_temp(tmp_path: Path) -> dict[str, str]:
    """The temp folder may be read; here it lies elsewhere, so that outside is really outside."""
    (tmp_path / "temp").mkdir()
    return {"TMPDIR": str(tmp_path / "temp")}
