"""Stuck, seen four ways. Which signals make each rule fire is the profile's `stuck` table."""

from __future__ import annotations

from collections.abc import Callable

from exitgate.core.decision import Verdict
from exitgate.core.rule import Case, Rule, Ruling, passes, rules
from exitgate.rules.proof import found_among, headlines, says_done


def _any_found(name: str, quiet: str) -> Callable[[Case], Ruling]:
    def ask(case: Case) -> Ruling:
        seen = found_among(case, _signals(case, name))
        if not seen:
            return passes(quiet)
        return rules(Verdict.STUCK, name, headlines(seen))

    return ask


def _signals(case: Case, rule: str) -> tuple[str, ...]:
    """The rule's signals, less those that a claim sets off just by being made again."""
    echoes = case.policy.proof.echoes if says_done(case) else ()
    return tuple(name for name in case.policy.stuck.get(rule, ()) if name not in echoes)


RULES = (
    Rule(
        "loop_detected",
        "Does the agent repeat itself without getting anywhere?",
        _any_found("loop_detected", "nothing repeats itself"),
    ),
    Rule(
        "consecutive_errors",
        "Did the agent itself fail several times in a row?",
        _any_found("consecutive_errors", "the agent itself did not fail several times in a row"),
    ),
    Rule(
        "stagnation",
        "Did several iterations in a row bring nothing?",
        _any_found("stagnation", "there was progress, or it is too early to say"),
    ),
    Rule(
        "test_saturation",
        "Did several iterations in a row only run tests?",
        _any_found("test_saturation", "the iterations did more than run tests"),
    ),
)
