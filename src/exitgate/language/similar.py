"""Are two short texts alike? Bounded, and cheap where they plainly are not."""

from __future__ import annotations

COMPARED_CHARS = 600


def alike(one: str, other: str, percent: int) -> bool:
    """True where the texts agree by at least so many percent, in order or as words."""
    if not one or not other:
        return False
    if one == other:
        return True
    if _surely_differ(one, other, percent):
        return False
    from rapidfuzz import fuzz

    left, right = one[:COMPARED_CHARS], other[:COMPARED_CHARS]
    if fuzz.ratio(left, right, score_cutoff=percent) > 0:
        return True
    return fuzz.token_sort_ratio(left, right, score_cutoff=percent) > 0


def _surely_differ(one: str, other: str, percent: int) -> bool:
    """Lengths or shared words that rule similarity out, without loading the library."""
    short, long = sorted((len(one), len(other)))
    if short * 200 < percent * (short + long):
        return True
    words, others = set(one.split()), set(other.split())
    return len(words & others) * 100 < len(words | others) * (percent - 40)
