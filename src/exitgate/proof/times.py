"""Times that can be compared."""

from __future__ import annotations

from datetime import datetime


def time_of(stamp: str | None) -> datetime | None:
    """The time, where it is one and says its zone."""
    try:
        time = datetime.fromisoformat(stamp) if stamp else None
    except ValueError:
        return None
    return time if time is not None and time.tzinfo is not None else None
