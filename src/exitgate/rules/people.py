"""A person's word comes before everything the gate could find out."""

from __future__ import annotations

from exitgate.core.decision import Verdict
from exitgate.core.rule import Case, Rule, Ruling, passes, rules


def _cancelled(case: Case) -> Ruling:
    directive = case.facts.directive
    if directive is None:
        return passes("nobody cancelled this loop")
    if directive.command != "cancel":
        return passes(f"{directive.by} said {directive.command}; nobody cancelled this loop")
    return rules(Verdict.CANCELLED, "cancelled", f"cancelled by {directive.by}")


def _approved(case: Case) -> Ruling:
    directive = case.facts.directive
    if directive is None or directive.command != "approve":
        return passes("nobody approved this loop's work by hand")
    return rules(Verdict.COMPLETE, "approved", f"approved by {directive.by}")


RULES = (
    Rule("cancelled", "Did a person cancel this loop?", _cancelled),
    Rule("approved", "Did a person approve the work as it stands?", _approved),
)
