"""File names for loop ids, which may hold any characters."""

from __future__ import annotations

import hashlib
import re

SLUG_LENGTH = 40


def file_stem(loop_id: str) -> str:
    """Readable and safe: a slug for people, a hash so that no two loops share a file."""
    slug = re.sub(r"[^A-Za-z0-9._]++", "-", loop_id)[:SLUG_LENGTH].strip("-.") or "loop"
    own_hash = hashlib.sha256(loop_id.encode("utf-8", "backslashreplace")).hexdigest()
    return f"{slug}-{own_hash[:8]}"
