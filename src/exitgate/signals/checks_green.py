"""What it sees: the check runs and commit statuses that GitHub holds for the judged commit, when
a claim of completion is weighed and the action has a token. The gate's own are left out.

Why it matters: they ran on a machine that the agent does not control, on the pushed commit.

Example: `test (3.12)` and `lint` succeeded on 4f2c91a.

False alarms: checks that never run the tests are green too. An agent whose job may write statuses
or checks can post one itself: give its job no such permission.
"""

from __future__ import annotations

from exitgate.core.absence import Missing
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.wording import counted
from exitgate.tamper.uncommitted import unpushed_source

NAME = "checks_green"
SHOWN = 10


def check(facts: Facts, _options: NoOptions) -> Evidence:
    checks = facts.checks
    if isinstance(checks, Missing):
        return unmeasured(NAME, checks.why)
    if checks.failed:
        return clear(NAME, f"the check {checks.failed[0].name} failed", measure=checks)
    if checks.pending:
        many = counted(len(checks.pending), "check is", "checks are")
        return unmeasured(NAME, f"{many} not over on {checks.sha[:7]}: {checks.pending[0].name}")
    if not checks.passed:
        return unmeasured(NAME, f"no check has reported on {checks.sha[:7]}")
    if left := unpushed_source(facts):
        return unmeasured(NAME, f"the checks did not see what is not committed: {left[0]}")
    many = counted(len(checks.passed), "check")
    names = tuple(one.name for one in checks.passed[:SHOWN])
    return found(NAME, f"{many} of {checks.sha[:7]} passed on GitHub", refs=names, measure=checks)


SIGNAL = Signal(
    name=NAME, question="Are GitHub's own checks of the head commit all green?", check=check
)
