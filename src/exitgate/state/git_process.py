"""Git in a repository of our own, so that nothing in the user's workspace can steer it.

The workspace may be hostile: its configuration can name hooks, helpers and commands. So no
command that writes or talks to a remote runs there; they run in a private bare repository, with
an environment cleaned of git's own variables. We run git directly rather than through GitPython
because that library always passes the whole environment on.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from exitgate.scratch import scratch_folder
from exitgate.system import kill_family

TIMED_OUT = 124
KEPT_VARIABLES = ("GIT_EXEC_PATH", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "GIT_SSL_NO_VERIFY")

QUIET = {
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "core.alternateRefsCommand": "true",
    "core.askPass": "",
    "core.fsync": "none",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "receive.autogc": "false",
    "push.gpgSign": "false",
    "push.followTags": "false",
    "fetch.recurseSubmodules": "false",
    "protocol.version": "2",
    "http.lowSpeedLimit": "1",
    "http.lowSpeedTime": "20",
    "safe.directory": "*",
}
"""Nothing that runs a program of its own accord or waits for a person; and no syncing to disk,
because our copy is thrown away. The remote keeps its own habits."""


@dataclass(frozen=True, slots=True)
class GitRun:
    code: int
    out: bytes
    err: str

    @property
    def ok(self) -> bool:
        return self.code == 0


@dataclass(frozen=True, slots=True)
class Settings:
    """Configuration of one git call. It may hold secrets: it travels in the environment only."""

    pairs: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    use_global: bool = True

    def environment(self) -> dict[str, str]:
        pairs = (*QUIET.items(), *self.pairs)
        result = {"GIT_CONFIG_COUNT": str(len(pairs))}
        for at, (key, value) in enumerate(pairs):
            result |= {f"GIT_CONFIG_KEY_{at}": key, f"GIT_CONFIG_VALUE_{at}": value}
        return result if self.use_global else result | {"GIT_CONFIG_GLOBAL": "/dev/null"}


class PrivateRepository:
    """A bare repository in a temporary folder that goes away with this object."""

    def __init__(self, settings: Settings, *, timeout_s: float = 20.0) -> None:
        self._settings = settings
        self._timeout_s = timeout_s
        self._path = scratch_folder()
        self._end = weakref.finalize(self, shutil.rmtree, self._path, ignore_errors=True)
        for folder in ("objects", "refs"):
            (self._path / folder).mkdir()
        (self._path / "HEAD").write_text("ref: refs/heads/none\n")

    def git(self, arguments: Sequence[str], given: bytes = b"") -> GitRun:
        environment = {"GIT_DIR": str(self._path), **self._settings.environment()}
        return run_git(arguments, environment, given, timeout_s=self._timeout_s)


def run_git(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    given: bytes = b"",
    *,
    timeout_s: float = 20.0,
) -> GitRun:
    """One git process to its end, or to the timeout with all its children."""
    try:
        process = subprocess.Popen(  # noqa: S603 - fixed program, arguments of our own making
            ["git", *arguments],  # noqa: S607 - the git that the user has
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**_clean_environment(), **environment},
            start_new_session=True,
        )
    except OSError as error:
        return GitRun(127, b"", f"git cannot be started: {error.strerror}")
    try:
        out, err = process.communicate(given, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        kill_family(process)
        process.communicate()
        return GitRun(TIMED_OUT, b"", f"git {arguments[0]} timed out after {timeout_s:g} s")
    return GitRun(process.returncode, out, err.decode("utf-8", "replace"))


def _clean_environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name in KEPT_VARIABLES
    }
    kept.pop("SSH_ASKPASS", None)
    return kept | {
        "LC_ALL": "C",
        "LANGUAGE": "C",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ALLOW_PROTOCOL": "file:http:https:ssh",
        "GIT_SSH_COMMAND": "ssh -oBatchMode=yes",
        "GIT_NO_REPLACE_OBJECTS": "1",
    }


def without_secrets(text: str) -> str:
    """A remote's words without credentials in addresses or headers."""
    text = re.sub(r"//[^/@\s]{1,500}+@", "//***@", text)
    return re.sub(r"(?i)(authorization: ?\w{1,20} )\S{1,2000}+", r"\1***", text)
