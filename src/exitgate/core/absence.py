"""Absence as a value: what could not be read says why, and is never mistaken for zero."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Missing:
    """Stands where a fact would be, and tells a person why it is not there."""

    why: str

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Unreadable(Missing):
    """It was asked for and should be there: what cannot be seen may have been hidden."""
