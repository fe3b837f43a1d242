"""Runs git with everything disarmed that a configuration or a variable could make it start."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Timer
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from git.cmd import Git

SECONDS = 60.0
"""No single git command may take longer: a configuration can point it at a pipe."""
_SETTINGS = (
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.excludesFile=/dev/null",
    "core.attributesFile=/dev/null",
    "core.sshCommand=false",
    "core.gitProxy=false",
    "core.askPass=false",
    "core.pager=cat",
    "core.quotePath=false",
    "core.untrackedCache=false",
    "credential.helper=",
    "diff.external=false",
    "fastimport.unpackLimit=1",
    "gc.auto=0",
    "gpg.program=false",
    "log.showSignature=false",
    "protocol.allow=never",
    "safe.directory=*",
    "submodule.recurse=false",
)
_VARIABLES = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_ASKPASS": "false",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_EDITOR": "false",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PAGER": "cat",
    "GIT_SSH_COMMAND": "false",
    "GIT_TERMINAL_PROMPT": "0",
}


class GitFailed(Exception):
    """Git could not answer; the message is fit for a person."""


def run(args: tuple[str, ...], cwd: Path, where: dict[str, str], stdin: bytes | BinaryIO) -> bytes:
    """All that a command prints. `where` says which repository, index and work tree."""
    given, stream = (stdin, None) if isinstance(stdin, bytes) else (None, stdin)
    holder = _start(args, cwd, where, stream)
    process = _process(holder)
    try:
        out, err = process.communicate(given, timeout=SECONDS)
    except TimeoutExpired:
        process.kill()
        raise GitFailed(f"git {args[0]} took longer than {SECONDS:.0f} s") from None
    if process.returncode:
        said = err.decode("utf-8", "replace").strip().splitlines()
        raise GitFailed(f"git {args[0]}: {said[-1][:200] if said else 'failed'}")
    return out


def run_some(args: tuple[str, ...], cwd: Path, where: dict[str, str], most: int) -> bytes:
    """The first bytes that a command prints; it is stopped when that is enough."""
    holder = _start(args, cwd, where, None)
    process = _process(holder)
    timer = Timer(SECONDS, process.kill)
    timer.start()
    try:
        assert process.stdout is not None
        out = process.stdout.read(most)
        process.kill()
        process.communicate()
    finally:
        timer.cancel()
    return out


def _start(
    args: tuple[str, ...], cwd: Path, where: dict[str, str], stdin: BinaryIO | None
) -> Git.AutoInterrupt:
    try:
        from git.cmd import Git
        from git.exc import GitCommandNotFound
    except ImportError as error:
        raise GitFailed(f"git cannot be used: {str(error).splitlines()[0]}") from None
    settings = [word for setting in _SETTINGS for word in ("-c", setting)]
    command = ["git", "--no-pager", "--literal-pathspecs", *settings, *args]
    try:
        with _without_git_variables():
            return Git(cwd).execute(
                command, istream=stdin or PIPE, as_process=True, env={**_VARIABLES, **where}
            )
    except (GitCommandNotFound, OSError, ValueError) as error:
        raise GitFailed(f"git cannot be started ({type(error).__name__})") from None


def _process(holder: Git.AutoInterrupt) -> Popen[bytes]:
    """The process inside; the holder must live on, for it ends the process when it goes."""
    assert holder.proc is not None
    return holder.proc


@contextmanager
def _without_git_variables() -> Iterator[None]:
    """An earlier step of the workflow may have set GIT_DIR, GIT_CONFIG_COUNT and the like."""
    hidden = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("GIT_")}
    try:
        yield
    finally:
        os.environ.update(hidden)
