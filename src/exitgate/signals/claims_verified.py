"""Is at least one claim proved by evidence, and none contradicted?

What it sees: the same pairs of claim and evidence as `claims_checked`.

Why it matters: it is the opposite answer: what the agent says can be relied on so far.

Example: "All tests pass", and the report of this iteration has 45 tests, all green.

False alarms: claims about trifles can be true while the task is not done.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.verification import Standing

NAME = "claims_verified"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    from exitgate.proof.claims import claims_of

    checked = claims_of(facts)
    if not checked:
        return unmeasured(NAME, "the agent claims nothing that could be checked")
    proved = [claim for claim in checked if claim.standing is Standing.VERIFIED]
    if any(claim.standing is Standing.CONTRADICTED for claim in checked):
        return clear(NAME, "at least one claim is contradicted", measure=checked)
    if not proved:
        return clear(NAME, "no claim could be proved", measure=checked)
    return found(
        NAME,
        f'"{proved[0].text}": {proved[0].because}',
        strength=len(proved) / len(checked),
        refs=dict.fromkeys(ref for claim in proved for ref in claim.refs),
        measure=checked,
    )


SIGNAL = Signal(name=NAME, question="Is a claim proved by evidence?", check=check)
