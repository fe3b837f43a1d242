"""Work that the agent says it left out: "I did not implement pagination", "a mock for now"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from exitgate.core.reading import Claim, Polarity, Subject
from exitgate.language.sentences import Sentence
from exitgate.language.tagging import words_of
from exitgate.language.words.lexicon import word_set

NOT_DOING = (
    ("did", "not"), ("didn't",), ("have", "not"), ("haven't",), ("could", "not"), ("couldn't",),
    ("was", "not", "able", "to"), ("wasn't", "able", "to"), ("were", "unable", "to"),
    ("was", "unable", "to"), ("am", "unable", "to"), ("do", "not"), ("don't",), ("failed", "to"),
    ("never",), ("am", "not", "able", "to"), ("cannot",), ("can't",),
)  # fmt: skip
LITTLE = word_set("yet actually currently fully really properly ever even manage to the get around")
VERBS = word_set(
    """implement implemented finish finished complete completed handle handled cover covered wire
    wired port ported migrate migrated convert converted fix fixed resolve resolved address
    addressed solve solved figure verify verified started start confirm confirmed validate
    validated check checked test tested"""
)
CHECKED = word_set("add added write written wrote update updated create created run ran do done")
CHECKS = word_set("tests test docs documentation it them that this migration")
LEAVING = word_set("skipped omitted stubbed")
FAKES = word_set(
    """mock mocks mocked stub stubs stubbed dummy placeholder placeholders hard-coded hardcoded fake
    fakes faked canned"""
)
FOR_NOW = (
    ("for", "now"), ("still",), ("currently",), ("temporarily",), ("at", "the", "moment"),
    ("so", "far"), ("for", "the", "time", "being"),
)  # fmt: skip
NOT_FAKED = word_set("no not longer instead test tests fixture fixtures replaced removed was were")
WEAKENED = word_set(
    "removed deleted disabled dropped skipped relaxed loosened weakened commented xfailed"
)
TROUBLED = word_set("failed broken flaky red failing")
TEST_NOUNS = word_set("test tests assertion assertions check checks spec specs")
EASED = word_set("pass passes green succeed succeeds")
TURNS_OFF = word_set("from in of with by for and so to because that which , ; : —")
"""Where the object of the verb ends."""
ARTICLES = frozenset({"the", "a", "an", "previously"})
DENIED = word_set("not never no without didn't haven't")
SPARED = word_set(
    """any anything else other unrelated new additional extra unnecessary everything because need
    needed existing change changes anymore longer further nothing none no"""
)
"""What an agent rightly leaves alone."""
MEANT = frozenset({"requested", "asked", "intentionally", "deliberately", "instructed"})
REACH = 9


def left_out(sentences: Sequence[Sentence]) -> Iterator[Claim]:
    """One claim for each sentence in which the agent says that it did not do something."""
    for sentence in sentences:
        tokens = words_of(sentence.text)
        if sentence.asks or not MEANT.isdisjoint(tokens):
            continue
        hidden = _is_faked(tokens) or _is_weakened(tokens)
        if hidden or any(_leaves_out(tokens, place) for place in _selves(tokens)):
            yield Claim(sentence.text, Subject.STEP, Polarity.NOT_DONE, line=sentence.line)


def _selves(tokens: tuple[str, ...]) -> Iterator[int]:
    """Places behind an "I"; "Couldn't finish the parser" leaves it out."""
    if tokens[:1] and any(tokens[0] == denial[0] for denial in NOT_DOING):
        yield 0
    for place, word in enumerate(tokens[:60]):
        if word in ("i", "we"):
            yield place + 1


def _is_faked(tokens: tuple[str, ...]) -> bool:
    """ "For now the call returns canned data"; a test rightly uses a mock."""
    if FAKES.isdisjoint(tokens) or not NOT_FAKED.isdisjoint(tokens):
        return False
    return any(
        tokens[place : place + len(phrase)] == phrase
        for place in range(len(tokens))
        for phrase in FOR_NOW
    )


def _is_weakened(tokens: tuple[str, ...]) -> bool:
    """ "Removed the failing test", "relaxed the assertion so that it passes"."""
    for place, word in enumerate(tokens):
        described = not ARTICLES.isdisjoint(tokens[max(0, place - 1) : place])
        if (
            word not in WEAKENED
            or described
            or not DENIED.isdisjoint(tokens[max(0, place - 3) : place])
        ):
            continue
        object_words = tuple(takewhile(lambda w: w not in TURNS_OFF, tokens[place + 1 :][:REACH]))
        checks = not TEST_NOUNS.isdisjoint(object_words)
        eased = checks and not EASED.isdisjoint(tokens[place:])
        if "failing" in object_words or (checks and not TROUBLED.isdisjoint(object_words)) or eased:
            return True
    return False


def _leaves_out(tokens: tuple[str, ...], place: int) -> bool:
    rest = tokens[place : place + REACH]
    if rest[:1] and rest[0] in LEAVING:
        return SPARED.isdisjoint(rest)
    for denial in NOT_DOING:
        if rest[: len(denial)] == denial:
            verb, *behind = [word for word in rest[len(denial) :] if word not in LITTLE] or [""]
            named = verb in VERBS or (verb in CHECKED and not CHECKS.isdisjoint(behind[:2]))
            return named and SPARED.isdisjoint(behind)
    return False
