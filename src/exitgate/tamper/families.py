"""Every family of signs, in one list. A new family is one file and one line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from exitgate.core.finding import Finding, Severity
from exitgate.tamper import (
    assertions,
    by_heart,
    deeds,
    doubles,
    gone,
    guarded,
    hidden,
    hooks,
    left_early,
    lists,
    muted,
    narrowed,
    nested,
    protected,
    replaced,
    shadowed,
    skipped,
    snapshots,
    special_cases,
    swallowed,
    switches,
    tables,
    thresholds,
    totals,
)
from exitgate.tamper.scene import Scene

Family = Callable[[Scene], Iterator[Finding]]

FAMILIES: tuple[Family, ...] = (
    gone.find,
    muted.find,
    shadowed.find,
    skipped.find,
    left_early.find,
    assertions.find,
    tables.find,
    swallowed.find,
    snapshots.find,
    switches.find,
    replaced.find,
    thresholds.find,
    lists.find,
    guarded.find,
    hidden.find,
    narrowed.find,
    nested.find,
    hooks.find,
    doubles.find,
    special_cases.find,
    by_heart.find,
    protected.find,
    deeds.find,
    totals.find,
)


def inspect(scene: Scene) -> tuple[Finding, ...]:
    """Every finding once, serious ones first, in a fixed order."""
    found = {finding.id: finding for family in FAMILIES for finding in family(scene)}
    return tuple(sorted(found.values(), key=_order))


def _order(finding: Finding) -> tuple[bool, str, int, str]:
    return (
        finding.severity is not Severity.SERIOUS,
        finding.path,
        finding.line or 0,
        finding.id,
    )
