"""What surrounds a word of state: is it a state at all, negated, planned, conditional?"""

from __future__ import annotations

from exitgate.core.reading import Modality
from exitgate.language.counts import number
from exitgate.language.lines import Kind
from exitgate.language.sentences import Sentence
from exitgate.language.tagging import HARD_STOPS, Tag, Tagged, words_of
from exitgate.language.words.lexicon import Role, word_set

NEGATION_REACH = 5
"""Words between a "not" and the word that it turns round."""
VERB_REACH = 9
"""The same where the word follows a "to": "could not get the last of the tests to pass"."""
LINKS = word_set(
    """and or with in on for at by after before since but as now , ; : — – ( ) | → from to
    without via per of if once when until unless while though although however yet so
    because including together too also again here successfully except apart from und y et e
    mit con avec com para für pour pero mais aber mas this today i all is are was we you it
    that the across except everything which who where both at"""
)
"""Words that may follow a predicate; any other makes it an attribute ("a complete list")."""
ATTRIBUTES = word_set(
    """complete done ready pending outstanding incomplete unfinished undone deferred postponed
    abandoned remaining left pass passes passing passed working works clean green successful
    functional operational verified wip todo todos stalled compiles builds cleanly place"""
)
"""Words that may stand before a noun instead of ending a clause."""
AUXILIARIES = frozenset({"to", "will", "can", "must", "please", "i'll", "i", "you"})
BOOKKEEPING = frozenset({"marked", "marking", "mark", "marks"})
"""Ticking something off says nothing about the work itself."""
ABOUT = frozenset({"about", "to"})
QUOTING = word_set(
    """says say reads prints displays states logs shows outputs returns said saying told claims
    claimed claiming heard insists insisted alleges allegedly stated stating pretend pretends
    announces announced tell statement claim suggests according
    asserts assert requires require demands expects display"""
)
AIMS = word_set(
    """goal goals aim target expected expectation desired definition criterion wish assumption
    hypothesis instruction instructions prompt todo wanted intention message title example
    log logs banner"""
)
PLAN_LEADS = word_set("my the our a here is here's new proposed current this")
REACHED = frozenset({"achieved", "met", "reached", "done", "complete", "accomplished"})
"""Labels over what should be, not over what is."""
COPULAS = word_set(
    """is are was were be been being now fully all it's that's isn't aren't i'm everything's está
    están es son est sont ist sind é estão"""
)


def is_attributive(tagged: Tagged, tag: Tag) -> bool:
    """ "a complete list", "pending orders", "to complete the setup": not a state of the work."""
    tokens = tagged.tokens
    word = tokens[tag.end - 1]
    before = tokens[tag.start - 1] if tag.start else ""
    behind = tokens[tag.end] if tag.end < len(tokens) else ""
    if _is_verb(word, before, behind) or _is_ticking(tokens, tag):
        return True
    if word not in ATTRIBUTES or not behind or before in COPULAS:
        return False
    return behind not in LINKS and number(behind) is None and behind[0] != "#"


def _is_verb(word: str, before: str, behind: str) -> bool:
    return word == "complete" and (before in AUXILIARIES or behind == "the")


def _is_ticking(tokens: tuple[str, ...], tag: Tag) -> bool:
    """ "marked done", "the page says done": talk about a list or a text, not about the work."""
    if _is_quoted(tokens, tag):
        return True
    if tokens[tag.start - 1 : tag.start] in (("was",), ("were",)) and tag.end < len(tokens):
        return tokens[tag.end] in ("before", "until", "till", "earlier")
    near = tokens[max(0, tag.start - 4) : tag.start]
    summed_up = tokens[tag.start] == "done" and "summary" in tokens and "work" in near
    return summed_up or not BOOKKEEPING.isdisjoint(near)


def is_ticked_off(tagged: Tagged, tag: Tag) -> bool:
    """ "The job is marked as failed" tells what the program does."""
    before = tagged.tokens[max(0, tag.start - 3) : tag.start]
    return before[-1:] == ("as",) and not BOOKKEEPING.isdisjoint(before)


