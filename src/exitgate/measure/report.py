"""The whole report: one measurement for each policy on each recording, and over all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from exitgate.measure.tally import Measurement, Tally

ALL = "all recordings"


@dataclass(frozen=True, slots=True)
class Measured:
    recording: str
    policy: str
    figures: Measurement


@dataclass(frozen=True, slots=True)
class Report:
    """`rows` go recording by recording, the policies of each side by side in the same order."""

    policies: tuple[str, ...]
    rows: tuple[Measured, ...]

    @property
    def main(self) -> tuple[Measured, ...]:
        """The first policy's rows: the one that the details are about."""
        return tuple(row for row in self.rows if row.policy == self.policies[0])


def report(policies: tuple[str, ...], tallies: Iterable[tuple[str, tuple[Tally, ...]]]) -> Report:
    rows: list[Measured] = []
    sums = tuple(Tally() for _ in policies)
    names: list[str] = []
    for name, of_policies in tallies:
        names.append(name)
        rows += _rows(name, policies, of_policies)
        for total, tally in zip(sums, of_policies, strict=True):
            total.join(tally)
    if len(names) > 1:
        rows += _rows(ALL, policies, sums)
    return Report(policies, tuple(rows))


def _rows(name: str, policies: tuple[str, ...], tallies: tuple[Tally, ...]) -> list[Measured]:
    return [
        Measured(name, policy, tally.measurement())
        for policy, tally in zip(policies, tallies, strict=True)
    ]
