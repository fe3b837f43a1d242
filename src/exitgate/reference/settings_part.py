"""Every setting of exitgate.yml, with its default and the sentence beside it in the code."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from enum import Enum

from pydantic import BaseModel

from exitgate.reference.markdown import code, field_notes, table
from exitgate.settings import Settings

TITLES = ("setting", "default", "meaning")
INTRO = """\
## Settings

Everything in `exitgate.yml` is optional. A file extends a profile: its maps are merged key by key,
its lists and values replace those of the profile. The defaults here are those without any profile;
`exitgate profiles show standard` prints the values in force.
"""


def settings_part() -> str:
    notes = field_notes(Settings)
    rows: list[tuple[str, str, str]] = []
    for name, field in Settings.model_fields.items():
        value = field.default
        if is_dataclass(value) or isinstance(value, BaseModel):
            rows.append((code(name), "", notes.get(name, "")))
            rows += _section(name, type(value))
        else:
            rows.append((code(name), shown(value), notes.get(name, "")))
    return f"{INTRO}\n{table(TITLES, rows)}"


def options_rows(kind: type[object]) -> list[tuple[str, str, str]]:
    notes = field_notes(kind)
    return [(code(n), shown(value), notes.get(n, "")) for n, value in _defaults(kind).items()]


def shown(value: object) -> str:
    if value is None or value in ("", (), {}):
        return "none" if value is None else "empty"
    if isinstance(value, Enum):
        return code(value.value)
    if isinstance(value, bool):
        return code(str(value).lower())
    return ", ".join(map(code, value)) if isinstance(value, tuple) else code(value)


def _section(name: str, kind: type[object]) -> list[tuple[str, str, str]]:
    notes = field_notes(kind)
    found = _defaults(kind)
    return [(code(f"{name}.{key}"), shown(v), notes.get(key, "")) for key, v in found.items()]


def _defaults(kind: type[object]) -> dict[str, object]:
    if issubclass(kind, BaseModel):
        return {name: field.default for name, field in kind.model_fields.items()}
    held = fields(kind) if is_dataclass(kind) else ()
    return {field.name: _default(field.default, field.default_factory) for field in held}


def _default(value: object, factory: object) -> object:
    return factory() if value is MISSING and callable(factory) else value
