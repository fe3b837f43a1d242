"""Keeps reads inside the folders that a check was given, whatever links lie in them."""

from __future__ import annotations

import os
from pathlib import Path


def is_inside(path: Path, *roots: Path) -> bool:
    """True where the path, with every link followed, lies below a root or the temp folder."""
    try:
        real = path.resolve()
        return any(real.is_relative_to(root.resolve()) for root in (*roots, *temp_folders()))
    except (OSError, RuntimeError, ValueError):
        return False


def temp_folders() -> tuple[Path, ...]:
    """The system's temp folder and, in a workflow, the runner's own."""
    import tempfile

    runner = os.environ.get("RUNNER_TEMP")
    system = Path(tempfile.gettempdir())
    return (system, Path(runner)) if runner else (system,)


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
