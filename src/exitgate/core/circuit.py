"""The circuit breaker: CLOSED lets the loop run, HALF_OPEN watches it, OPEN stops it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CircuitState(StrEnum):
    CLOSED = "CLOSED"
    HALF_OPEN = "HALF_OPEN"
    OPEN = "OPEN"


@dataclass(frozen=True, slots=True)
class Transition:
    iteration: int
    at: str | None
    before: CircuitState
    after: CircuitState
    trigger: str


@dataclass(frozen=True, slots=True)
class Circuit:
    state: CircuitState = CircuitState.CLOSED
    since: str | None = None
    trigger: str | None = None
    transitions: tuple[Transition, ...] = ()
