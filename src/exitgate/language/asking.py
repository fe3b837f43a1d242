"""Where the agent turns to a person: what blocks it, and the questions it leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from exitgate.core.policy import Keywords
from exitgate.language.sentences import Sentence
from exitgate.language.tagging import HARD_STOPS, phrase_index, phrase_set, words_of
from exitgate.language.words import lexicon
from exitgate.language.words.lexicon import Lexicon, phrases, word_set

LAST_SENTENCES = 8
"""A question further up was answered or passed over by the message itself."""
LAST_LINES = 15
MOST_QUESTIONS = 10
QUESTION_TITLES = frozenset({"question", "questions", "open questions", "clarifications"})
UNBLOCKED = frozenset({"no", "not", "unblocked", "never", "longer", "if", "would", "resolved"})
HANDED_OVER = frozenset({("your", "review"), ("your", "merge")})
BLOCKED_BY = frozenset({(), ("by",), ("on",), ("until",), ("—",)})
"""What may follow a "Blocked" that opens the message."""
SETTLED = word_set("complete completed done finished ready implemented")
STOPPED = word_set("before until continue proceed cannot can't unable blocked need")
STOPS = frozenset({"cannot", "can't"})
WHAT_WAS_NAMED = frozenset({"it", "that", "this", "them", "these", "one"})
"""What the sentence before says is needed: "I need the API key. I cannot go on without it"."""
SELF_STOPPED = frozenset({"i", "we", "and", "so"})
GOING_ON = frozenset({"continue", "proceed", "finish", "complete", "go", "test", "verify", "do"})
KNOWING = ("knowing",)
"""What the agent could find out itself it would look up, and not stop."""
ASKING_BACK = frozenset({"do", "would", "will"})
NONE_NEEDED = word_set("to no not any nothing kein keine keinen nicht pas aucun ningún nenhum")
LONGEST_NEED = 12
"""Words from "I need" to what for: "I need the password of the staging database to continue"."""
ADDRESSED = word_set(
    """you your i we me should shall tú usted su vous tu votre sie du ihre você sua ich je qué
    cuál quel quelle welche welcher qual which what where how who"""
)

REQUESTS = frozenset({("please",), ("let",), ("por",), ("veuillez",), ("bitte",)})
CHOICE = word_set("or oder ou o")


def blocked_by(sentences: Sequence[Sentence], code: str, keywords: Keywords) -> Sentence | None:
    """The first sentence that says the agent cannot go on alone, or None."""
    words = lexicon(code)
    if not words.spaced:
        marks = (*phrases(words.blocked), *keywords.blocked)
        return next((s for s in sentences if any(mark in s.text for mark in marks)), None)
    wanted = phrase_index(" | ".join((words.blocked, *keywords.blocked)))
    need: Sentence | None = None
    for place, sentence in enumerate(sentences):
        tokens = words_of(sentence.text)
        if place == 0 and _opens_blocked(tokens):
            return sentence
        if _needs_a_person(tokens, words, asks=sentence.asks) or (
            not sentence.asks and _says(tokens, wanted)
        ):
            return sentence
        if need is not None and _stops_without(tokens, WHAT_WAS_NAMED):
            return need
        need = sentence if _needs_what_a_person_has(tokens, words) else None
    return None


def _opens_blocked(tokens: tuple[str, ...]) -> bool:
    """ "Blocked.", "Blocked on the review"; not "Blocked: none", a line of a report."""
    return tokens[:1] == ("blocked",) and tokens[1:2] in BLOCKED_BY


def _says(tokens: tuple[str, ...], wanted: Mapping[str, tuple[tuple[str, ...], ...]]) -> bool:
    for place, word in enumerate(tokens):
        if word in wanted and any(tokens[place : place + len(p)] == p for p in wanted[word]):
            return UNBLOCKED.isdisjoint(_just_before(tokens, place)) and not _hands_over(tokens)
    return False


def _hands_over(tokens: tuple[str, ...]) -> bool:
    """ "Complete and awaiting your review": what is done waits for a reader, the agent does not."""
    awaits = any(tokens[at : at + 2] in HANDED_OVER for at in range(len(tokens)))
    return awaits and not SETTLED.isdisjoint(tokens) and STOPPED.isdisjoint(tokens)


def _just_before(tokens: tuple[str, ...], place: int) -> tuple[str, ...]:
    """Three words of the same clause: a "not" behind a semicolon speaks of something else."""
    first = max(0, place - 3)
    stops = [at for at in range(first, place) if tokens[at] in HARD_STOPS]
    return tokens[stops[-1] + 1 if stops else first : place]


def _needs_a_person(tokens: tuple[str, ...], words: Lexicon, *, asks: bool) -> bool:
    """ "I need the database password to continue": a thing an agent cannot make, and what for.

    "I need a decision: A or B?" says what for by asking.
    """
    what_for = asks or _holds(tokens, phrase_index(words.to_go_on))
    if what_for and _needs_what_a_person_has(tokens, words):
        return True
    return _stops_without(tokens, phrases(words.only_a_person_has))


def _needs_what_a_person_has(tokens: tuple[str, ...], words: Lexicon) -> bool:
    needs = phrase_index(words.needs)
    things = phrases(words.only_a_person_has)
    for place, word in enumerate(tokens):
        need = next((p for p in needs.get(word, ()) if tokens[place : place + len(p)] == p), None)
        if need is None or not ASKING_BACK.isdisjoint(tokens[max(0, place - 1) : place]):
            continue
        rest = tokens[place + len(need) : place + len(need) + LONGEST_NEED]
        if not set(rest).isdisjoint(things) and NONE_NEEDED.isdisjoint(rest[:1]):
            return True
    return False


def _stops_without(tokens: tuple[str, ...], things: Iterable[str]) -> bool:
    """ "I cannot finish this without a decision from the owner"."""
    for place, word in enumerate(tokens):
        if word in STOPS and not SELF_STOPPED.isdisjoint(tokens[max(0, place - 2) : place]):
            rest = tokens[place + 1 : place + 1 + LONGEST_NEED]
            at = next((at for at, other in enumerate(rest) if other in ("without", "until")), None)
            if at is not None and not GOING_ON.isdisjoint(rest[:at]):
                return rest[at + 1 : at + 2] == KNOWING or not set(rest[at:]).isdisjoint(things)
    return False


def _holds(tokens: tuple[str, ...], wanted: Mapping[str, tuple[tuple[str, ...], ...]]) -> bool:
    return any(
        tokens[place : place + len(phrase)] == phrase
        for place, word in enumerate(tokens)
        for phrase in wanted.get(word, ())
    )


def open_questions(
    sentences: Sequence[Sentence], code: str, *, last_line: int, task_claimed: bool
) -> tuple[Sentence, ...]:
    """Questions near the end that wait for an answer; an offer after finished work is none."""
    found = [
        s for s in _candidates(sentences, last_line) if _waits(s, code, task_claimed=task_claimed)
    ]
    return tuple(found[-MOST_QUESTIONS:])


def _candidates(sentences: Sequence[Sentence], last_line: int) -> Iterator[Sentence]:
    tail = len(sentences) - LAST_SENTENCES
    for place, sentence in enumerate(sentences):
        titled = sentence.title.strip(" :").casefold() in QUESTION_TITLES
        near = place >= tail and sentence.line >= last_line - LAST_LINES
        if near or titled:
            yield sentence


def _waits(sentence: Sentence, code: str, *, task_claimed: bool) -> bool:
    words = lexicon(code)
    if not words.spaced:
        asked = any(mark in sentence.text for mark in phrases(words.asks))
        offered = any(mark in sentence.text for mark in phrases(words.offers))
        return (asked or sentence.asks) and not offered
    tokens = words_of(sentence.text)
    clause = _last_clause(tokens)
    asked = _begins(clause, phrase_set(words.asks))
    if _begins(clause, phrase_set(words.offers)) and not (
        asked and {"proceed", "continue"} & set(clause)
    ):
        return sentence.asks and not task_claimed and "else" not in clause
    if sentence.asks:
        # "Which should I use, A or B?" puts the question before the choice.
        addressed = tokens if CHOICE & set(clause) else clause
        return asked or not ADDRESSED.isdisjoint(addressed)
    return any(_requests(part, words.asks) for part in _clauses(tokens))


def _requests(clause: tuple[str, ...], asks: str) -> bool:
    """ "Please approve the write so that I can go on": no question, and waits all the same."""
    return clause[:1] in REQUESTS and _begins(clause, phrase_set(asks))


def _begins(clause: tuple[str, ...], wanted: frozenset[tuple[str, ...]]) -> bool:
    """A lead-in of a few words ("Before I go on, should I") is allowed."""
    longest = max((len(phrase) for phrase in wanted), default=0)
    for place in range(min(4, len(clause))):
        head = clause[place : place + longest]
        if any(head[: len(phrase)] == phrase for phrase in wanted if phrase):
            return True
    return False


def _clauses(tokens: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    start = 0
    for place, word in enumerate(tokens):
        if word == "," or word in HARD_STOPS:
            yield tokens[start:place]
            start = place + 1
    yield tokens[start:]


def _last_clause(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """What stands behind the last comma or dash, if it is long enough to ask something."""
    for place in range(len(tokens) - 4, 0, -1):
        if tokens[place] == "," or tokens[place] in HARD_STOPS:
            return tokens[place + 1 :]
    return tokens
