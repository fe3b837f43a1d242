"""Work that still lies ahead by the agent's own words: titles over open work, plans at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exitgate.core.reading import Claim, Modality, Polarity, Subject
from exitgate.language.lines import Kind
from exitgate.language.sentences import Sentence
from exitgate.language.tagging import phrase_set, starts_with_any, words_of
from exitgate.language.words import lexicon
from exitgate.language.words.lexicon import Lexicon, phrases, word_set

LAST_SENTENCES = 3
"""A plan further up was carried out below it."""
NEEDED = """i still need to | i just need to | i only need to | i still have to | i just have to
    | i only have to | we still need to | we just need to | we only need to"""
"""What is still needed is work, however small: "I only need to clean up"."""
SHORT_PLAN = 5
PLANS = """i'll | i will | next i'll | now i'll | let me | let's | we'll | next i will
    | then i'll | i am going to | i'm going to | now let me | next let me | now i will
    | now i need to | i need to | i still need to | voy a | ahora voy a | je vais
    | i just need to | i only need to | now i just need to
    | moving on to | moving to | now moving on to | proceeding to | proceeding with
    | now proceeding with | continuing with | continuing to | now continuing with
    | starting work on | starting on | starting with | now starting | now working on
    | now on to | on to the | carrying on with
    | maintenant je vais | ich werde | als nächstes | vou | agora vou | next i'm going to"""
TALK = word_set(
    """know summarize summarise recap explain show provide walk share give present note clarify
    happy stop submit call finish finalize finalise commit push remove clean wait leave conclude
    end keep be not never"""
)
NONE = frozenset({"none", "nothing", "n/a", "na", "0", "-", "nil", "ninguno", "keine"})
NOTHING = NONE | {"no"}
SETTLED = frozenset({"done", "completed", "complete", "finished", "fixed", "resolved"})
OFFERS = frozenset({"if", "when", "once", "should", "want", "like", "you", "otherwise"})
CAVEATS = frozenset({"optional", "optionally", "consider", "you", "your", "if", "future", "could"})


def work_ahead(sentences: Sequence[Sentence], code: str, *, after: int = -1) -> Iterator[Claim]:
    """One claim for each sentence that names work still to be done.

    A plan counts only `after` the sentence of this place.
    """
    words = lexicon(code)
    last = max(after + 1, len(sentences) - LAST_SENTENCES)
    for place, sentence in enumerate(sentences):
        tokens = words_of(sentence.text)
        if sentence.asks or not tokens:
            continue
        if _under_title(sentence, words) or _label(tokens, words):
            yield _claim(sentence, Subject.STEP, Modality.FACT)
        elif (place >= last and _plans(tokens)) or (place == after and _plans_behind(tokens)):
            yield _claim(sentence, Subject.TASK, Modality.PLAN)


def _claim(sentence: Sentence, subject: Subject, modality: Modality) -> Claim:
    return Claim(sentence.text, subject, Polarity.NOT_DONE, modality, line=sentence.line)


def _under_title(sentence: Sentence, words: Lexicon) -> bool:
    if not sentence.title or sentence.kind not in (Kind.ITEM, Kind.BOX):
        return False
    title = _bare(words_of(sentence.title))
    tokens = words_of(sentence.text)
    if says_nothing(tokens) or not SETTLED.isdisjoint(tokens):
        return False
    if _is_one_of(title, words.left_titles):
        return True
    return _is_one_of(title, words.next_titles) and _own_work(tokens, words)


def _label(tokens: tuple[str, ...], words: Lexicon) -> bool:
    """ "Remaining: the parser" on one line; "Remaining: none" is not work."""
    if ":" not in tokens[:8]:
        return False
    cut = tokens.index(":")
    head, rest = tokens[:cut], tokens[cut + 1 :]
    if not rest or says_nothing(rest):
        return False
    if _is_one_of(head, words.left_titles):
        return True
    return _is_one_of(head, words.next_titles) and _own_work(rest, words)


def _is_one_of(title: tuple[str, ...], names: str) -> bool:
    if not title:
        return False
    wanted = phrase_set(names)
    return title in wanted or "".join(title) in phrases(names)


def _bare(title: tuple[str, ...]) -> tuple[str, ...]:
    """The title without its colon, a number in front or a remark in brackets."""
    kept = title[: title.index("(")] if "(" in title else title
    return tuple(word for word in kept if word not in (":", "：") and not word.isdigit())


def _own_work(tokens: tuple[str, ...], words: Lexicon) -> bool:
    """Advice to a person ("you can deploy", "consider", "optional") is not the agent's work."""
    own = starts_with_any(tokens, phrase_set(words.work_verbs))
    return own and CAVEATS.isdisjoint(tokens)


def says_nothing(tokens: Sequence[str]) -> bool:
    """ "none", "nothing", "n/a" and an empty answer."""
    meant = [word for word in tokens if word not in ("—", "–", ",", "(", ")")]
    return not meant or (meant[0] in NOTHING and len(meant) <= 6)


def _plans(tokens: tuple[str, ...]) -> bool:
    return _plans_at(tokens[:8]) or _plans_behind(tokens)


def _plans_behind(tokens: tuple[str, ...]) -> bool:
    """In a later part of the sentence; an offer ("if you like, I'll") is no plan."""
    parts = [place + 1 for place, word in enumerate(tokens[:80]) if word in (",", ";", "—")]
    plans = any(_plans_at(tokens[part : part + 8]) for part in parts)
    # "Feature complete, bug fixing next."
    follows = bool(parts) and tokens[-1] == "next" and len(tokens) - parts[-1] <= SHORT_PLAN
    return (plans or follows) and OFFERS.isdisjoint(tokens)


def _plans_at(words: tuple[str, ...]) -> bool:
    head = tuple(word for word in words if word != ",")
    if any(head[: len(need)] == need for need in phrase_set(NEEDED)):
        return True
    return any(
        _starts_work(head[len(plan) :]) for plan in phrase_set(PLANS) if head[: len(plan)] == plan
    )


def _starts_work(rest: tuple[str, ...]) -> bool:
    """ "I'll wire up the view"; "I'll leave it running" and "let me know" end the work."""
    return bool(rest) and TALK.isdisjoint(rest[:3])
