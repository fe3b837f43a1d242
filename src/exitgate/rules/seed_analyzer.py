"""The rules of the `response-analyzer` profile: done signals at a confidence of 40 and more."""

from __future__ import annotations

from exitgate.core.decision import Verdict
from exitgate.core.rule import Case, Rule, Ruling, passes, rules


def _done_signals(case: Case) -> Ruling:
    keywords = case.found("completion_keywords")
    if keywords is None:
        return passes("fewer than two completion signals and none of very high weight")
    if case.found("not_done_signal") is not None:
        return passes("the agent says explicitly that it is not done")
    if (tests := case.found("test_only")) is not None:
        return passes(f"claimed, unverified: {tests.headline}")
    threshold = case.policy.thresholds.complete_confidence
    if case.confidence.value < threshold:
        return passes(f"confidence {case.confidence.value} is below {threshold}")
    because = f"{keywords.headline}, confidence {case.confidence.value} where {threshold} is enough"
    return rules(Verdict.COMPLETE, "done_signals", because)


RULES = (Rule("done_signals", "Do completion keywords and confidence suffice?", _done_signals),)
