"""Older state files, step by step to the version of today."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from exitgate.core.memory import STATE_VERSION
from exitgate.errors import StateError
from exitgate.state.plain import Json

Document = dict[str, Json]
Migration = Callable[[Document], Document]

VERSION_KEY = "exitgate_state"

MIGRATIONS: Mapping[int, Migration] = {}
"""Version -> the step to the next one. Version 1 is the first, so nothing comes before it."""


def migrated(
    document: Document,
    name: str,
    steps: Mapping[int, Migration] = MIGRATIONS,
    target: int = STATE_VERSION,
) -> Document:
    """The document in the version `target`, or a StateError that says why that cannot be."""
    version = document.get(VERSION_KEY)
    if type(version) is not int or version < 0:
        raise StateError(f"{name}:1: not an ExitGate state file", hint="is it another tool's?")
    if version > target:
        raise StateError(
            f"{name}: written by a newer ExitGate (state version {version}, not {target})",
            hint="use the same or a newer ExitGate, or reset the loop",
        )
    while version < target:
        if version not in steps:
            raise StateError(
                f"{name}: state version {version} can no longer be read",
                hint="run `exitgate reset --loop ID`: it keeps the file aside and starts afresh",
            )
        version, document = version + 1, steps[version](document)
    return {**document, VERSION_KEY: version}
