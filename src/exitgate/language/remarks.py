"""A remark beside an answer: does it only comment, or does it take the answer back?"""

from __future__ import annotations

from exitgate.core.policy import Keywords
from exitgate.language.counts import progress_in
from exitgate.language.tagging import Tagged, table, tag
from exitgate.language.words.lexicon import Role

NONE = frozenset({"0", "no", "zero", "none", "nothing", "not", "without", "any"})
DOUBTS = (
    Role.CONTRAST, Role.CONDITION, Role.PARTIAL, Role.HEDGE, Role.OPEN, Role.SCOPE, Role.WISH,
    Role.PLAN,
)  # fmt: skip


def qualifies(remark: str) -> bool:
    """ "but tests fail", "for this phase", "3 of 7"; not "all stories pass", "no failures"."""
    tagged = _tagged(remark)
    progress = progress_in(tagged)
    partial = progress is not None and progress.is_partial
    return partial or tagged.has(*DOUBTS) or _troubled(tagged, Role.FAILING, Role.LEFT) or any(
        tagged.between(Role.NEGATION, state.start - 3, state.start)
        for state in tagged.of(Role.DONE, Role.WORKS)
    )  # fmt: skip


def tells_failure(remark: str) -> bool:
    """ "2 failing"; not "0 failing"."""
    return _troubled(_tagged(remark), Role.FAILING)


def _tagged(remark: str) -> Tagged:
    return tag(remark, table("en", Keywords()))


def _troubled(tagged: Tagged, *roles: Role) -> bool:
    return any(
        NONE.isdisjoint(tagged.tokens[max(0, found.start - 2) : found.start])
        for found in tagged.of(*roles)
    )
