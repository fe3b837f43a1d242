"""A claim about the build, the linter or the types, beside the run that could prove it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from exitgate.core.facts import Facts
from exitgate.core.transcript import Transcript
from exitgate.core.verification import CheckedClaim, Matter, Standing
from exitgate.proof.own_runs import independent
from exitgate.proof.runs import ProofRun, build_runs, lint_runs, type_runs

_WORDS = {
    Matter.LINT: r"\blint\w*|\b(?:eslint|ruff|flake8|pylint|clippy|rubocop)\b|\bformat",
    Matter.TYPES: r"\btype[- ]?check\w*|\bmypy\b|\bpyright\b|\btsc\b|\btypes?\b",
    Matter.BUILD: r"\bbuild\w*|\bcompil\w*|\bbundle\b",
}
_RUNS: dict[Matter, Callable[[Transcript], tuple[ProofRun, ...]]] = {
    Matter.LINT: lint_runs,
    Matter.TYPES: type_runs,
    Matter.BUILD: build_runs,
}
_NOUNS = {Matter.LINT: "linter", Matter.TYPES: "type check", Matter.BUILD: "build"}


def check_builds(text: str, facts: Facts) -> tuple[CheckedClaim, ...]:
    """One row for each thing that the sentence says: "lint and build pass" is two claims."""
    matters = tuple(matter for matter in _WORDS if _said(matter).search(text))
    return tuple(_one(text, matter, facts) for matter in matters or (Matter.BUILD,))


@cache
def _said(matter: Matter) -> re.Pattern[str]:
    return re.compile(_WORDS[matter], re.IGNORECASE)


def _one(text: str, matter: Matter, facts: Facts) -> CheckedClaim:
    if verdict := independent(matter, facts):
        grave = verdict[0] is Standing.CONTRADICTED
        return CheckedClaim(text, *verdict, about=matter, grave=grave)
    runs, noun = _RUNS[matter](facts.transcript), _NOUNS[matter]
    if not runs:
        because = f"no {noun} run was recorded"
        return CheckedClaim(text, Standing.UNVERIFIABLE, because, about=matter)
    standing, because = _against(runs[-1], noun)
    grave = standing is Standing.CONTRADICTED
    return CheckedClaim(text, standing, because, (runs[-1].ref,), matter, grave)


def _against(run: ProofRun, noun: str) -> tuple[Standing, str]:
    if run.passed is False:
        return Standing.CONTRADICTED, f"the last run failed: {run.shown}"
    if not run.is_fresh:
        return Standing.UNVERIFIABLE, f"the {noun} last ran before the last edit: {run.shown}"
    if run.passed is None:
        return Standing.UNVERIFIABLE, f"no result was recorded of {run.shown}"
    return Standing.VERIFIED, f"{run.shown} passed after the last edit"
