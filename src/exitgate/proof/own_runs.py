"""Runs that the agent had no hand in: the gate's own, and GitHub's checks of the head commit."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from exitgate.core.checks import HeadCheck, HeadChecks
from exitgate.core.facts import Facts
from exitgate.core.verification import Matter, RunEnd, Standing, Verification
from exitgate.tamper.commands import runs_build, runs_lint, runs_tests, runs_types
from exitgate.tamper.uncommitted import unpushed_source

Verdict = tuple[Standing, str]
_RUNS: dict[Matter, Callable[[str], bool]] = {
    Matter.TESTS: runs_tests,
    Matter.BUILD: runs_build,
    Matter.LINT: runs_lint,
    Matter.TYPES: runs_types,
}
_NAMES = {
    Matter.TESTS: r"tests?\b|spec|pytest|unit|e2e|integration|\bci\b",
    Matter.BUILD: r"build|compile|package|\bci\b",
    Matter.LINT: r"lint|style|format|ruff|clippy|pre-commit",
    Matter.TYPES: r"types?\b|typecheck|mypy|pyright|tsc",
}


def independent(matter: Matter, facts: Facts) -> Verdict | None:
    """What the gate or GitHub saw of this matter; None where neither looked at it."""
    return _by_gate(matter, facts) or _by_github(matter, facts)


def _by_gate(matter: Matter, facts: Facts) -> Verdict | None:
    verified = facts.verified
    if not isinstance(verified, Verification):
        return None
    runs = [run for run in verified.runs if _RUNS[matter](run.command)]
    where = f"itself in a clean checkout of {verified.head[:7]}"
    if broken := [run for run in runs if run.end is not RunEnd.PASSED]:
        ended = broken[0].end.value.replace("_", " ")
        return Standing.CONTRADICTED, f"the gate ran `{broken[0].command[:60]}` {where}: {ended}"
    if not runs or unpushed_source(facts):
        return None
    return Standing.VERIFIED, f"the gate ran `{runs[0].command[:60]}` {where}: passed"


def _by_github(matter: Matter, facts: Facts) -> Verdict | None:
    checks = facts.checks
    if not isinstance(checks, HeadChecks):
        return None
    if red := [one for one in checks.failed if _is_about(matter, one)]:
        return Standing.CONTRADICTED, f"GitHub's check {red[0].name} failed on {checks.sha[:7]}"
    green = [one for one in checks.passed if _is_about(matter, one)]
    waiting = any(_is_about(matter, one) for one in checks.pending)
    if not green or waiting or unpushed_source(facts):
        return None
    return Standing.VERIFIED, f"GitHub's check {green[0].name} passed on {checks.sha[:7]}"


@cache
def _name(matter: Matter) -> re.Pattern[str]:
    return re.compile(_NAMES[matter], re.IGNORECASE)


def _is_about(matter: Matter, check: HeadCheck) -> bool:
    return bool(_name(matter).search(check.name[:200]))
