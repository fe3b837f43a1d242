"""Where a sentence tells how a thing was done or what was wrong, which limits no claim.

In "I have fixed the issue where the list may be empty when nothing matches" neither the "may" nor
the "when" speaks of the fix; in "resolved it by moving the call out of the loop" the loop is no
step of a plan.
"""

from __future__ import annotations

from typing import NamedTuple

from exitgate.language.tagging import Tag, Tagged, assembled
from exitgate.language.words.lexicon import Role

LIMITING = frozenset(
    {Role.CONDITION, Role.TIME, Role.HEDGE, Role.PARTIAL, Role.PLAN, Role.WISH, Role.SCOPE}
    | {Role.WHOLE, Role.STEP, Role.PIECE, Role.TESTS, Role.BUILD}
)
"""What a description may hold without limiting the claim; failures are admitted anywhere."""
ENDS = frozenset(",;:—–|→")
FAULTS = frozenset({"where", "when", "whenever"})
REPORTS = (Role.DONE, Role.REPORT)


class Span(NamedTuple):
    start: int
    end: int


def without_description(tagged: Tagged) -> Tagged:
    """The sentence without the tags of the first description behind its report."""
    reports = tagged.of(*REPORTS)
    if not reports:
        return tagged
    span = _description(tagged, reports[0])
    if span is None:
        return tagged
    kept = [
        t for t in tagged.tags if t.role not in LIMITING or not span.start <= t.start < span.end
    ]
    return assembled(tagged.tokens, kept)


def _description(tagged: Tagged, report: Tag) -> Span | None:
    tokens = tagged.tokens
    for place in range(report.end, len(tokens)):
        if Role.CONTRAST in tagged.places[place]:
            return None
        how = tokens[place] == "by" and tokens[place + 1 : place + 2] and _is_gerund(tokens, place)
        fault = tokens[place] in FAULTS and tagged.between(Role.PIECE, report.end, place)
        if how or fault:
            return Span(place, _end(tagged, place + 1))
    return None


def _is_gerund(tokens: tuple[str, ...], place: int) -> bool:
    return tokens[place + 1].endswith("ing")


def _end(tagged: Tagged, start: int) -> int:
    for place in range(start, len(tagged.tokens)):
        if tagged.tokens[place] in ENDS or Role.CONTRAST in tagged.places[place]:
            return place
    return len(tagged.tokens)
