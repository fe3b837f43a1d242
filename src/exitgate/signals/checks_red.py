"""What it sees: a failed check run or commit status of the judged commit, except the gate's own.

Why it matters: what fails on GitHub is not done, whatever the agent's own runs say.

Example: `test (3.12)` failed on 4f2c91a while the agent says that all tests pass.

False alarms: a check that has nothing to do with the work; name it under `checks.ignore`.
"""

from __future__ import annotations

from exitgate.core.absence import Missing
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal

NAME = "checks_red"
SHOWN = 10


def check(facts: Facts, _options: NoOptions) -> Evidence:
    checks = facts.checks
    if isinstance(checks, Missing):
        return unmeasured(NAME, checks.why)
    if not checks.failed:
        seen = len(checks.passed) + len(checks.pending)
        if not seen:
            return unmeasured(NAME, f"no check has reported on {checks.sha[:7]}")
        return clear(NAME, f"no check of {checks.sha[:7]} failed on GitHub", measure=checks)
    names = tuple(one.name for one in checks.failed)
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    told = f"the check {names[0]}{more} failed on GitHub for {checks.sha[:7]}"
    return found(NAME, told, refs=names[:SHOWN], measure=checks)


SIGNAL = Signal(name=NAME, question="Did a check of the head commit fail on GitHub?", check=check)
