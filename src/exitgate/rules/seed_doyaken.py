"""The rule of the `doyaken` profile: completion from a confidence of 70 on."""

from __future__ import annotations

from exitgate.core.decision import Verdict
from exitgate.core.rule import Case, Rule, Ruling, passes, rules


def _confident_completion(case: Case) -> Ruling:
    value, needed = case.confidence.value, case.policy.thresholds.complete_confidence
    if case.found("not_done_signal") is not None:
        return passes("the agent says explicitly that it is not done")
    if value < needed:
        return passes(f"confidence {value} is below {needed}")
    return rules(
        Verdict.COMPLETE, "project_complete", f"confidence {value} where {needed} is enough"
    )


RULES = (
    Rule("confident_completion", "Is the completion score high enough?", _confident_completion),
)
