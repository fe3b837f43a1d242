"""Did every check that the gate ran itself pass?

What it sees: the commands under `verify:` that the gate ran itself in a clean checkout of the head.

Why it matters: nobody had to be believed: neither the agent's words nor a report it could write.

Example: `python -m pytest -q` passed in the checkout of 4f2c91a.

False alarms: a check that needs a service or a secret, which the checkout does not have.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.tamper.uncommitted import unpushed_source
from exitgate.verify import all_passed

NAME = "verify_passed"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    seen = all_passed(NAME, facts.verified)
    if seen.is_found and (left := unpushed_source(facts)):
        return unmeasured(NAME, f"the checkout did not have what is not committed: {left[0]}")
    return seen


SIGNAL = Signal(name=NAME, question="Did every check that the gate ran itself pass?", check=check)
