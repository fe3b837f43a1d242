"""Reading foreign JSON by hand: a field of the wrong type is the same as no field."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

Json = dict[str, object]
EMPTY: Json = {}
MOST_EXACT = 2**53
"""Above it a float stands for several whole numbers: parsers do not agree on them."""


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
    """A number that is not negative and still exact; NaN and booleans are no numbers."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if 0 <= value <= MOST_EXACT:
            return float(value)
    return None


def whole(record: Json, *keys: str) -> int | None:
    found = number(record, *keys)
    return None if found is None else int(found)


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
    if not 0 < value < 1e14:
        return None
    seconds = value / 1000 if value > 1e11 else value
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def words(names: str) -> frozenset[str]:
    """A set of names, written as a text."""
    return frozenset(names.split())
