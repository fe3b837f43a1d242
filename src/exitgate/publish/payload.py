"""Reading foreign JSON without trusting its shape: a wrong type reads as absent."""

from __future__ import annotations

Json = dict[str, object]


def at(value: object, *keys: str) -> object | None:
    """The value below these keys, or None as soon as the way ends."""
    for key in keys:
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value


def text_at(value: object, *keys: str) -> str:
    found = at(value, *keys)
    return found if isinstance(found, str) else ""


def number_at(value: object, *keys: str) -> int | None:
    found = at(value, *keys)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def list_at(value: object, *keys: str) -> list[object]:
    found = at(value, *keys) if keys else value
    return found if isinstance(found, list) else []


def objects(value: object) -> list[Json]:
    """The objects of a JSON list; anything else in it is left out."""
    return [item for item in list_at(value) if isinstance(item, dict)]
