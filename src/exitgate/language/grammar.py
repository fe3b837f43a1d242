"""What surrounds a word of state: negation, modality, and what it is said of."""

from __future__ import annotations

from exitgate.core.reading import Modality, Subject
from exitgate.language.counts import number
from exitgate.language.lines import Kind
from exitgate.language.sentences import Sentence
from exitgate.language.tagging import HARD_STOPS, Tag, Tagged
from exitgate.language.words.lexicon import Role, word_set

NEGATION_REACH = 5
"""Words between a "not" and the word that it turns round."""
BARE_WORDS = 7
POINTING = frozenset({Role.ALL, Role.THAT, Role.SELF, Role.HEDGE, Role.NEGATION, Role.CONTRAST,
                      Role.DONE, Role.PARTIAL})  # fmt: skip
MOST_NAMES = 40
SUBJECTS = (Role.WHOLE, Role.STEP, Role.PIECE, Role.TESTS, Role.BUILD)
FINDINGS = word_set("bugs issues problems changes errors")
DEFINITE = word_set("""the this your that reported original requested el la le der die das o a""")
LINKS = word_set(
    """and or with in on for at by after before since but as now , ; : — – ( ) | → from to
    without via per of if once when until unless while though although however yet so
    because including together too also again here successfully except apart from und y et e
    mit con avec com para für pour pero mais aber mas this today i all is are was we you it
    that the across except everything which who where both at"""
)
"""Words that may follow a predicate; any other makes it an attribute ("a complete list")."""
AFTER_VERB = frozenset({"implemented", "resolved", "fixed", "solved", "addressed", "finished",
                        "completed", "delivered", "met", "satisfied", "successfully",
                        "satisfies", "fulfills", "fulfils", "fulfilling", "addresses", "resolves",
                        "finalized", "finalised", "accomplished", "concluded"})  # fmt: skip
POINTERS = word_set(
    """is are was be been has have being now and then finally already okay ok great perfect yes
    , well here everything's here's am"""
)
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
    if word == "complete" and before in ("to", "will", "can", "must", "please", "i'll", "i", "you"):
        return True
    if word == "complete" and behind == "the":
        return True
    if before in ("work", "what", "tasks") and word == "done" and "summary" in tokens:
        return True
    if word in AFTER_VERB or not behind:
        return False
    if before in COPULAS:
        return False
    return behind not in LINKS and number(behind) is None and behind[0] != "#"


def is_negated(tagged: Tagged, tag: Tag) -> bool:
    """A negation in the same part of the sentence, a few words before."""
    for place in range(tag.start - 1, max(-1, tag.start - 1 - NEGATION_REACH), -1):
        if tagged.tokens[place] == "," or tagged.tokens[place] in HARD_STOPS:
            return False
        if Role.CONTRAST in tagged.places[place]:
            return False
        if Role.NEGATION in tagged.places[place]:
            return True
    return False


def modality_at(tagged: Tagged, tag: Tag, sentence: Sentence) -> Modality:
    """Fact, unless the sentence asks, plans, wishes or makes it depend on something."""
    if sentence.asks:
        return Modality.QUESTION
    start, end = _clause(tagged, tag)
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


def _clause(tagged: Tagged, tag: Tag) -> tuple[int, int]:
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


def clause_start(tagged: Tagged, tag: Tag) -> int:
    return _clause(tagged, tag)[0]


def subject_at(tagged: Tagged, tag: Tag, sentence: Sentence) -> Subject:
    """What the word of state is said of: the nearest thing named before it, else behind it."""
    if tagged.tokens[tag.start] == "successfully" and tagged.has(Role.SELF):
        one_step = tagged.between(Role.STEP, tag.end, tag.end + 5) and not tagged.between(
            Role.ALL, tag.end, tag.end + 5
        )
        return Subject.STEP if one_step or tagged.has(Role.SCOPE) else Subject.TASK
    named = tagged.of(*SUBJECTS)[:MOST_NAMES]
    start, end = _clause(tagged, tag)
    previous = [t.end for t in tagged.of(Role.DONE, Role.WORKS, Role.FAILING) if t.end <= tag.start]
    since = max([start, *previous])
    scopes = (
        [t for t in named if since <= t.start and t.end <= tag.start],
        [t for t in named if tag.end <= t.start < end],
        [t for t in named if t.end <= tag.start],
    )
    for near in scopes:
        if near:
            subject = _judged(tagged, tuple(near))
            one_change = sentence.kind is Kind.ITEM and tag.start == 0
            weak = one_change and not any(_is_strong(tagged, t) for t in near)
            return Subject.STEP if weak and subject is Subject.TASK else subject
    return _unnamed(tagged, tag, sentence)