def _is_quoted(tokens: tuple[str, ...], tag: Tag) -> bool:
    """Someone's word, not the agent's: "I was told that"; "as I said" says it again."""
    for place in range(max(0, tag.start - 8), tag.start):
        if tokens[place] in QUOTING:
            again = "as" in tokens[max(0, place - 3) : place]
            about = not ABOUT.isdisjoint(tokens[place + 1 : place + 3])
            named = tokens[place] == "told" and about
            return not again and not named
    return False


def _is_plan_list(title: tuple[str, ...], kind: Kind) -> bool:
    """The items under "My plan:" are what will be done, in order."""
    bare = tuple(word for word in title if word != ":")
    return kind is Kind.ITEM and bare[-1:] == ("plan",) and PLAN_LEADS.issuperset(bare[:-1])


def is_aim(tagged: Tagged, tag: Tag, title: str, kind: Kind = Kind.PROSE) -> bool:
    """Said under a label that names what is wanted: "Goal: the task is complete"."""
    if title and (_names_an_aim(words_of(title)) or _is_plan_list(words_of(title), kind)):
        return True
    head = tagged.tokens[: min(tag.start - 1, 7)]
    return ":" in head and _names_an_aim(head[: head.index(":")])


def _names_an_aim(label: tuple[str, ...]) -> bool:
    return not AIMS.isdisjoint(label) and (REACHED.isdisjoint(label) or "definition" in label)


def is_negated(tagged: Tagged, tag: Tag) -> bool:
    """A negation in the same part of the sentence, a few words before."""
    behind_to = tagged.tokens[max(0, tag.start - 1) : tag.start] == ("to",)
    reach = VERB_REACH if behind_to else NEGATION_REACH
    for place in range(tag.start - 1, max(-1, tag.start - 1 - reach), -1):
        if tagged.tokens[place] == "," or tagged.tokens[place] in HARD_STOPS:
            return False
        if Role.CONTRAST in tagged.places[place]:
            return False
        if Role.NEGATION in tagged.places[place]:
            return True
    return False


def modality_at(tagged: Tagged, tag: Tag, sentence: Sentence) -> Modality:
    """Fact, unless the sentence asks, plans, wishes or makes it depend on something."""
    if sentence.asks or is_aim(tagged, tag, sentence.title, sentence.kind):
        return Modality.QUESTION if sentence.asks else Modality.WISH
    start, end = clause(tagged, tag)
    for other in tagged.tags:
        if other.role is Role.CONDITION and other is not tag and _holds(tagged, other, tag):
            return Modality.CONDITION
    inside = [other for other in tagged.tags if start <= other.start < tag.start < end]
    if any(other.role is Role.TIME for other in inside) and not _comma_between(tagged, inside, tag):
        return Modality.CONDITION
    if any(other.role is Role.PLAN for other in inside):
        return Modality.PLAN
    if any(other.role is Role.WISH for other in inside):
        return Modality.WISH
    return Modality.FACT


def _holds(tagged: Tagged, condition: Tag, tag: Tag) -> bool:
    """A condition reaches over the sentence, not back over a full stop of its own."""
    if condition.start == tag.start:
        return False
    low, high = sorted((condition.start, tag.start))
    return ";" not in tagged.tokens[low:high]


def _comma_between(tagged: Tagged, inside: list[Tag], tag: Tag) -> bool:
    last = max(other.start for other in inside if other.role is Role.TIME)
    return "," in tagged.tokens[last : tag.start]


def clause(tagged: Tagged, tag: Tag) -> tuple[int, int]:
    """The part of the sentence between hard stops and contrasting words."""
    start, end = 0, len(tagged.tokens)
    contrasts = [other.start for other in tagged.tags if other.role is Role.CONTRAST]
    stops = [place for place, word in enumerate(tagged.tokens) if word in HARD_STOPS]
    for stop in sorted({*contrasts, *stops}):
        if stop < tag.start:
            start = stop
        elif stop >= tag.end:
            return start, stop
    return start, end
