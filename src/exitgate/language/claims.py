"""Claims about the state of the work, taken from one sentence of a spaced language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from exitgate.core.reading import Claim, Modality, Polarity, Subject
from exitgate.language.ahead import NONE
from exitgate.language.counts import Progress, number, progress_in
from exitgate.language.grammar import (
    COPULAS,
    clause,
    is_attributive,
    is_negated,
    is_ticked_off,
    modality_at,
)
from exitgate.language.lines import Kind
from exitgate.language.sentences import Sentence
from exitgate.language.subject import has_container, is_bare, opens_a_report, subject_at
from exitgate.language.tagging import Tag, Tagged
from exitgate.language.words.lexicon import Role

STATES = (Role.DONE, Role.WORKS, Role.CLOSING, Role.OPEN, Role.LEFT, Role.FAILING)
ASIDE_WORDS = 4
"""A remark this short with no subject of its own is talk, unless work is reported around it."""
TOLD_WORDS = 3
LISTED = frozenset({"stories", "tasks", "items", "todos", "features", "epics", "phases"})
GOODBYES = frozenset({("all", "set"), ("good", "to", "go")})
MOST_STATES = 8
"""More words of state than this in one sentence is chanting, not a report."""
OPEN_CELLS = frozenset({"pending", "todo", "in progress", "not started", "blocked", "failed"})


REPORTING = frozenset(
    {
        "reports",
        "report",
        "has",
        "have",
        "shows",
        "show",
        "finds",
        "gives",
        "prints",
        "there",
        "still",
    }
)
MOST_BETWEEN = 4
"""Words from "remaining" to "pass": a count, and what it counts."""
MENDED = frozenset({"fixed", "resolved", "solved", "addressed", "addresses", "resolves", "fixes"})
NOTHING_BEFORE = frozenset({"nothing"})
YOURS = frozenset({"your", "you", "review", "merge", "approval"})
REPRODUCED = frozenset({"reproduced", "reproduces", "reproducing", "reproduction"})
"""Such a failure is the one that the work began with."""
ALL_OF_THEM = frozenset({"both", "all"})
TURNS = frozenset({"now", "then", "they", "again"})
TROUBLES = frozenset({"error", "errors", "failure", "failures", "warnings", "blocker", "blockers"})


class State(NamedTuple):
    polarity: Polarity
    tag: Tag


def claims_of(sentence: Sentence, tagged: Tagged) -> tuple[Claim, ...]:
    """All that one sentence claims, without saying the same thing twice."""
    if sentence.open_box:
        return (_claim(sentence, Subject.STEP, Polarity.NOT_DONE),)
    if sentence.kind is Kind.TABLE:
        return _cells(sentence)
    progress = progress_in(tagged)
    if progress is None and not tagged.has(*STATES, Role.BUILD):
        return ()
    found: dict[tuple[Subject, Polarity, Modality], Claim] = {}
    if progress is not None and (counted := _counted(sentence, tagged, progress)):
        found[counted.subject, counted.polarity, counted.modality] = counted
    elif _counts_errors(tagged):
        found[Subject.BUILD, Polarity.FAILING, Modality.FACT] = _claim(
            sentence, Subject.BUILD, Polarity.FAILING
        )
    for state in _states(tagged):
        claim = _stated(sentence, tagged, state, progress)
        found.setdefault((claim.subject, claim.polarity, claim.modality), claim)
    return tuple(found.values())


def _counts_errors(tagged: Tagged) -> bool:
    """ "mypy reports 12 errors"; a mended, past or negated count is none."""
    if not tagged.has(Role.BUILD) or REPORTING.isdisjoint(tagged.tokens):
        return False
    places = [place for place, word in enumerate(tagged.tokens) if word in TROUBLES]
    return any(
        any(number(word) for word in tagged.tokens[max(0, place - 2) : place])
        for place in places[:MOST_STATES]
        if not _is_settled(tagged, place)
    )


def _is_settled(tagged: Tagged, place: int) -> bool:
    """Mended, past or negated by the same part of the sentence."""
    start, end = clause(tagged, Tag(Role.FAILING, place, place + 1))
    roles = (Role.DONE, Role.PAST, Role.NEGATION, Role.REPORT, Role.TIME)
    return any(tagged.between(role, start, end) for role in roles)


def _claim(sentence: Sentence, subject: Subject, polarity: Polarity) -> Claim:
    return Claim(sentence.text, subject, polarity, line=sentence.line)


def _cells(sentence: Sentence) -> tuple[Claim, ...]:
    """A row is open where a cell is nothing but a word for open."""
    cells = {cell.strip(" *_….").casefold() for cell in sentence.text.split("|")}
    is_open = cells & OPEN_CELLS
    return (_claim(sentence, Subject.STEP, Polarity.NOT_DONE),) if is_open else ()


def _counted(sentence: Sentence, tagged: Tagged, progress: Progress) -> Claim | None:
    """A figure is a claim by itself where it names what it counts."""
    if not progress.is_partial and not (progress.is_full and tagged.has(Role.DONE)):
        return None
    place = tagged.of(*STATES)
    anchor = place[0] if place else Tag(Role.LEFT, 0, 1)
    if tagged.has(Role.FAILING) and not tagged.has(Role.DONE, Role.LEFT):
        return None
    subject = subject_at(tagged, anchor, sentence)
    if subject in (Subject.OTHER, Subject.STEP):
        subject = Subject.TASK if _is_whole_list(tagged, progress) else Subject.STEP
    polarity = Polarity.PARTIAL if progress.is_partial else Polarity.DONE
    return Claim(
        sentence.text,
        subject,
        polarity,
        modality_at(tagged, anchor, sentence),
        done=progress.done,
        total=progress.total,
        remaining=progress.remaining,
        line=sentence.line,
    )


def _is_whole_list(tagged: Tagged, progress: Progress) -> bool:
    """ "12/12 tasks done": the plan, unless it is the list of one numbered part."""
    counted = not LISTED.isdisjoint(tagged.tokens)
    one_part = has_container(tagged) or tagged.has(Role.SCOPE)
    return progress.is_full and progress.total is not None and counted and not one_part


def _states(tagged: Tagged) -> Iterator[State]:
    for tag in tagged.of(*STATES)[:MOST_STATES]:
        polarity = _polarity(tagged, tag)
        if polarity is not None:
            yield State(polarity, tag)


def _polarity(tagged: Tagged, tag: Tag) -> Polarity | None:
    """What the word says here, or None where it says nothing about the state of work."""
    negated = is_negated(tagged, tag)
    match tag.role:
        case Role.CLOSING:
            return Polarity.PARTIAL if _is_excepted(tagged, tag) else Polarity.DONE
        case Role.FAILING:
            over = negated or _is_over(tagged, tag) or "where" in tagged.tokens[: tag.start]
            over = over or is_ticked_off(tagged, tag)
            return None if over else Polarity.FAILING
        case Role.OPEN if negated and NOTHING_BEFORE.intersection(_just_before(tagged, tag)):
            return Polarity.DONE
        case Role.OPEN:
            return None if negated or _is_no_state(tagged, tag) else Polarity.NOT_DONE
        case Role.LEFT:
            return _left(tagged, tag, negated=negated)
        case _:
            return _done(tagged, tag, negated=negated)


def _just_before(tagged: Tagged, tag: Tag) -> tuple[str, ...]:
    return tagged.tokens[max(0, tag.start - 2) : tag.start]


def _is_excepted(tagged: Tagged, tag: Tag) -> bool:
    """ "Nothing left to do except the docs"; "except your review" leaves nothing to the agent."""
    excepted = [other.end for other in tagged.of(Role.PARTIAL) if other.start >= tag.end]
    return any(YOURS.isdisjoint(tagged.tokens[end : end + 3]) for end in excepted)


def _is_no_state(tagged: Tagged, tag: Tag) -> bool:
    """A title ("Todo:"), or a single word used as an attribute ("pending orders")."""
    single = tag.end - tag.start == 1
    said = tagged.tokens[max(0, tag.start - 1) : tag.start]
    is_title = tagged.tokens[-1] == ":" and COPULAS.isdisjoint(said)
    if is_title or _is_empty_list(tagged, tag):
        return True
    return single and is_attributive(tagged, tag)


def _is_empty_list(tagged: Tagged, tag: Tag) -> bool:
    """ "TODO: nothing left", "Not done: none": a label over no work."""
    behind = tagged.tokens[tag.end : tag.end + 2]
    return len(behind) == 2 and behind[0] == ":" and behind[1] in NONE


def _is_over(tagged: Tagged, tag: Tag) -> bool:
    """A failure of the past, or one that was mended: "fixed the failing test"."""
    start = clause(tagged, tag)[0]
    mended = not MENDED.isdisjoint(tagged.tokens[start : tag.start]) or any(
        start <= deed.start < tag.start and not is_negated(tagged, deed)
        for deed in tagged.of(Role.PAST, Role.REPORT)
    )
    zero = tagged.tokens[max(0, tag.start - 1) : tag.start] in (("0",), ("zero",))
    number_behind = tagged.tokens[tag.end : tag.end + 2] == (":", "0")
    mended = mended or not REPRODUCED.isdisjoint(tagged.tokens[: tag.start])
    return mended or zero or number_behind or _passes_now(tagged, tag) or _is_fixed(tagged, tag)


def _is_fixed(tagged: Tagged, tag: Tag) -> bool:
    """ "The build that failed yesterday is fixed"; not "3 failed, fixed 2 of them"."""
    end = clause(tagged, tag)[1]
    comma = next((at for at in range(tag.end, end) if tagged.tokens[at] == ","), end)
    whole = any(
        tagged.tokens[place - 1] in ALL_OF_THEM and tagged.tokens[place] in MENDED
        for place in range(tag.end + 1, len(tagged.tokens))
    )
    return whole or any(
        tagged.tokens[place] in MENDED
        and tagged.tokens[place - 1] in COPULAS
        and not is_negated(tagged, Tag(Role.DONE, place, place + 1))
        for place in range(tag.end + 1, comma)
    )


def _passes_now(tagged: Tagged, tag: Tag) -> bool:
    """ "The tests that failed before now pass"; not "3 tests failed, 12 passed"."""
    if tagged.tokens[tag.start] not in ("failed", "failing"):
        return False
    turned = not TURNS.isdisjoint(tagged.tokens[tag.end :])
    good = (other for other in tagged.of(Role.WORKS) if other.start >= tag.end)
    return turned and any(not is_negated(tagged, other) for other in good)


def _left(tagged: Tagged, tag: Tag, *, negated: bool) -> Polarity | None:
    behind = tagged.tokens[tag.end : tag.end + 2]
    none_left = behind[:1] == (":",) and behind[-1] in ("none", "nothing", "0")
    if negated or none_left or tagged.tokens[max(0, tag.start - 2) : tag.start][:1] == ("0",):
        return Polarity.DONE if tagged.has(Role.STEP, Role.PIECE, Role.WHOLE) else None
    word = tagged.tokens[tag.start]
    if word == "left" and not _is_left_over(tagged, tag):
        return None
    settled = any(other.role is Role.DONE for other in tagged.tags) or _do_pass(tagged, tag)
    named = tagged.has(Role.STEP, Role.PIECE, Role.WHOLE, Role.TESTS) or not (
        TROUBLES.isdisjoint(tagged.tokens)
    )
    verb = word in ("remain", "remains") or tagged.tokens[tag.end : tag.end + 1] == (":",)
    if settled and not verb:
        return None
    return Polarity.NOT_DONE if named and (verb or not is_attributive(tagged, tag)) else None


def _do_pass(tagged: Tagged, tag: Tag) -> bool:
    """ "The remaining 2 tests pass"; not "2 tests remaining, the others pass"."""
    works = next((other for other in tagged.of(Role.WORKS) if other.start >= tag.end), None)
    if works is None or is_negated(tagged, works):
        return False
    between = tagged.tokens[tag.end : works.start]
    return len(between) <= MOST_BETWEEN and all(word.isalnum() for word in between)


def _is_left_over(tagged: Tagged, tag: Tag) -> bool:
    """ "2 tasks left", "what is left"; not "left for processing" or "the left pane"."""
    before = tagged.tokens[max(0, tag.start - 3) : tag.start]
    return any(word in ("is", "are", "what's") or number(word) is not None for word in before)


def _done(tagged: Tagged, tag: Tag, *, negated: bool) -> Polarity | None:
    if is_attributive(tagged, tag):
        return None
    if tagged.tokens[tag.start] == "successfully" and not tagged.has(Role.SELF):
        return None
    if negated and _is_empty_list(tagged, tag):
        return None
    if negated:
        return Polarity.FAILING if tag.role is Role.WORKS else Polarity.NOT_DONE
    partly = any(
        other.role is Role.PARTIAL and (other.end <= tag.start or other.start >= tag.end)
        for other in tagged.tags
    )
    return Polarity.PARTIAL if partly else Polarity.DONE


def _stated(sentence: Sentence, tagged: Tagged, state: State, progress: Progress | None) -> Claim:
    subject = subject_at(tagged, state.tag, sentence)
    if subject is Subject.OTHER and state.tag.role in (Role.OPEN, Role.LEFT):
        subject = Subject.TASK if state.polarity is Polarity.DONE else Subject.STEP
    if subject is Subject.TASK and state.tag.role is Role.WORKS:
        subject = Subject.OTHER
    polarity = state.polarity
    if polarity is Polarity.FAILING and subject is Subject.OTHER and _spoils(tagged, state.tag):
        subject = Subject.STEP
    if polarity is not Polarity.DONE and subject is Subject.PLAN:
        subject = Subject.TASK
    if polarity is Polarity.DONE and progress is not None and progress.is_partial:
        polarity = Polarity.PARTIAL
    return Claim(
        sentence.text,
        subject,
        polarity,
        modality_at(tagged, state.tag, sentence),
        hedged=tagged.has(Role.HEDGE),
        aside=_is_aside(tagged, state.tag),
        done=progress.done if progress else None,
        total=progress.total if progress else None,
        remaining=progress.remaining if progress else None,
        line=sentence.line,
    )


def _spoils(tagged: Tagged, failing: Tag) -> bool:
    """ "Complete but the hook fails", "However, it fails", "it still fails": against a claim.

    Without such a word "fails" may describe what was built.
    """
    contrasts = [tag.start for tag in tagged.of(Role.CONTRAST) if tag.start < failing.start]
    if not contrasts:
        return False
    done_before = any(tag.end <= contrasts[-1] for tag in tagged.of(Role.DONE, Role.CLOSING))
    told = tagged.tokens[failing.start] == "failed"
    return done_before or (not told and (contrasts[0] == 0 or contrasts[-1] == failing.start - 1))


def _is_aside(tagged: Tagged, tag: Tag) -> bool:
    """ "That's done!", "All set!": short and about nothing that is named."""
    short = len(tagged.tokens) <= ASIDE_WORDS and is_bare(tagged, tag)
    aside = short and (tag.role not in (Role.CLOSING, Role.OPEN) or tagged.tokens in GOODBYES)
    return aside or (tag.role is Role.DONE and opens_a_report(tagged, tag))


def tells_of_work(sentence: Sentence, tagged: Tagged) -> bool:
    """A sentence that tells of work, so that a short "Done." beside it is a report too."""
    if sentence.asks or len(tagged.tokens) <= TOLD_WORDS:
        return False
    became = tagged.has(Role.NOW) and not tagged.has(Role.PLAN, Role.SELF)
    opens = any(opens_a_report(tagged, tag) for tag in tagged.of(Role.DONE)[:MOST_STATES])
    return tagged.has(Role.REPORT) or became or opens
