"""How long and how often to try: bounded, so that no outage can hold a job."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

UNTOLD_LIMIT_WAIT = 60.0
"""GitHub asks for a minute where a secondary limit names no time."""


@dataclass(frozen=True, slots=True)
class Pace:
    attempts: int = 3
    timeout_s: int = 10
    longest_wait_s: float = 60.0
    """A rate limit that lasts longer is not waited for."""
    total_wait_s: float = 90.0
    """All waiting of one job together."""
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.time

    def impatient(self) -> Pace:
        """One short try: for questions whose answer is welcome and not needed."""
        return replace(self, attempts=1, timeout_s=min(self.timeout_s, 5), longest_wait_s=0.0)


def backoff(attempt: int) -> float:
    return float(2 ** (attempt - 1))


def limit_wait(status: int, headers: Mapping[str, str], said: str, now: float) -> float | None:
    """Seconds that a rate limit asks for, or None where the answer is no rate limit."""
    if status not in (403, 429):
        return None
    if (told := _seconds(headers.get("retry-after"))) is not None:
        return told
    if headers.get("x-ratelimit-remaining") == "0":
        reset = _seconds(headers.get("x-ratelimit-reset"))
        return max(0.0, reset - now) + 1.0 if reset is not None else UNTOLD_LIMIT_WAIT
    if status == 429 or "rate limit" in said.lower():
        return UNTOLD_LIMIT_WAIT
    return None


def _seconds(header: str | None) -> float | None:
    try:
        return max(0.0, float(header)) if header is not None else None
    except ValueError:
        return None
