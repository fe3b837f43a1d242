"""Passing over the middle of a long text by chunks: nobody reads what would be dropped anyway."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator


def without_middle(
    chunks: Iterable[bytes], most: int, tell: Callable[[int], None]
) -> Iterator[bytes]:
    """The first and the last bytes, at least so many of each, and whole lines all the way.

    Of a chunk in between the line that it ends and the line that it begins are kept, so a line
    that is too long is still seen as one. `tell` hears how many bytes were passed over.
    """
    waiting: deque[bytes] = deque()
    held = passed = given = 0
    for chunk in chunks:
        if given < most:
            given += len(chunk)
            yield chunk
            continue
        waiting.append(chunk)
        held += len(chunk)
        while held - len(waiting[0]) >= most:
            oldest = waiting.popleft()
            held -= len(oldest)
            first, last = oldest.find(b"\n"), oldest.rfind(b"\n")
            passed += last - first
            yield oldest if first == last else oldest[: first + 1] + oldest[last + 1 :]
    yield from waiting
    if passed:
        tell(passed)
