"""What it sees: a claim that a failure refutes: tests, build, lint or types said to pass whose last
run failed, or plan items ticked while nothing else changed.

Why it matters: the agent calls done what the evidence shows undone; whatever else confirms it, the
work is not finished. Wrong numbers and file names alone do not refute a completion.

Example: "Ruff is clean", and the last `ruff check .` ended with two errors.

False alarms: a last run that failed for a reason outside the work, such as a tool that is missing.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal

NAME = "claims_refuted"


def check(facts: Facts, _options: NoOptions) -> Evidence:
    from exitgate.proof.claims import claims_of

    checked = claims_of(facts)
    if not checked:
        return unmeasured(NAME, "the agent claims nothing that could be checked")
    grave = [claim for claim in checked if claim.grave]
    if not grave:
        return clear(NAME, "no failure refutes a claim", measure=checked)
    headline = f'"{grave[0].text}": {grave[0].because}'
    return found(NAME, headline, refs=grave[0].refs, measure=tuple(grave))


SIGNAL = Signal(name=NAME, question="Does a failure refute a claim of the agent?", check=check)
