"""Complete means: said, confirmed by something independent, and contradicted by nothing."""

from __future__ import annotations

from exitgate.core.decision import Verdict
from exitgate.core.history import IterationRecord
from exitgate.core.rule import Case, Rule, Ruling, passes, rules
from exitgate.core.trend import equal_at_end, moved_on, timeline
from exitgate.core.wording import counted
from exitgate.rules.proof import headlines, proof_of, says_done

COMPLETE = Verdict.COMPLETE.value
WITH_OPEN_PLAN = 2
"""How many times more unverified claims pass while the plan names what is left to do."""


def _verified_complete(case: Case) -> Ruling:
    proof = proof_of(case)
    if proof.said is None:
        return passes("the agent does not say that the whole task is done")
    if proof.contradicted_by:
        return passes(f"claimed, unverified: {headlines(proof.contradicted_by)}")
    if not proof.confirmed_by:
        return passes(f"claimed, unverified: {proof.lacking}")
    because = f"{proof.said.headline}; confirmed: {headlines(proof.confirmed_by)}"
    return rules(Verdict.COMPLETE, "project_complete", because)


def _unverified_claims(case: Case) -> Ruling:
    """Counts this claim and the ones right before it.

    A quiet iteration starts the count anew, and so does real progress: an agent that claims too
    much while plan items get done or tests get green is working. Where the plan names open work
    the next iteration can do it, so more claims pass, as long as the plan does not stand still.
    """
    if not says_done(case):
        return passes("completion is not claimed")
    limit, doubtful = case.policy.thresholds.doubtful_claims, case.policy.thresholds.doubtful_below
    if (plan := case.found("plan_open")) is not None:
        limit *= WITH_OPEN_PLAN
        if len(_plan_stands(case)) < limit:
            return passes(f"there is work for the next iteration: {plan.headline}")
    if case.confidence.value >= doubtful:
        return passes(f"confidence {case.confidence.value} is not below {doubtful}")
    claims = 1
    for record in reversed(case.facts.history.recent):
        if not record.claimed or record.confidence >= doubtful or record.verdict == COMPLETE:
            break
        if moved_on((record, case.facts.current)):
            break
        claims += 1
    if claims < limit:
        times = counted(limit, "time")
        return passes(f"completion claimed {claims} of {times} in a row without proof")
    often = f"done was claimed {counted(claims, 'time')} in a row and never verified"
    return rules(Verdict.REVIEW, "unverified_completion", f"{often}; a person must look")


def _plan_stands(case: Case) -> tuple[IterationRecord, ...]:
    """The iterations at the end that neither did an item of the plan nor found a new one."""
    records = timeline(case.facts)
    counts = [None if one.plan_done is None else (one.plan_done, one.plan_total) for one in records]
    return equal_at_end(records, counts)[1:]


RULES = (
    Rule(
        "verified_complete",
        "Is the whole task said to be done, confirmed and contradicted by nothing?",
        _verified_complete,
    ),
    Rule(
        "unverified_claims",
        "Was completion claimed several times in a row without ever being verified?",
        _unverified_claims,
    ),
)
