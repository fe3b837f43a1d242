"""What a word of state is said of: the whole task, one step, the tests, the build."""

from __future__ import annotations

from exitgate.core.reading import Subject
from exitgate.language.counts import number
from exitgate.language.grammar import COPULAS, clause
from exitgate.language.lines import Kind
from exitgate.language.sentences import Sentence
from exitgate.language.tagging import HARD_STOPS, Tag, Tagged
from exitgate.language.words.lexicon import Role, word_set

BARE_WORDS = 7
POINTING = frozenset({Role.ALL, Role.THAT, Role.SELF, Role.HEDGE, Role.NEGATION, Role.CONTRAST,
                      Role.DONE, Role.PARTIAL})  # fmt: skip
OPENINGS = frozenset({("—",), ("–",), (",",)})
TOLD_WORDS = 3
"""So many words behind "Done —" tell something."""
MOST_NAMES = 40
SUBJECTS = (Role.WHOLE, Role.STEP, Role.PIECE, Role.TESTS, Role.BUILD)
CHECKED = (Role.TESTS, Role.BUILD)
ACTORS = word_set("has have had i we i've we've only also then")
INNER = word_set(
    """core initial basic main minimal first preliminary easy simple backend frontend critical
    urgent high-priority trivial"""
)
"""A whole that is only the heart or the start of it."""
ASKED = word_set("requested asked wanted")
FINDINGS = word_set("bugs issues problems changes errors")
MET_ON_THE_WAY = word_set("discovered caught uncovered spotted encountered")
DEFINITE = word_set("""the this your that reported original requested el la le der die das o a""")
POINTERS = word_set(
    """is are was be been has have being now and then finally already okay ok great perfect yes
    , well here everything's here's am"""
)


PLANS = word_set("plan plans plano")
CARRIED_OUT = word_set(
    """implemented executed followed umgesetzt abgearbeitet exécuté appliqué ejecutado
    implementado executado"""
)
PRELIMINARIES = word_set(
    """analysis review draft drafts outline prototype skeleton scaffolding scaffold setup audit
    survey assessment preparation groundwork diagnosis reproduction design sketch overview
    inventory baseline reading writeup summary"""
)
"""What comes before the work, or is said of it: "a draft of the feature" is not the feature."""
WHOLE_GERUNDS = word_set("everything implementing fixing building remaining refactoring migrating")


def subject_at(tagged: Tagged, tag: Tag, sentence: Sentence) -> Subject:
    """What the word of state is said of: the nearest thing named before it, else behind it."""
    if tagged.tokens[tag.start] == "successfully" and tagged.has(Role.SELF):
        one_step = tagged.between(Role.STEP, tag.end, tag.end + 5) and not tagged.between(
            Role.ALL, tag.end, tag.end + 5
        )
        return Subject.STEP if one_step or tagged.has(Role.SCOPE) else Subject.TASK
    named = tagged.of(*SUBJECTS)[:MOST_NAMES]
    start, end = clause(tagged, tag)
    states = tagged.of(Role.DONE, Role.WORKS, Role.FAILING)
    previous = [
        t.end for t in states if t.end <= tag.start and tagged.tokens[t.start] != "successfully"
    ]
    since = max([start, *previous])
    if tag.start and number(tagged.tokens[tag.start - 1]) is not None:
        return Subject.TESTS if tag.role in (Role.WORKS, Role.FAILING) else Subject.STEP
    if _is_active(tagged, tag):
        since = tag.start
    scopes = (
        [t for t in named if since <= t.start and t.end <= tag.start],
        [t for t in named if tag.end <= t.start < _object_end(tagged, tag, end)],
        [] if Role.REPORT in tagged.places[tag.start] else _earlier(named, tag),
    )
    if _is_predicate(tagged, tag, start):
        scopes[1].clear()
    for near in scopes:
        if near:
            subject = _judged(tagged, tuple(near))
            # "All requirements are met and the suite passes": what passes stands next to it.
            if tag.role in (Role.WORKS, Role.FAILING) and near[-1].role in CHECKED:
                return _kind(tagged, near[-1])
            if subject is Subject.TASK and _is_before_work(tagged, tag, near[0]):
                return Subject.STEP
            one_change = sentence.kind is Kind.ITEM and tag.start == 0
            weak = one_change and not any(_is_strong(tagged, t) for t in near)
            return Subject.STEP if weak and subject is Subject.TASK else subject
    return _unnamed(tagged, tag, sentence)


