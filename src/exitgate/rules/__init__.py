"""Named decision rules. Profiles put them in order; adding one is a line in this list."""

from __future__ import annotations

from exitgate.core.rule import Rule
from exitgate.rules import (
    blocked,
    breaker,
    budgets,
    completion,
    people,
    seed_analyzer,
    seed_blackbox,
    seed_doyaken,
    seed_ralph,
    stuck,
)

RULES: dict[str, Rule] = {
    rule.name: rule
    for rule in (
        *people.RULES,
        *breaker.RULES,
        *completion.RULES,
        *blocked.RULES,
        *budgets.RULES,
        *stuck.RULES,
        *seed_analyzer.RULES,
        *seed_blackbox.RULES,
        *seed_ralph.RULES,
        *seed_doyaken.RULES,
    )
}
