"""The rules of the `ralph` profile: the dual condition exactly as its pseudo-code puts it."""

from __future__ import annotations

from exitgate.core.decision import Verdict
from exitgate.core.reading import BlockStyle
from exitgate.core.rule import Case, Rule, Ruling, passes, rules
from exitgate.core.wording import counted

ENOUGH_INDICATORS = 2


def _promise(case: Case) -> Ruling:
    block = case.facts.reading.block
    if block is None or block.style is not BlockStyle.PROMISE or block.done is not True:
        return passes("no completion promise was given")
    return rules(Verdict.COMPLETE, "project_complete", "the agent gave the completion promise")


def _dual_condition(case: Case) -> Ruling:
    block, count = case.facts.reading.block, _indicators(case)
    enough = count >= ENOUGH_INDICATORS
    indicators = counted(count, "completion indicator")
    if block is None:
        if enough:
            because = f"no status block; {indicators}"
            return rules(Verdict.COMPLETE, "project_complete", because)
        return passes(f"no status block and {indicators}")
    if block.done is True:
        because = f"EXIT_SIGNAL is true with {indicators}"
        return rules(Verdict.COMPLETE, "project_complete", because)
    if enough and block.done is False:
        return passes(f"{indicators}, but EXIT_SIGNAL is false: more work needed")
    return passes("EXIT_SIGNAL is not true")


def _status_blocked(case: Case) -> Ruling:
    block = case.facts.reading.block
    if block is None or block.status != "BLOCKED":
        return passes("STATUS is not BLOCKED")
    return rules(Verdict.BLOCKED, "blocked", block.recommendation or "STATUS is BLOCKED")


def _indicators(case: Case) -> int:
    seen = case.evidence.get("completion_patterns")
    return int(getattr(seen.measure, "count", 0)) if seen is not None and seen.is_found else 0


RULES = (
    Rule("promise", "Did the agent give the completion promise?", _promise),
    Rule("dual_condition", "Do indicators and EXIT_SIGNAL agree on being done?", _dual_condition),
    Rule("status_blocked", "Does the status block say BLOCKED?", _status_blocked),
)