def _is_predicate(tagged: Tagged, tag: Tag, start: int) -> bool:
    """ "The design is complete and ready for implementation" speaks of the design alone."""
    if tagged.tokens[tag.start : tag.end + 1] in (("ready", "for"), ("ready", "to")):
        return True
    if tag.start < 2 or tagged.tokens[tag.start - 1] not in COPULAS:
        return False
    return any(
        tagged.tokens[place] not in POINTERS
        and tagged.tokens[place] not in COPULAS
        and tagged.tokens[place] not in DEFINITE
        and not tagged.places[place]
        for place in range(start, tag.start - 1)
    )


def _is_before_work(tagged: Tagged, tag: Tag, named: Tag) -> bool:
    """ "completed the analysis of the task", "finished setting up the project"."""
    between = tagged.tokens[tag.end : named.start]
    if not between or tagged.between(Role.ALL, tag.end, named.start):
        return False
    gerund = between[0].endswith("ing") and between[0] not in WHOLE_GERUNDS
    return gerund or not PRELIMINARIES.isdisjoint(between)


def _object_end(tagged: Tagged, tag: Tag, end: int) -> int:
    """Behind a verb its object ends at the next comma."""
    commas = (place for place in range(tag.end, end) if tagged.tokens[place] == ",")
    return next(commas, end)


def _earlier(named: tuple[Tag, ...], tag: Tag) -> list[Tag]:
    return [other for other in named if other.end <= tag.start]


def _is_active(tagged: Tagged, tag: Tag) -> bool:
    """ "I have fixed the bug": the verb speaks of what follows, not of who did it."""
    if Role.REPORT not in tagged.places[tag.start]:
        return False
    before = tagged.tokens[max(0, tag.start - 2) : tag.start]
    return not ACTORS.isdisjoint(before) and COPULAS.isdisjoint(before)


def _judged(tagged: Tagged, near: tuple[Tag, ...]) -> Subject:
    kinds = {_kind(tagged, tag) for tag in near}
    if tagged.has(Role.SCOPE) and kinds & {Subject.TASK, Subject.STEP}:
        return Subject.STEP
    strong = [tag for tag in near if _is_strong(tagged, tag)]
    if Subject.TASK in kinds and strong:
        parts = all(tag.role is not Role.WHOLE for tag in strong)
        return Subject.STEP if parts and has_container(tagged) else Subject.TASK
    if Subject.PLAN in kinds and Subject.TASK in kinds:
        return Subject.TASK
    last = _kind(tagged, near[-1])
    if last in (Subject.TESTS, Subject.BUILD):
        return last
    return Subject.STEP if Subject.STEP in kinds else last


def has_container(tagged: Tagged) -> bool:
    """ "Epic 2: all 3 stories", "all criteria for issue #4": all, but of one part."""
    tokens = tagged.tokens
    for tag in tagged.of(Role.STEP, Role.PIECE)[:MOST_NAMES]:
        behind = tokens[tag.end] if tag.end < len(tokens) else ""
        if tokens[tag.start].startswith("#") or behind.isdigit() or behind.startswith("#"):
            return True
    return False


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
            if _is_plan(tagged, tag):
                return Subject.PLAN
            some = INNER.intersection(tagged.tokens[max(0, tag.start - 2) : tag.start])
            return Subject.STEP if some else Subject.TASK


def _is_plan(tagged: Tagged, tag: Tag) -> bool:
    """ "The plan is complete", "the migration plan"; not "the entire plan is implemented"."""
    named = tagged.tokens[tag.start : tag.end + 1]
    carried_out = _is_strong(tagged, tag) or not CARRIED_OUT.isdisjoint(tagged.tokens)
    return not PLANS.isdisjoint(named) and not carried_out


