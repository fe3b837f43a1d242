"""One signal's finding: found, clear or unmeasured, and where a person can look."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    FOUND = "found"
    CLEAR = "clear"
    UNMEASURED = "unmeasured"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one signal saw. `measure` carries its typed measurement for the rules."""

    signal: str
    outcome: Outcome
    strength: float
    headline: str
    refs: tuple[str, ...] = ()
    measure: object | None = None

    @property
    def is_found(self) -> bool:
        return self.outcome is Outcome.FOUND

    @property
    def is_clear(self) -> bool:
        return self.outcome is Outcome.CLEAR

    @property
    def is_unmeasured(self) -> bool:
        return self.outcome is Outcome.UNMEASURED


def found(
    signal: str,
    headline: str,
    *,
    strength: float = 1.0,
    refs: Iterable[str] = (),
    measure: object | None = None,
) -> Evidence:
    bounded = min(1.0, max(0.0, strength))
    return Evidence(signal, Outcome.FOUND, bounded, headline, tuple(refs), measure)


def clear(
    signal: str, headline: str, *, refs: Iterable[str] = (), measure: object | None = None
) -> Evidence:
    return Evidence(signal, Outcome.CLEAR, 0.0, headline, tuple(refs), measure)


def unmeasured(signal: str, why: str) -> Evidence:
    return Evidence(signal, Outcome.UNMEASURED, 0.0, why)
