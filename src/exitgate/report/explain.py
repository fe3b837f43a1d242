"""Why, in words: each rule that was asked, and the setting that would change the verdict."""

from __future__ import annotations

from exitgate.core.decision import Decision, RuleTrace, Verdict
from exitgate.core.evidence import Evidence
from exitgate.report.escape import terminal, terminal_lines
from exitgate.report.words import verdict_words

COUNTING_SIGNALS = {
    "repeated_signature": "threshold",
    "repeated_error": "threshold",
    "repeated_tree": "threshold",
    "same_failures": "threshold",
    "repeated_message": "threshold",
    "repeated_question": "threshold",
    "repeated_denial": "threshold",
    "no_change": "threshold",
    "idle": "threshold",
    "agent_failing": "threshold",
    "plan_stalled": "threshold",
    "test_saturation": "threshold",
    "run_loop": "threshold",
}
"""Loop signals, each with the option that says from when on it finds something."""

SETTINGS = {
    "all_tasks_done": ("rules", "leave out all_tasks_done to let other rules decide"),
    "blocked": ("keywords.blocked", "the words that count as waiting for a person"),
    "circuit_open": (
        "breaker.same_error_open",
        "and breaker.no_change_open, breaker.cooldown_minutes; `exitgate reset` closes it now",
    ),
    "claimed_unverified": (
        "proof.contradicts",
        "and proof.confirms_claim: what may contradict or confirm a claim",
    ),
    "consecutive_errors": ("stuck.consecutive_errors", "the signals that fire this rule"),
    "done_signals": ("thresholds.complete_confidence", "confidence from which it is believed"),
    "high_completion": ("thresholds.min_completion", "percent of the plan from which it stops"),
    "in_progress": ("rules", "no rule fired; a budget would end the loop: budgets.max_iterations"),
    "loop_detected": ("stuck.loop_detected", "the signals that fire this rule"),
    "low_confidence": ("thresholds.min_confidence", "stated confidence below which it stops"),
    "max_cost": ("budgets.max_cost", "US dollars for the whole loop"),
    "max_iterations": ("budgets.max_iterations", "iterations for the whole loop"),
    "max_runtime": ("budgets.max_runtime", "seconds for the whole loop"),
    "max_tokens": ("budgets.max_tokens", "tokens for the whole loop"),
    "project_complete": (
        "proof.confirms_signal",
        "and thresholds.complete_confidence: what it takes to believe a completion",
    ),
    "stagnation": ("stuck.stagnation", "the signals that fire this rule"),
    "test_saturation": ("stuck.test_saturation", "the signals that fire this rule"),
    "too_many_errors": ("thresholds.max_errors", "errors in one response"),
    "unverified_completion": (
        "thresholds.doubtful_claims",
        "claims in a row, none verified, before a person must look",
    ),
}
"""Reason -> the place in exitgate.yml that decides it, and what is set there."""


def explain(decision: Decision) -> str:
    """Plain text, most important first."""
    words = verdict_words(decision.verdict)
    parts = [
        f"{words.title}: {terminal(decision.summary, 500)}\n{words.meaning} "
        f"Confidence {decision.confidence.value} of 100; "
        f"{'ready' if decision.merge_ready else 'not ready'} to merge.",
        _rules(decision),
        _confidence(decision),
        _missing(decision),
        _settings(decision),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def settings_for(decision: Decision) -> tuple[tuple[str, str], ...]:
    """The settings that would change this verdict, the most direct first."""
    named = [
        (f"signals.{seen.signal}.{option}", terminal(seen.headline, 160))
        for seen in decision.evidence
        if (option := _counting(seen)) and decision.verdict is Verdict.STUCK
    ]
    general = SETTINGS.get(decision.reason)
    return (*named, general) if general else tuple(named)


def _counting(seen: Evidence) -> str | None:
    return COUNTING_SIGNALS.get(seen.signal) if seen.is_found else None


def _rules(decision: Decision) -> str:
    if not decision.rules:
        return "No rule was asked."
    lines = [_rule(number, trace) for number, trace in enumerate(decision.rules, start=1)]
    if not any(trace.fired for trace in decision.rules):
        lines.append("No rule fired, so the loop goes on.")
    return "\n".join(("Rules, in the order they were asked:", *lines))


def _rule(number: int, trace: RuleTrace) -> str:
    did = "decided" if trace.fired else "passed"
    return f"  {number:>2}. {terminal(trace.rule, 60)} {did}: {terminal(trace.because, 300)}"


def _confidence(decision: Decision) -> str:
    lines = [
        f"  {part.points:+7.2f}  {terminal(part.signal, 60)}: {terminal(part.because, 200)}"
        for part in decision.confidence.parts
    ]
    title = f"Confidence {decision.confidence.value} came from:"
    return "\n".join((title, *lines)) if lines else ""


def _missing(decision: Decision) -> str:
    lines = [f"  {terminal_lines(what, 300)}" for what in decision.unmeasured[:20]]
    return "\n".join(("Not measured, so counted neither way:", *lines)) if lines else ""


def _settings(decision: Decision) -> str:
    if decision.reason == "cancelled":
        return "A person decided this; `exitgate reset` starts the loop anew."
    if decision.reason == "approved":
        return "A person decided this; no setting changes it."
    lines = [f"  {path}: {what}" for path, what in settings_for(decision)]
    title = "What would change it, in exitgate.yml:"
    return "\n".join((title, *lines)) if lines else ""