def _is_strong(tagged: Tagged, tag: Tag) -> bool:
    """ "all 74 stories", "the entire sprint"; not "all 8 ACs of story 3"."""
    reach = range(max(0, tag.start - 4), tag.start)
    stops = [place for place in reach if tagged.tokens[place] in HARD_STOPS]
    low = stops[-1] if stops else reach.start
    quantified = tagged.between(Role.ALL, low, tag.start)
    small = tagged.tokens[tag.start] in ("acs", "ac", "session", "iteration", "loop")
    plural = tag.role is not Role.STEP or tagged.tokens[tag.end - 1].endswith("s")
    inner = INNER.intersection(tagged.tokens[low : tag.start])
    return quantified and not small and plural and not inner


def _piece(tagged: Tagged, tag: Tag) -> Subject:
    """One task of several where it has a number or an ordinal, else the task itself."""
    behind = tagged.tokens[tag.end] if tag.end < len(tagged.tokens) else ""
    if number(behind) is not None or behind.startswith("#") or _is_lettered(tagged, tag.end):
        return Subject.STEP
    if _is_strong(tagged, tag):
        return Subject.STEP if _is_finding(tagged, tag) else Subject.TASK
    behind_verb = tagged.has(Role.DONE) and tagged.of(Role.DONE)[0].start < tag.start
    if not MET_ON_THE_WAY.isdisjoint(tagged.tokens):
        return Subject.STEP
    ordinal = tagged.between(Role.ORDINAL, tag.start - 3, tag.start)
    before = tagged.tokens[max(0, tag.start - 2) : tag.start]
    counted = any(number(word) is not None for word in before)
    if ordinal or counted or not INNER.isdisjoint(before):
        return Subject.STEP
    if behind_verb and not DEFINITE.intersection(tagged.tokens[max(0, tag.start - 4) : tag.start]):
        return Subject.OTHER
    word = tagged.tokens[tag.end - 1]
    asked = not ASKED.isdisjoint(tagged.tokens)
    plural = word.endswith("s") and word != "requirements" and not asked
    return Subject.OTHER if plural and not tagged.has(Role.ALL) else Subject.TASK


def _is_lettered(tagged: Tagged, place: int) -> bool:
    """ "Feature B", and "task A is done", where the letter is no article."""
    letter = tagged.tokens[place] if place < len(tagged.tokens) else ""
    if len(letter) != 1 or not letter.isascii() or not letter.isalpha() or letter == "i":
        return False
    return letter != "a" or not COPULAS.isdisjoint(tagged.tokens[place + 1 : place + 2])


def is_bare(tagged: Tagged, tag: Tag) -> bool:
    """ "Done.", "It's all finished now.": every other word only points or links."""
    if len(tagged.tokens) == tag.end - tag.start == 1:
        return True
    if Role.REPORT in tagged.places[tag.start] or len(tagged.tokens) > BARE_WORDS:
        return False
    rest = (*range(tag.start), *range(tag.end, len(tagged.tokens)))
    return all(_points(tagged, place) for place in rest)


def opens_a_report(tagged: Tagged, tag: Tag) -> bool:
    """ "All done — the CLI takes paths now", "Done, all green": bare, and then it tells more."""
    behind = range(tag.end + 1, len(tagged.tokens))
    if tagged.tokens[tag.end : tag.end + 1] not in OPENINGS or not all(
        _points(tagged, place) for place in range(tag.start)
    ):
        return False
    return len(behind) >= TOLD_WORDS or tagged.between(Role.WORKS, tag.end, behind.stop)


def _points(tagged: Tagged, place: int) -> bool:
    return tagged.tokens[place] in POINTERS or not POINTING.isdisjoint(tagged.places[place])


def _unnamed(tagged: Tagged, tag: Tag, sentence: Sentence) -> Subject:
    """Nothing is named: a closing word, a bare "Done." or a title speaks of the task."""
    bare = is_bare(tagged, tag) or opens_a_report(tagged, tag)
    short = tag.role is Role.DONE and sentence.kind is not Kind.ITEM and bare
    if tag.role is Role.CLOSING or short:
        return Subject.TASK
    closes = (
        tag.role is Role.DONE
        and sentence.kind is Kind.HEADING
        and Role.REPORT not in tagged.places[tag.start]
    )
    return Subject.TASK if closes and tag.end >= len(tagged.tokens) else Subject.OTHER
