"""Facts that cost a request are asked for only where a claim of completion is to be weighed."""

from __future__ import annotations

from dataclasses import replace

from exitgate.collect import Request
from exitgate.core.absence import Missing
from exitgate.core.changes import ChangeSet, matches_any
from exitgate.core.checks import HeadChecks
from exitgate.core.facts import Facts
from exitgate.core.policy import Policy
from exitgate.judge import judge, understand
from exitgate.signals import SIGNALS


def with_checks(facts: Facts, request: Request) -> Facts:
    """The facts with GitHub's own view of the head, where it could change the answer."""
    policy = request.policy
    if request.ask_checks is None:
        return facts
    if not policy.checks.read:
        return replace(facts, checks=Missing("checks.read is false in exitgate.yml"))
    if not _says_done(facts, policy):
        return replace(facts, checks=Missing("GitHub is asked only when the agent says done"))
    if request.first_word is not None:
        unasked = replace(facts, checks=Missing("GitHub has not answered yet"))
        request.first_word(judge(unasked, policy))
    head = facts.changes.head if isinstance(facts.changes, ChangeSet) else None
    earlier = frozenset(one.run.split(".")[0] for one in facts.history.recent if one.run)
    return replace(facts, checks=_counted(request.ask_checks(head or "", earlier), policy))


def _counted(checks: HeadChecks | Missing, policy: Policy) -> HeadChecks | Missing:
    if isinstance(checks, Missing):
        return checks
    kept = (one for one in checks.checks if not matches_any(one.name, policy.checks.ignore))
    return replace(checks, checks=tuple(kept))


def _says_done(facts: Facts, policy: Policy) -> bool:
    understood = understand(facts, policy)
    names = (*policy.proof.signalled, *policy.proof.claimed)
    asked = {name: policy.signals[name] for name in names if name in policy.signals}
    return any(SIGNALS[name].check(understood, options).is_found for name, options in asked.items())
