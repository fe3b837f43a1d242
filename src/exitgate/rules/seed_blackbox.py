"""The rules of the `blackbox` profile, in the order of its document."""

from __future__ import annotations

from exitgate.core.absence import Missing
from exitgate.core.decision import Verdict
from exitgate.core.rule import Case, Rule, Ruling, passes, rules
from exitgate.core.wording import counted, every


def _high_completion(case: Case) -> Ruling:
    percent = _completion(case)
    if percent is None:
        return passes("no plan to measure completion by")
    needed = case.policy.thresholds.min_completion
    if percent < needed:
        return passes(f"completion is {percent} %, below {needed} %")
    return rules(
        Verdict.COMPLETE, "high_completion", f"completion is {percent} %, {needed} % is enough"
    )


def _low_confidence(case: Case) -> Ruling:
    if case.found("stated_confidence") is None:
        return passes("the response states nothing to read confidence from")
    value, needed = case.confidence.value, case.policy.thresholds.min_confidence
    if value >= needed:
        return passes(f"the agent's language gives a confidence of {value}, {needed} is enough")
    return rules(
        Verdict.REVIEW,
        "low_confidence",
        f"the agent's language gives a confidence of {value}, {needed} needed; a person must look",
    )


def _too_many_errors(case: Case) -> Ruling:
    errors, allowed = case.facts.reading.error_words, case.policy.thresholds.max_errors
    because = f"{counted(errors, 'error')} in the response, {allowed} allowed"
    if errors <= allowed:
        return passes(because)
    return rules(Verdict.STUCK, "too_many_errors", because)


def _all_tasks_done(case: Case) -> Ruling:
    plan = case.facts.plan
    if isinstance(plan, Missing):
        return passes("no plan was found")
    if not plan.is_complete:
        return passes(f"open tasks: {len(plan.open_items)} of {len(plan.required)}")
    done = every(len(plan.required), "task")
    return rules(Verdict.COMPLETE, "all_tasks_done", f"{done} done")


def _completion(case: Case) -> int | None:
    plan = case.facts.plan
    if isinstance(plan, Missing) or not plan.required:
        return None
    return 100 * plan.done_count // len(plan.required)


RULES = (
    Rule("high_completion", "Is enough of the plan done?", _high_completion),
    Rule("low_confidence", "Does the agent sound unsure?", _low_confidence),
    Rule("too_many_errors", "Does the response report too many errors?", _too_many_errors),
    Rule("all_tasks_done", "Is every task of the plan done?", _all_tasks_done),
)
