"""Real repositories for the tests, made with the git that is installed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

_ENV = {
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.com",
    "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
}


class Workspace:
    """A repository and short ways to change it."""

    def __init__(self, top: Path, *, start: bool = True, hash_name: str = "sha1") -> None:
        self.top = top
        if start:
            top.mkdir(parents=True, exist_ok=True)
            self.git("init", "-q", "-b", "main", f"--object-format={hash_name}")

    def git(self, *args: str) -> str:
        env = {**os.environ, **_ENV}
        done = subprocess.run(
            ["git", "-c", "protocol.file.allow=always", *args],
            cwd=self.top, env=env, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout.strip()

    def write(self, path: str, text: str) -> None:
        target = self.top / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def commit(self, message: str = "work") -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")
