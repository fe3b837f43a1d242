"""Objects whose content does not fit their name. Git reads them without asking.

An agent can write into the workspace's object store. What is taken from the base, whose name comes
from elsewhere, must therefore be hashed again: its policy, and its side of every difference.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from exitgate.ingest.git_process import GitFailed
from exitgate.ingest.git_view import View

LARGEST_BYTES = 16 * 1024 * 1024
"""A larger file is not compared line by line either."""
PROVEN_BYTES = 128 * 1024 * 1024
MOST_COMMITS = 20_000


class Forged(GitFailed):
    """Somebody, or a broken disk, put other content under an object's name."""


def refuse_forged(view: View, names: Iterable[str]) -> None:
    """Raise where an object is not what its name says. One that is not there is no forgery."""
    wanted = "".join(f"{name}\n" for name in _small(view, dict.fromkeys(names))).encode()
    if not wanted:
        return
    for name, kind, content in _objects(view.ask("cat-file", "--batch", stdin=wanted)):
        digest = hashlib.new(view.hash_name, b"%s %d\0" % (kind, len(content)))
        digest.update(content)
        if digest.hexdigest() != name:
            raise Forged(f"the object {name[:12]} of the base is not what its name says")


def commits_from(view: View, start: str, end: str | None) -> list[str]:
    """A commit and all that lead from it to an older one."""
    if end is None or end == start:
        return [start]
    asked = ("rev-list", f"--max-count={MOST_COMMITS}", start, f"^{end}")
    return [start, *view.ask(*asked).decode().split()]


def old_side(listing: bytes, base: str) -> list[str]:
    """What the base holds of a raw list of differences; `base` itself is the first of them."""
    # Every second field is a path, which may begin with a colon as well.
    records = (field.split(b" ") for field in listing.split(b"\0")[::2] if field)
    return [base, *(old.decode() for _, _, old, *_ in records if old.strip(b"0"))]


def _small(view: View, names: Iterable[str]) -> Iterator[str]:
    asked = "".join(f"{name}\n" for name in names).encode()
    left = PROVEN_BYTES
    for line in view.ask("cat-file", "--batch-check", stdin=asked).decode().splitlines():
        name, *rest = line.split(" ")
        size = int(rest[1]) if len(rest) == 2 else LARGEST_BYTES + 1
        if size <= min(left, LARGEST_BYTES):
            left -= size
            yield name


def _objects(out: bytes) -> Iterator[tuple[str, bytes, bytes]]:
    at = 0
    while at < len(out):
        end = out.index(b"\n", at)
        name, kind, size = out[at:end].split(b" ")
        yield name.decode(), kind, out[end + 1 : end + 1 + int(size)]
        at = end + int(size) + 2
