"""Every reason a decision can give, and for every rule the settings that would change its mind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from exitgate.core.decision import Verdict


@dataclass(frozen=True, slots=True)
class Reason:
    verdict: Verdict
    meaning: str


REASONS: Mapping[str, Reason] = {
    "in_progress": Reason(Verdict.CONTINUE, "No rule fired: there is work to do."),
    "claimed_unverified": Reason(
        Verdict.CONTINUE, "Done was claimed, but nothing confirms it or something contradicts it."
    ),
    "project_complete": Reason(Verdict.COMPLETE, "Done was said and believed."),
    "approved": Reason(Verdict.COMPLETE, "A person approved the work as it stands."),
    "done_signals": Reason(Verdict.COMPLETE, "Completion keywords at enough confidence."),
    "high_completion": Reason(Verdict.COMPLETE, "Enough of the plan is ticked."),
    "all_tasks_done": Reason(Verdict.COMPLETE, "Every task of the plan is ticked."),
    "loop_detected": Reason(Verdict.STUCK, "The agent repeats itself without getting anywhere."),
    "consecutive_errors": Reason(Verdict.STUCK, "The agent itself failed several times in a row."),
    "stagnation": Reason(Verdict.STUCK, "Several iterations in a row brought nothing."),
    "test_saturation": Reason(Verdict.STUCK, "Several iterations in a row only ran tests."),
    "circuit_open": Reason(Verdict.STUCK, "The circuit breaker is open."),
    "too_many_errors": Reason(Verdict.STUCK, "The response reports too many errors."),
    "blocked": Reason(Verdict.BLOCKED, "The agent cannot go on without a person."),
    "max_iterations": Reason(Verdict.EXHAUSTED, "The budget of iterations is used up."),
    "max_runtime": Reason(Verdict.EXHAUSTED, "The budget of time is used up."),
    "max_cost": Reason(Verdict.EXHAUSTED, "The budget of money is used up."),
    "max_tokens": Reason(Verdict.EXHAUSTED, "The budget of tokens is used up."),
    "unverified_completion": Reason(
        Verdict.REVIEW, "Done was claimed several times in a row and never verified."
    ),
    "low_confidence": Reason(Verdict.REVIEW, "The agent's language sounds unsure."),
    "cancelled": Reason(Verdict.CANCELLED, "A person cancelled the loop."),
}


@dataclass(frozen=True, slots=True)
class Setting:
    path: str
    """Where it stands in exitgate.yml, from the top."""
    what: str


BY_RULE: Mapping[str, tuple[Setting, ...]] = {
    "cancelled": (),
    "approved": (),
    "circuit_open": (
        Setting("breaker.same_error_open", "iterations with the same error that open it"),
        Setting("breaker.no_change_open", "iterations without a change that open it"),
        Setting("breaker.cooldown_minutes", "minutes until it lets one iteration try again"),
    ),
    "verified_complete": (
        Setting("proof.confirms_signal", "what may stand behind a structured signal"),
        Setting("proof.confirms_claim", "what may stand behind a claim in prose"),
        Setting("proof.contradicts", "what must not be found"),
    ),
    "blocked": (Setting("rules", "leave out `blocked` to let the agent try again"),),
    "max_iterations": (Setting("budgets.max_iterations", "iterations for the whole loop"),),
    "max_runtime": (Setting("budgets.max_runtime", "time for the whole loop, such as 90m or 2h"),),
    "max_cost": (Setting("budgets.max_cost", "US dollars for the whole loop"),),
    "max_tokens": (Setting("budgets.max_tokens", "tokens for the whole loop"),),
    "loop_detected": (Setting("stuck.loop_detected", "the signals that fire this rule"),),
    "consecutive_errors": (Setting("stuck.consecutive_errors", "the signals that fire this rule"),),
    "stagnation": (Setting("stuck.stagnation", "the signals that fire this rule"),),
    "test_saturation": (Setting("stuck.test_saturation", "the signals that fire this rule"),),
    "unverified_claims": (
        Setting("thresholds.doubtful_claims", "claims in a row before a person must look"),
        Setting("thresholds.doubtful_below", "confidence under which a claim is doubted"),
    ),
    "done_signals": (
        Setting("thresholds.complete_confidence", "confidence from which keywords are believed"),
        Setting("keywords.done", "more words that count, beside the shipped ones"),
    ),
    "high_completion": (
        Setting("thresholds.min_completion", "percent of the plan from which the loop ends"),
    ),
    "low_confidence": (
        Setting("thresholds.min_confidence", "confidence in the language that is asked for"),
    ),
    "too_many_errors": (Setting("thresholds.max_errors", "errors allowed in one response"),),
    "all_tasks_done": (Setting("rules", "leave out `all_tasks_done` to let other rules decide"),),
    "promise": (Setting("keywords.promise", "the word that the promise must hold"),),
    "dual_condition": (
        Setting("rules", "leave out `dual_condition`, or take a profile that asks for evidence"),
    ),
    "status_blocked": (Setting("rules", "leave out `status_blocked` to let the agent try again"),),
    "confident_completion": (
        Setting("thresholds.complete_confidence", "score from which a completion is believed"),
        Setting("weights", "what each signal adds to the score"),
    ),
}
"""No setting at all: a person decided."""

GOES_ON: Mapping[str, tuple[Setting, ...]] = {
    "in_progress": (
        Setting("budgets.max_iterations", "no rule fired; a budget would end the loop"),
    ),
    "claimed_unverified": BY_RULE["verified_complete"],
}
"""The same for decisions that no rule made."""

COUNTS: Mapping[str, str] = {
    "repeated_signature": "threshold",
    "repeated_error": "threshold",
    "repeated_tree": "threshold",
    "same_failures": "threshold",
    "repeated_message": "threshold",
    "same_trouble": "threshold",
    "repeated_question": "threshold",
    "repeated_denial": "threshold",
    "no_change": "threshold",
    "idle": "threshold",
    "agent_failing": "threshold",
    "plan_stalled": "threshold",
    "test_saturation": "threshold",
    "run_loop": "",
}
"""Signals that count, each with the option that says from when on; run_loop has one a pattern."""

PATTERNS: Mapping[str, str] = {
    "same call, same result": "identical",
    "cycle of calls": "rounds",
    "same error from different calls": "same_error",
    "same check, same result": "same_check",
    "nothing that was not seen before": "nothing_new",
    "almost every call fails": "all_failing",
    "the same words over and over": "chant",
    "talk without action": "monologue",
    "stopped by the agent's own loop detector": "stopped",
}
"""How a loop inside a run is told, and the option of run_loop that says from when on."""