def _judged(tagged: Tagged, near: tuple[Tag, ...]) -> Subject:
    kinds = {_kind(tagged, tag) for tag in near}
    if tagged.has(Role.SCOPE) and kinds & {Subject.TASK, Subject.STEP}:
        return Subject.STEP
    if Subject.TASK in kinds and any(_is_strong(tagged, tag) for tag in near):
        return Subject.TASK
    last = _kind(tagged, near[-1])
    if last in (Subject.TESTS, Subject.BUILD):
        return last
    return Subject.STEP if Subject.STEP in kinds else last


def _is_finding(tagged: Tagged, tag: Tag) -> bool:
    """ "all 3 bugs": what was met on the way, while "all issues" may be the task."""
    counted = any(
        number(word) is not None for word in tagged.tokens[max(0, tag.start - 3) : tag.start]
    )
    return counted and tagged.tokens[tag.start] in FINDINGS


def _kind(tagged: Tagged, tag: Tag) -> Subject:
    match tag.role:
        case Role.TESTS:
            return Subject.TESTS
        case Role.BUILD:
            return Subject.BUILD
        case Role.STEP:
            return Subject.TASK if _is_strong(tagged, tag) else Subject.STEP
        case Role.PIECE:
            return _piece(tagged, tag)
        case _:
            return Subject.TASK


def _is_strong(tagged: Tagged, tag: Tag) -> bool:
    """ "all 74 stories", "the entire sprint"; not "all 8 ACs of story 3"."""
    reach = range(max(0, tag.start - 4), tag.start)
    stops = [place for place in reach if tagged.tokens[place] in HARD_STOPS]
    low = stops[-1] if stops else reach.start
    quantified = tagged.between(Role.ALL, low, tag.start)
    small = tagged.tokens[tag.start] in ("acs", "ac", "session", "iteration", "loop")
    plural = tag.role is not Role.STEP or tagged.tokens[tag.end - 1].endswith("s")
    return quantified and not small and plural


def _piece(tagged: Tagged, tag: Tag) -> Subject:
    """One task of several where it has a number or an ordinal, else the task itself."""
    behind = tagged.tokens[tag.end] if tag.end < len(tagged.tokens) else ""
    if number(behind) is not None or behind.startswith("#"):
        return Subject.STEP
    if _is_strong(tagged, tag):
        return Subject.STEP if _is_finding(tagged, tag) else Subject.TASK
    behind_verb = tagged.has(Role.DONE) and tagged.of(Role.DONE)[0].start < tag.start
    ordinal = tagged.between(Role.ORDINAL, tag.start - 3, tag.start)
    before = tagged.tokens[max(0, tag.start - 2) : tag.start]
    counted = any(number(word) is not None for word in before)
    if ordinal or counted:
        return Subject.STEP
    if behind_verb and not DEFINITE.intersection(tagged.tokens[max(0, tag.start - 4) : tag.start]):
        return Subject.OTHER
    plural = tagged.tokens[tag.end - 1].endswith("s")
    return Subject.OTHER if plural and not tagged.has(Role.ALL) else Subject.TASK


def is_bare(tagged: Tagged, tag: Tag) -> bool:
    """ "Done.", "It's all finished now.": every other word only points or links."""
    if Role.REPORT in tagged.places[tag.start] or len(tagged.tokens) > BARE_WORDS:
        return False
    rest = (*range(tag.start), *range(tag.end, len(tagged.tokens)))
    return all(
        tagged.tokens[place] in POINTERS or not POINTING.isdisjoint(tagged.places[place])
        for place in rest
    )


def _unnamed(tagged: Tagged, tag: Tag, sentence: Sentence) -> Subject:
    """Nothing is named: a closing word, a bare "Done." or a title speaks of the task."""
    bare = tag.role is Role.DONE and sentence.kind is not Kind.ITEM and is_bare(tagged, tag)
    if tag.role is Role.CLOSING or bare:
        return Subject.TASK
    closes = (
        tag.role is Role.DONE
        and sentence.kind is Kind.HEADING
        and Role.REPORT not in tagged.places[tag.start]
    )
    return Subject.TASK if closes and tag.end >= len(tagged.tokens) else Subject.OTHER
