"""What POSIX has and Windows has not, each with its nearest substitute.

The composite action runs on Windows too. Nothing else in the package may name these things.
"""

from __future__ import annotations

import errno
import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from subprocess import Popen

CALM = 0
"""Flags under which opening waits for nothing, is not inherited and changes no byte."""
for _name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY", "O_NOINHERIT"):
    CALM |= getattr(os, _name, 0)


def open_plain(path: Path | bytes, flags: int, mode: int = 0o600) -> int:
    """A descriptor; a link at the path's end is refused, and a pipe is not waited for."""
    if not hasattr(os, "O_NOFOLLOW") and os.path.islink(path):  # noqa: PTH114 - may be bytes
        raise OSError(errno.ELOOP, "a link is not followed", path)
    return os.open(path, flags | CALM | getattr(os, "O_NOFOLLOW", 0), mode)


def wait_again(descriptor: int) -> None:
    """Reading waits, although opening did not."""
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(descriptor, True)


def sync_directory(path: Path) -> None:
    """Make a new name in a folder last; Windows opens no folders and needs no such thing."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def kill_family(process: Popen[bytes]) -> None:
    """End a process that was started with `start_new_session`, and all that it started."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
            return
        from subprocess import run

        with suppress(OSError):
            words = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
            run(words, capture_output=True, check=False)  # noqa: S603 - our own words
        process.kill()


def user_id() -> int:
    """Tells the users of one machine apart; Windows gives each a temp folder anyway."""
    return os.getuid() if hasattr(os, "getuid") else 0
