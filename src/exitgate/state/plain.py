"""Frozen dataclasses to plain JSON values and back, strictly and without surprises."""

from __future__ import annotations

import types
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
Shape = TypeVar("Shape")
Numeric = TypeVar("Numeric", int, float)

LARGEST = 10**30
"""Far above any sum of what one iteration may bring."""


class ShapeError(ValueError):
    """A value is not what its field asks for; the message starts with the field's path."""


def to_plain(value: object, *, sparse: bool = True) -> Json:
    """Sparse leaves out fields that hold their default: what is written is what was measured."""
    if is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: to_plain(held)
            for field in fields(value)
            if (held := getattr(value, field.name)) != field.default or not sparse
        }
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"{type(value).__name__} has no plain form")


def from_plain(shape: type[Shape], data: Json, path: str) -> Shape:
    """Build `shape`; an unknown field, a missing one or a wrong type is a ShapeError."""
    if not isinstance(data, dict):
        raise ShapeError(f"{path}: expected an object, found {_kind(data)}")
    hints = _hints(shape)
    if unknown := sorted(set(data) - set(hints)):
        raise ShapeError(f"{path}.{unknown[0]}: unknown field")
    for field in _required(shape):
        if field not in data:
            raise ShapeError(f"{path}.{field}: missing")
    return shape(
        **{name: _read(hints[name], held, f"{path}.{name}") for name, held in data.items()}
    )


def _read(hint: Any, data: Json, path: str) -> object:
    origin = get_origin(hint)
    if origin is types.UnionType or origin is Union:
        return _read_optional(hint, data, path)
    if origin is tuple:
        return _read_tuple(get_args(hint), data, path)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _read_choice(hint, data, path)
    if isinstance(hint, type) and is_dataclass(hint):
        return from_plain(hint, data, path)
    return _read_scalar(hint, data, path)


def _read_optional(hint: Any, data: Json, path: str) -> object:
    if data is None:
        return None
    (inner,) = (arg for arg in get_args(hint) if arg is not types.NoneType)
    return _read(inner, data, path)


def _read_tuple(kinds: tuple[Any, ...], data: Json, path: str) -> tuple[object, ...]:
    if not isinstance(data, list):
        raise ShapeError(f"{path}: expected a list, found {_kind(data)}")
    if kinds[-1] is Ellipsis:
        return tuple(_read(kinds[0], item, f"{path}[{at}]") for at, item in enumerate(data))
    if len(kinds) != len(data):
        raise ShapeError(f"{path}: expected {len(kinds)} values, found {len(data)}")
    pairs = zip(kinds, data, strict=True)
    return tuple(_read(kind, item, f"{path}[{at}]") for at, (kind, item) in enumerate(pairs))


def _read_choice(choices: type[StrEnum], data: Json, path: str) -> StrEnum:
    try:
        return choices(str(data))
    except ValueError:
        known = ", ".join(choices)
        raise ShapeError(f"{path}: expected one of {known}") from None


def _read_scalar(hint: type, data: Json, path: str) -> object:
    if hint is float and type(data) is int:
        return float(_within(data, path))
    if type(data) is not hint:
        raise ShapeError(f"{path}: expected {hint.__name__}, found {_kind(data)}")
    return _within(data, path) if isinstance(data, int | float) else data


def _within(number: Numeric, path: str) -> Numeric:
    """The number, unless it is one that no sum survives."""
    if -LARGEST <= number <= LARGEST:
        return number
    raise ShapeError(f"{path}: not a number that a loop can have")


def _kind(data: Json) -> str:
    return "null" if data is None else type(data).__name__


_HINTS: dict[type, dict[str, Any]] = {}


def _hints(shape: type) -> dict[str, Any]:
    """Resolved once for each type: a window of iterations asks many times."""
    if shape not in _HINTS:
        _HINTS[shape] = get_type_hints(shape)
    return _HINTS[shape]


def _required(shape: Any) -> list[str]:
    return [
        field.name
        for field in fields(shape)
        if field.default is MISSING and field.default_factory is MISSING
    ]
