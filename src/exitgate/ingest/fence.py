"""Keeps reads inside the folders that a check was given, whatever links lie in them."""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path

from exitgate.system import CALM, wait_again

MOST_UTF8 = 4
"""Bytes that one character can take."""


def is_inside(path: Path, *roots: Path) -> bool:
    """True where the path, with every link followed, lies below a root or the temp folder."""
    try:
        real = path.resolve()
        return any(real.is_relative_to(root.resolve()) for root in (*roots, *temp_folders()))
    except (OSError, RuntimeError, ValueError):
        return False


def leads_out(path: Path) -> bool:
    """True where a link in the working folder leads a read out of it.

    What a person names may lie anywhere; what an agent could have replaced by a link may not.
    """
    home = Path.cwd()
    is_here = Path(os.path.abspath(path)).is_relative_to(home)  # noqa: PTH100 - keeps links
    return is_here and not is_inside(path, home)


def temp_folders() -> tuple[Path, ...]:
    """The system's temp folder and, in a workflow, the runner's own."""
    import tempfile

    runner = os.environ.get("RUNNER_TEMP")
    system = Path(tempfile.gettempdir())
    return (system, Path(runner)) if runner else (system,)


def open_input(path: Path) -> BufferedReader:
    """Open a file that somebody named. A device is refused, and a pipe nobody writes is empty."""
    descriptor = os.open(path, os.O_RDONLY | CALM)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, "a folder, not a file", str(path))
        if stat.S_ISCHR(mode) and not _is_null(descriptor):
            raise OSError(errno.EINVAL, "a device, not a file", str(path))
        wait_again(descriptor)
        return os.fdopen(descriptor, "rb")
    except OSError:
        os.close(descriptor)
        raise


def _is_null(descriptor: int) -> bool:
    return os.fstat(descriptor).st_rdev == os.stat(os.devnull).st_rdev  # noqa: PTH116


def read_input(path: Path, most: int) -> bytes:
    """The first `most` bytes of a file that somebody named."""
    with open_input(path) as file:
        return file.read(most)


def bounded_text(path: Path, most: int) -> str | None:
    """The text of a regular file of at most `most` bytes; None where it is not that."""
    try:
        if not path.is_file() or path.stat().st_size > most:
            return None
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError):
        return None
    return None if len(data) > most else data.decode("utf-8", "replace").removeprefix("\ufeff")
