"""Does the evidence contradict something that the agent claims?

What it sees: each claim about tests, builds, files, counts and the task, in the final message and
the status block, beside the report, the recorded run, the diff or the plan that could prove it.

Why it matters: a claim that the evidence contradicts makes every other claim doubtful, and most
false completions come with at least one.

Example: "All 45 tests pass", while the report holds 12 tests and two of them fail.

False alarms: a claim about another suite than the one that was reported.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.verification import CheckedClaim, Standing
from exitgate.core.wording import counted

NAME = "claims_checked"
LEAST = 0.5
"""One claim that is not true weighs this much, however many trifles are right beside it."""


def check(facts: Facts, _options: NoOptions) -> Evidence:
    from exitgate.proof.claims import claims_of

    checked = claims_of(facts)
    if not checked:
        return unmeasured(NAME, "the agent claims nothing that could be checked")
    wrong = [claim for claim in checked if claim.standing is Standing.CONTRADICTED]
    refs = tuple(dict.fromkeys(ref for claim in (wrong or checked) for ref in claim.refs))
    if wrong:
        headline = f'"{wrong[0].text}": {wrong[0].because}'
        strength = max(LEAST, len(wrong) / len(checked))
        return found(NAME, headline, strength=strength, refs=refs, measure=checked)
    return clear(NAME, _sum(checked), refs=refs, measure=checked)


def _sum(checked: tuple[CheckedClaim, ...]) -> str:
    verified = sum(1 for claim in checked if claim.standing is Standing.VERIFIED)
    return f"{verified} of {counted(len(checked), 'claim')} verified, none contradicted"


SIGNAL = Signal(name=NAME, question="Does the evidence contradict a claim?", check=check)
