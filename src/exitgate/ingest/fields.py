"""Reading foreign JSON by hand: a field of the wrong type is the same as no field."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import UTC, datetime

Json = dict[str, object]
EMPTY: Json = {}


def text(record: Json, *keys: str) -> str:
    """The first of the fields that is a non-empty string."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, str) and value:
            return value
    return ""


def word(record: Json, key: str) -> str:
    """The same for one field, where it is asked very often."""
    value = record.get(key)
    return value if type(value) is str else ""


def mapping(record: Json, *keys: str) -> Json:
    for key in keys:
        value = record.get(key)
        if isinstance(value, dict):
            return value
    return EMPTY


def listing(record: Json, key: str) -> list[object]:
    value = record.get(key)
    return value if isinstance(value, list) else []


def mappings(values: Iterable[object]) -> list[Json]:
    return [value for value in values if isinstance(value, dict)]


def number(record: Json, *keys: str) -> float | None:
    """A finite number that is not negative; NaN, infinity and booleans are no numbers."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if isinstance(value, int) and value > 2**53:
            continue
        if math.isfinite(value) and value >= 0:
            return float(value)
    return None


def whole(record: Json, *keys: str) -> int | None:
    found = number(record, *keys)
    return None if found is None or found > 2**53 else int(found)


def exit_code(record: Json, *keys: str) -> int | None:
    """An exit code may be negative, where a signal ended the process."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**32:
            return value
    return None


def flag(record: Json, key: str) -> bool | None:
    value = record.get(key)
    return value if isinstance(value, bool) else None


def total(record: Json, *keys: str) -> int | None:
    """The sum of the counts that are there; None where none is."""
    counts = [count for key in keys if (count := whole(record, key)) is not None]
    return sum(counts) if counts else None


def moment(record: Json, *keys: str) -> str | None:
    """A time as ISO text. Numbers are seconds or milliseconds since 1970."""
    for key in keys:
        value = record.get(key)
        if value is None:
            continue
        if isinstance(value, str) and _is_moment(value):
            return value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return _from_epoch(value)
    return None


def _is_moment(value: str) -> bool:
    return (
        10 <= len(value) <= 40 and value[:4].isdigit() and value.isascii() and value.isprintable()
    )


def _from_epoch(value: float) -> str | None:
    seconds = value / 1000 if value > 1e11 else value
    if not 0 < seconds < 1e11:
        return None
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def words(names: str) -> frozenset[str]:
    """A set of names, written as a text."""
    return frozenset(names.split())
