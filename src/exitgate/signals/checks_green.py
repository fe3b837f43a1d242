"""What it sees: the check runs and commit statuses that GitHub holds for the judged commit, when
a claim of completion is weighed and the action has a token. The gate's own are left out.

Why it matters: they ran on a machine that the agent does not control, on the pushed commit.

Example: `test (3.12)` and `lint` succeeded on 4f2c91a.

False alarms: a check counts as proof by a word in its name, and may do less than it says; the
agent's own job or a labeller is none. An agent whose job may write statuses or checks can post one
itself: give its job no such permission.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from exitgate.core.absence import Missing
from exitgate.core.checks import HeadChecks
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import Signal
from exitgate.core.wording import counted
from exitgate.tamper.uncommitted import unpushed_source

NAME = "checks_green"
SHOWN = 10


@dataclass(frozen=True, slots=True)
class Options:
    proving: tuple[str, ...] = (
        "test", "tests", "spec", "specs", "unit", "e2e", "integration", "ci", "build", "compile",
        "lint", "typecheck", "types", "check", "checks", "verify", "quality", "mypy", "tox",
    )  # fmt: skip
    """Words of which a check's name must begin or end with one, to prove something of the work."""


def check(facts: Facts, options: Options) -> Evidence:
    checks = facts.checks
    if isinstance(checks, Missing):
        return unmeasured(NAME, checks.why)
    if checks.failed:
        return clear(NAME, f"the check {checks.failed[0].name} failed", measure=checks)
    if why := _unanswered(checks, facts):
        return unmeasured(NAME, why)
    names = [one.name for one in checks.passed if _proves(one.name, options.proving)]
    if not names:
        return unmeasured(NAME, f"no check tests the work, by its name: {checks.passed[0].name}")
    told = f"{counted(len(names), 'check')} of {checks.sha[:7]} passed on GitHub: {names[0]}"
    return found(NAME, told, refs=names[:SHOWN], measure=checks)


def _unanswered(checks: HeadChecks, facts: Facts) -> str:
    """Why the checks have not said anything about the work as it is."""
    if checks.pending:
        many = counted(len(checks.pending), "check is", "checks are")
        return f"{many} not over on {checks.sha[:7]}: {checks.pending[0].name}"
    if not checks.passed:
        return f"no check has reported on {checks.sha[:7]}"
    left = unpushed_source(facts)
    return f"the checks did not see what is not committed: {left[0]}" if left else ""


def _proves(name: str, words: tuple[str, ...]) -> bool:
    """ "unit-tests (3.12)", "CI / build", "pytest"; not "agent" or "license"."""
    parts = re.findall(r"[a-z0-9]{1,40}", name[:200].lower())
    return any(part.startswith(words) or part.endswith(words) for part in parts)


SIGNAL = Signal(
    name=NAME,
    question="Are GitHub's own checks of the head commit all green?",
    check=check,
    options=Options,
)
