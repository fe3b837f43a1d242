"""A remark beside an answer: does it only comment, or does it take the answer back?"""

from __future__ import annotations

import re
from functools import cache

from exitgate.core.policy import Keywords
from exitgate.language.counts import number, progress_in
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


def limits(remark: str) -> bool:
    """ "phase 1", "this story only", "but tests fail": the answer holds for a part."""
    tagged = _tagged(remark)
    parts = tagged.of(Role.STEP, Role.PIECE)
    numbered = any(
        number(word.lstrip("#")) is not None
        for part in parts
        for word in tagged.tokens[part.end : part.end + 1]
    )
    return numbered or qualifies(remark)


def tells_failure(remark: str) -> bool:
    """ "2 failing"; not "0 failing"."""
    return _troubled(_tagged(remark), Role.FAILING)


@cache
def _retraction() -> re.Pattern[str]:
    return re.compile(
        r"(?:(?:just|only|i'?m|i was|i am) (?:kidding|joking)|(?:kidding|joking|jk|psych)\b"
        r"|not really|scratch that|never ?mind|ignore (?:that|the above|the promise|my last)"
        r"|disregard (?:that|the above)|actually,? (?:no|not|it is not|it's not)\b"
        r"|no,? wait|wait,? (?:no|not)\b|i take (?:that|it) back"
        r"|(?:wait|oops|whoops|hold on)\W{1,5}(?:i|that|this|it|there|the|one|two|some)\b"
        r"|i (?:forgot|overlooked)\b|(?:well,? )?(?:except|minus|but not)\b)",
        re.IGNORECASE,
    )


@cache
def _next_work() -> re.Pattern[str]:
    item = r"(?:us|story|task|phase|step|issue|feature|item|epic|sprint|milestone|section|part)"
    return re.compile(
        r"(?:continue|proceed|move on|go on|start|begin|pick up|carry on)"
        r"(?: (?:to|with|on|working)){0,3}"
        rf" (?:the )?(?:(?:next|remaining|following) (?:\w{{1,20}} )?{item}s?\b"
        rf"|remaining (?:work|tasks|items)|(?:\w{{1,20}} )?{item}[ -]?#?\d|#\d)",
        re.IGNORECASE,
    )


def sends_on(advice: str) -> bool:
    """ "Continue to US-006", "Start the next story"; not "Continue monitoring"."""
    return _next_work().match(advice.strip(" \t*_`\"'")[:300]) is not None


def retracts(sentence: str) -> bool:
    """ "Just kidding.", "Scratch that": what was said right before is not meant."""
    return _retraction().match(sentence.strip(" \t*_#->(\"'")[:200]) is not None


def _tagged(remark: str) -> Tagged:
    return tag(remark, table("en", Keywords()))


def _troubled(tagged: Tagged, *roles: Role) -> bool:
    return any(
        NONE.isdisjoint(tagged.tokens[max(0, found.start - 2) : found.start])
        for found in tagged.of(*roles)
    )
