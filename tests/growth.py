"""Does work grow with its input, or faster? A ratio of two runs, never a count of seconds."""

from __future__ import annotations

import time
from collections.abc import Callable

STEP = 8
MOST = 4
"""Linear work takes 8 times as long for 8 times the input, quadratic work 64 times."""
TICK_S = 0.002
"""Shorter runs are all noise."""


def grows_gently(work: Callable[[int], object], size: int) -> bool:
    """`work(size)` is at most four times slower than in proportion to `work(size // 8)`."""
    small = max(_cpu_seconds(work, size // STEP), TICK_S)
    return _cpu_seconds(work, size) <= small * STEP * MOST


def _cpu_seconds(work: Callable[[int], object], size: int) -> float:
    """The better of two, by the processor's clock: other work on the machine does not count."""
    return min(_once(work, size) for _ in range(2))


def _once(work: Callable[[int], object], size: int) -> float:
    start = time.process_time()
    work(size)
    return time.process_time() - start
