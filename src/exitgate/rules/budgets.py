"""Budgets for the whole loop, this iteration included. What was not measured cannot use one up."""

from __future__ import annotations

from collections.abc import Callable

from exitgate.core.decision import Verdict
from exitgate.core.rule import Case, Rule, Ruling, passes, rules
from exitgate.core.wording import amount, lasting


def _max_iterations(case: Case) -> Ruling:
    return _budget(
        "max_iterations", "iterations", case.facts.iteration, case.policy.budgets.max_iterations
    )


def _max_runtime(case: Case) -> Ruling:
    spent = case.facts.history.totals.duration_s + (case.facts.usage.duration_s or 0.0)
    limit = case.policy.budgets.max_runtime
    return _budget("max_runtime", "runtime", spent, limit, shown=lasting)


def _max_cost(case: Case) -> Ruling:
    spent = case.facts.history.totals.cost_usd + (case.facts.usage.cost_usd or 0.0)
    return _budget("max_cost", "US dollars", spent, case.policy.budgets.max_cost)


def _max_tokens(case: Case) -> Ruling:
    spent = case.facts.history.totals.tokens + (case.facts.usage.tokens or 0)
    return _budget("max_tokens", "tokens", spent, case.policy.budgets.max_tokens)


def _budget(
    reason: str,
    unit: str,
    spent: float,
    limit: float | None,
    *,
    shown: Callable[[float], str] = amount,
) -> Ruling:
    if limit is None:
        return passes(f"no limit on {unit}")
    if spent < limit:
        return passes(f"{shown(spent)} of {shown(limit)} {unit} used")
    return rules(Verdict.EXHAUSTED, reason, f"{shown(spent)} {unit} used of {shown(limit)} allowed")


RULES = (
    Rule("max_iterations", "Is the budget of iterations used up?", _max_iterations),
    Rule("max_runtime", "Is the budget of runtime used up?", _max_runtime),
    Rule("max_cost", "Is the budget of money used up?", _max_cost),
    Rule("max_tokens", "Is the budget of tokens used up?", _max_tokens),
)
