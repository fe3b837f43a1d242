"""A reserve that takes a claim back without naming anything that fails or is open.

"The task is complete, though the second point turned out to be impossible." The words of such a
reserve are never the same, the word that leads it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exitgate.core.reading import Claim, Modality, Polarity, Subject
from exitgate.language.sentences import Sentence
from exitgate.language.tagging import Tagged
from exitgate.language.words.lexicon import Role, word_set

LEADS = word_set(
    """but though although however unfortunately sadly regrettably aber allerdings jedoch obwohl
    leider mais cependant toutefois malheureusement pero aunque lamentablemente mas porém embora
    contudo infelizmente"""
)
FLAWS = word_set("caveat catch issue problem regression bug gap snag drawback flag exception")
COUNTED = word_set("one a there's there two only known")
LONGEST_LABEL = 6
HARMLESS = word_set(
    """you your if feel note recommend recommended suggest consider optional optionally intentional
    intentionally deliberately fixed resolved solved expected unrelated pre-existing scope
    du dir sie ihnen falls wenn vous tu si usted te você se"""
)
"""Advice to a person, what is settled, and what was meant so."""


def with_reserve(sentence: Sentence, tagged: Tagged, claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """The claims of a sentence; one of the whole task is not plain if a reserve follows it."""
    adverse = any(claim.polarity is not Polarity.DONE for claim in claims)
    done = [tag.end for tag in tagged.of(Role.DONE, Role.CLOSING)]
    if adverse or not done or sentence.asks or not _reserves(tagged, min(done)):
        return tuple(claims)
    return tuple(reserved(claims))


def reserves_what_stands(sentence: Sentence, tagged: Tagged) -> bool:
    """ "However, the second point turned out to be impossible.", as a sentence behind a claim."""
    if sentence.asks or tagged.tokens[:1] == ("but",):
        return False
    leads = _reserves(tagged, 0) and tagged.tokens[0] in LEADS
    return leads or _is_labelled(tagged.tokens)


def _is_labelled(tokens: tuple[str, ...]) -> bool:
    """ "One caveat: sorting is case-sensitive"; "Issue: #12" names the task."""
    label = tokens[: tokens.index(":")] if ":" in tokens[:LONGEST_LABEL] else ()
    behind = tokens[len(label) + 1 :]
    named = not FLAWS.isdisjoint(label) and not COUNTED.isdisjoint(label)
    return named and len(behind) > 1 and HARMLESS.isdisjoint(behind)


def reserved(claims: Sequence[Claim]) -> list[Claim]:
    return [replace(claim, hedged=True) if _is_whole(claim) else claim for claim in claims]


def _reserves(tagged: Tagged, start: int) -> bool:
    places = range(start, len(tagged.tokens))
    lead = next((place for place in places if tagged.tokens[place] in LEADS), None)
    if lead is None:
        return False
    behind = tagged.tokens[lead + 1 :]
    return len(behind) > 1 and HARMLESS.isdisjoint(behind)


def _is_whole(claim: Claim) -> bool:
    done = claim.subject is Subject.TASK and claim.polarity is Polarity.DONE
    return done and claim.modality is Modality.FACT
