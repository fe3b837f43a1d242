"""Repetition in a short sequence: streaks, cycles and returns. Knows nothing of what repeats."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from operator import eq
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Repeats:
    """What a signal saw repeat: how often, and in which iterations."""

    what: str
    times: int
    iterations: tuple[int, ...] = ()
    period: int = 1


@dataclass(frozen=True, slots=True)
class Cycle:
    """The end of a sequence repeats its last `period` values over `length` places."""

    period: int
    length: int

    @property
    def rounds(self) -> int:
        return self.length // self.period


def streak(values: Sequence[Hashable | None]) -> int:
    """How many values at the end are equal to the last one; a missing one ends no streak.

    None is unmeasured: it neither counts nor breaks the run. A missing last value has no streak.
    """
    if not values or values[-1] is None:
        return 0
    count = 0
    for value in reversed(values):
        if value is None:
            continue
        if value != values[-1]:
            break
        count += 1
    return count


def ending_cycle(
    values: Sequence[T],
    *,
    single: int,
    rounds: int,
    longest: int = 6,
    same: Callable[[T, T], bool] = eq,
) -> Cycle | None:
    """The shortest cycle still going at the end.

    A value that only repeats itself needs `single` places, a longer cycle `rounds` full turns, or
    two where so many values came back that chance is ruled out.
    """
    for period in range(1, longest + 1):
        length = _periodic_suffix(values, period, same)
        if length >= (single if period == 1 else _enough(period, rounds)):
            return Cycle(period, length)
    return None


def _enough(period: int, rounds: int) -> int:
    return min(rounds * period, max(2 * period, period + 2 * rounds))


def _periodic_suffix(values: Sequence[T], period: int, same: Callable[[T, T], bool]) -> int:
    matches = 0
    for index in range(len(values) - 1, period - 1, -1):
        if not same(values[index], values[index - period]):
            break
        matches += 1
    return matches + period if matches else 0


def returns(values: Sequence[Hashable]) -> int:
    """How often a value came back after it had been left: A B A B counts two.

    The count is of the end only: the first value that was really new stops it.
    """
    compact = [value for i, value in enumerate(values) if i == 0 or value != values[i - 1]]
    count = 0
    for index in range(len(compact) - 1, 0, -1):
        if compact[index] not in compact[:index]:
            break
        count += 1
    return count
