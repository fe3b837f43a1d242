"""What it sees: an unqualified sentence that the whole task is done, stated as a fact.

Why it matters: without a structured signal this is the only way in which an agent says that it
has finished.

Example: "All 12 stories are implemented and the sprint is complete." is a claim; "Tests done
but build failing" is not.

False alarms: one step of several, hedges, plans, asides and echoes of the task are no claims.
Open or failing work elsewhere in the message leaves little of the claim and is reported against
it. In some loops "the feature" is one story of many, which words alone do not show.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.plan import Plan
from exitgate.core.reading import Claim, Modality
from exitgate.core.signal import NoOptions, Signal
from exitgate.core.wording import clause
from exitgate.language.qualified import (
    defeaters,
    plan_claims,
    says_not_done,
    whole_task_claims,
)
from exitgate.signals.said import NOTHING_SAID, has_words, line_ref

NAME = "completion_claim"
TAKEN_BACK = 0.1
"""What a claim is worth that other words of the same message contradict."""


def check(facts: Facts, _options: NoOptions) -> Evidence:
    if not has_words(facts):
        return unmeasured(NAME, NOTHING_SAID)
    if says_not_done(facts.reading):
        return clear(NAME, "the agent's own signal says not done")
    claims = whole_task_claims(facts.reading) or _of_the_plan(facts)
    if not claims:
        return clear(NAME, "nothing claims that the whole task is done")
    claim = claims[-1]
    against = _against(facts)
    if against is not None and against.modality is Modality.PLAN:
        return clear(NAME, f"one step ended: {clause(against.text)}", refs=line_ref(against))
    if against is not None:
        headline = f"claimed, but taken back: {clause(claim.text)} / {clause(against.text)}"
        refs = (*line_ref(claim), *line_ref(against))
        return found(NAME, headline, strength=TAKEN_BACK, refs=refs, measure=claim)
    return found(NAME, f"claimed: {clause(claim.text)}", refs=line_ref(claim), measure=claim)


def _of_the_plan(facts: Facts) -> tuple[Claim, ...]:
    """ "The plan is complete" speaks of the work where every item of a plan is ticked."""
    ticked = isinstance(facts.plan, Plan) and bool(facts.plan.required) and facts.plan.is_complete
    return plan_claims(facts.reading) if ticked else ()


def _against(facts: Facts) -> Claim | None:
    """A plan first: who goes on working has ended a step, not the task."""
    against = defeaters(facts.reading)
    plans = (claim for claim in against if claim.modality is Modality.PLAN)
    return next(plans, next(iter(against), None))


SIGNAL = Signal(
    name=NAME,
    question="Does the agent claim, without reserve, that the whole task is done?",
    check=check,
)
