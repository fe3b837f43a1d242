"""Folders for one use in the machine's temp folder, and what killed runs left of theirs."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path

from exitgate.system import user_id

PREFIX = "exitgate-git-"
STALE_S = 24 * 3600
"""No run lasts that long: each git command ends after seconds or is ended."""
_LOOKED_AT = 5_000
_SWEPT = 50
"""What one start looks at and takes away; the next one goes on."""


def scratch_folder() -> Path:
    """A new private folder. Whoever asks for it takes it away."""
    sweep(Path(tempfile.gettempdir()))
    return Path(tempfile.mkdtemp(prefix=PREFIX))


@cache
def sweep(temp: Path) -> int:
    """Take away what runs that were killed left behind, once in a process; how many it was."""
    swept = 0
    with suppress(OSError), os.scandir(temp) as entries:
        for entry in islice(entries, _LOOKED_AT):
            if entry.name.startswith(PREFIX) and swept < _SWEPT and _is_stale(entry):
                shutil.rmtree(entry.path, ignore_errors=True)
                swept += 1
    return swept


def _is_stale(entry: os.DirEntry[str]) -> bool:
    """A folder, no link, of this user, that nothing touched for a day."""
    with suppress(OSError):
        seen = entry.stat(follow_symlinks=False)
        is_ours = stat.S_ISDIR(seen.st_mode) and seen.st_uid == user_id()
        return is_ours and seen.st_mtime < time.time() - STALE_S
    return False
