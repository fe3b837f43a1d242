"""Fixtures of the git tests."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from state.support import workspace


@pytest.fixture
def work(tmp_path: Path) -> Path:
    return workspace(tmp_path)


@pytest.fixture
def spied_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The real git behind a script that notes the arguments of each call."""
    real, log, folder = shutil.which("git"), tmp_path / "calls.log", tmp_path / "bin"
    folder.mkdir()
    (folder / "git").write_text(f'#!/bin/sh\necho "$*" >> {log}\nexec {real} "$@"\n')
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    log.touch()
    return log
