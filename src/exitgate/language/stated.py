"""How confident the words sound: explicit words first, else hedges against certainties."""

from __future__ import annotations

from exitgate.language.tagging import words_of

SURE = frozenset({"confident", "certainly", "absolutely"})
LIKELY = frozenset({"likely", "probably"})
HEDGES = ("maybe", "might", "could", "approximately")
CERTAINTIES = ("definitely", "assured", "guaranteed")
SURE_SCORE, LIKELY_SCORE, BASE_SCORE, STEP = 90, 60, 50, 10
NEGATIONS = frozenset({"not", "no", "isn't", "never", "n't", "can't", "cannot", "aren't", "hardly"})


def stated_confidence(asserted: str) -> int:
    """0 to 100. A negated word ("not confident") gives nothing."""
    tokens = words_of(asserted)
    words = {
        word
        for place, word in enumerate(tokens)
        if NEGATIONS.isdisjoint(tokens[max(0, place - 2) : place])
    }
    if words & SURE:
        return SURE_SCORE
    if words & LIKELY:
        return LIKELY_SCORE
    score = BASE_SCORE
    score -= STEP * sum(1 for hedge in HEDGES if hedge in words)
    score += STEP * sum(1 for word in CERTAINTIES if word in words)
    return min(100, max(0, score))
