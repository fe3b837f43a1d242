"""Blocked on a person: no further iteration can help until somebody answers."""

from __future__ import annotations

from exitgate.core.decision import Verdict
from exitgate.core.rule import Case, Rule, Ruling, passes, rules


def _blocked(case: Case) -> Ruling:
    if (blocked := case.found("blocked")) is not None:
        return rules(Verdict.BLOCKED, "blocked", blocked.headline)
    return passes("the agent does not say that it needs a person to go on")


RULES = (Rule("blocked", "Does the agent need a person to go on?", _blocked),)
