"""One lock between processes, on every system; the kernel drops it with its holder.

Where there is no `flock`, as on Windows, SQLite's exclusive transaction on the lock's own file does
the same work: it is made for every system that Python runs on.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from exitgate.system import open_plain

if TYPE_CHECKING:
    import sqlite3

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:
    HAS_FLOCK = False
else:
    HAS_FLOCK = True

LOCK_POLL_S = 0.02


@contextmanager
def locked(path: Path, timeout_s: float) -> Iterator[bool]:
    """Hold an advisory lock; yields False when it was not to be had in time."""
    with _by_kernel(path, timeout_s) if HAS_FLOCK else _by_database(path, timeout_s) as held:
        yield held


@contextmanager
def _by_kernel(path: Path, timeout_s: float) -> Iterator[bool]:
    descriptor = open_plain(path, os.O_RDWR | os.O_CREAT)
    try:
        yield _wait_for(descriptor, time.monotonic() + timeout_s)
    finally:
        os.close(descriptor)


def _wait_for(descriptor: int, deadline: float) -> bool:
    while True:
        try:
            flock(descriptor, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(LOCK_POLL_S)
        else:
            return True


@contextmanager
def _by_database(path: Path, timeout_s: float) -> Iterator[bool]:
    import sqlite3

    try:
        connection = sqlite3.connect(path, timeout=timeout_s, isolation_level=None)
    except sqlite3.Error as error:
        raise OSError(f"the lock cannot be opened: {error}") from None
    with closing(connection):
        yield _begin(connection)


def _begin(connection: sqlite3.Connection) -> bool:
    import sqlite3

    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            return False
        raise OSError(f"the lock cannot be taken: {error}") from None
    except sqlite3.Error as error:
        raise OSError(f"the lock cannot be taken: {error}") from None
    return True
