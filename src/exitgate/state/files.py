"""Small file operations that are safe against crashes and against hostile directories."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

from exitgate.errors import StateError
from exitgate.system import open_plain, sync_directory

Step = Callable[[str], None]
"""Told before each step of a write; tests kill the process there."""


def ignore_step(_name: str) -> None:
    """The production hook: nothing happens between the steps."""


def read_regular(path: Path, limit: int) -> bytes | None:
    """The content, or None where there is no file. A link, a pipe or a device is refused."""
    try:
        descriptor = open_plain(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise StateError(f"{path}: not a regular file", hint="remove it, it is not ours")
        return file.read(limit + 1)


def replace_atomically(path: Path, data: bytes, step: Step = ignore_step) -> None:
    """Readers see the old content or the new one, whenever this process dies."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        _write_through(temporary, data, step)
        step("before replace")
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    step("before directory sync")
    sync_directory(path.parent)
    step("after directory sync")


def _write_through(path: Path, data: bytes, step: Step) -> None:
    step("before create")
    path.unlink(missing_ok=True)
    descriptor = open_plain(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    with os.fdopen(descriptor, "wb", buffering=0) as file:
        half = len(data) // 2
        step("before first half")
        _write_all(file.fileno(), data[:half])
        step("before second half")
        _write_all(file.fileno(), data[half:])
        step("before file sync")
        os.fsync(file.fileno())


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
