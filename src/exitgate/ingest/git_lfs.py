"""Large file storage keeps a pointer in git and the file in the work tree: they are the same."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from typing import BinaryIO

from exitgate.ingest.fence import bounded_text
from exitgate.ingest.git_process import GitFailed
from exitgate.ingest.git_view import View

CHECKS = 200
"""Each check asks git once; a repository with more changed files than this is busy anyway."""
CHUNK_BYTES = 1024 * 1024
ATTRIBUTES_BYTES = 1024 * 1024


@cache
def _pointer() -> re.Pattern[bytes]:
    return re.compile(
        rb"version https://git-lfs[^\n]{1,80}+\n(?:ext-[^\n]{1,200}+\n){0,9}+"
        rb"oid sha256:([0-9a-f]{64})\nsize (\d{1,18})\n?"
    )


class LargeFiles:
    """Tells whether a file is what its pointer says, where the repository uses pointers at all."""

    def __init__(self, view: View) -> None:
        text = bounded_text(view.place.top / ".gitattributes", ATTRIBUTES_BYTES)
        self._view = view
        self._left = CHECKS if text and "filter=lfs" in text else 0

    @property
    def used(self) -> bool:
        return self._left > 0

    def is_content_of(self, oid: str, size: int, file: BinaryIO) -> bool:
        """True where the object is a pointer to exactly these bytes."""
        self._left -= 1
        try:
            pointer = _pointer().fullmatch(self._view.ask("cat-file", "blob", oid)[:1024])
        except GitFailed:
            return False
        if pointer is None or int(pointer[2]) != size:
            return False
        digest = hashlib.sha256()
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
        return digest.hexdigest() == pointer[1].decode()
