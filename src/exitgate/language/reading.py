"""Reads a final message once: what is claimed, signalled, asked and reported in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from exitgate.core.policy import Keywords
from exitgate.core.reading import Claim, Modality, Polarity, Reading, StatusBlock, Subject
from exitgate.language.ahead import work_ahead
from exitgate.language.asking import blocked_by, open_questions
from exitgate.language.claims import claims_of, tells_of_work
from exitgate.language.described import without_description
from exitgate.language.echoes import without_echoes
from exitgate.language.errors_said import count_errors
from exitgate.language.lines import Kind, Line
from exitgate.language.masking import mask
from exitgate.language.omissions import left_out
from exitgate.language.remarks import retracts
from exitgate.language.reserves import reserved, reserves_what_stands, with_reserve
from exitgate.language.sentences import Sentence, sentences
from exitgate.language.status import find_status, without_status
from exitgate.language.tagging import table, tag
from exitgate.language.test_only import is_test_only
from exitgate.language.unspaced import unspaced_claims
from exitgate.language.which_language import language_of, unspaced_code
from exitgate.language.words.lexicon import Role

CHECKS = (Subject.TESTS, Subject.BUILD)
NO_KEYWORDS = Keywords()


JOINED_BLOCKS = re.compile(r"(---END_[A-Z]{3,12}_STATUS---)[ \t]{0,4}(---[A-Z]{3,12}_STATUS---)")
"""Two blocks that a shell ran together are two blocks."""


def read_prose(
    final_message: str,
    *,
    prompt: str = "",
    task: str = "",
    structured: str | None = None,
    keywords: Keywords = NO_KEYWORDS,
) -> Reading:
    """Everything the agent's last words say. All of it is its word, none of it is proof."""
    lines = mask(JOINED_BLOCKS.sub(r"\1\n\2", final_message))
    asked = f"{prompt}\n{task}"
    block = find_status(lines, promise=keywords.promise, asked=asked, structured=structured)
    said = without_status(lines)
    asserted = "\n".join(line.text if line.is_asserted else "" for line in said)
    code = language_of(asserted)
    own = without_echoes(sentences(said), (task, prompt))
    claims = _claims(own, code, keywords)
    questions = open_questions(
        own,
        code,
        last_line=_last_line(said),
        task_claimed=any(_is_finish(claim) for claim in claims),
    )
    blocked, blocked_line = _blocked(block, own, code, keywords)
    return Reading(
        claims=claims,
        block=block,
        asserted=asserted,
        reported=_reported(own, claims),
        questions=tuple(question.text for question in questions),
        question_line=questions[-1].line if questions else 0,
        blocked=blocked,
        blocked_line=blocked_line,
        test_only=is_test_only(said) or (block is not None and block.work_type == "TESTING"),
        error_words=count_errors(said, code),
        language=code,
    )


def _claims(own: Sequence[Sentence], code: str, keywords: Keywords) -> tuple[Claim, ...]:
    found: list[Claim] = []
    works = False
    ends = [sentence for sentence in (*own[:1], *own[-1:]) if _says_all(sentence, code, keywords)]
    for sentence in own:
        if unspaced := unspaced_code(sentence.text):
            new = unspaced_claims(sentence, code if code in ("zh", "ja") else unspaced)
            works = works or not all(claim.aside for claim in new)
        else:
            tagged = tag(sentence.text, table(_spaced(code), keywords))
            told = without_description(tagged)
            new = with_reserve(sentence, told, claims_of(sentence, told))
            if not new and reserves_what_stands(sentence, told):
                found = reserved(found)
            works = works or tells_of_work(sentence, tagged)
        works = works or any(claim.subject in CHECKS or _is_plain_finish(claim) for claim in new)
        found += new
    found += left_out(own)
    if own and retracts(own[-1].text):
        last = own[-1]
        found.append(Claim(last.text, Subject.TASK, Polarity.NOT_DONE, line=last.line))
    stepwise = any(
        claim.subject is Subject.STEP and claim.polarity is Polarity.DONE for claim in found
    )
    said = {(sentence.line, sentence.text) for sentence in ends}
    placed = tuple(
        _placed(claim, works=works or (claim.line, claim.text) in said, stepwise=stepwise)
        for claim in found
    )
    return (*placed, *_ahead(own, code, placed))


def _is_plain_finish(claim: Claim) -> bool:
    """ "The task is complete." is a report, so that "Ready for review." beside it is one too."""
    return not claim.aside and not claim.hedged and _is_finish(claim)


def _spaced(code: str) -> str:
    return code if code not in ("zh", "ja") else "en"


def _says_all(sentence: Sentence, code: str, keywords: Keywords) -> bool:
    """ "All done!" opens or closes a report by itself; in the middle of talk it is an aside."""
    tagged = tag(sentence.text, table(_spaced(code), keywords))
    return tagged.has(Role.ALL) or (tagged.tokens[:1] == ("everything's",))


def _ahead(own: Sequence[Sentence], code: str, claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Work that is still ahead; what was planned before the whole was called done is behind."""
    ends = {(claim.line, claim.text) for claim in claims if _is_finish(claim) and not claim.aside}
    finished = (place for place, s in enumerate(own) if (s.line, s.text) in ends)
    ahead = work_ahead(own, code, after=max(finished, default=-1))
    by_line = {claim.line: claim for claim in ahead}
    return tuple(claim for _, claim in sorted(by_line.items()))


def _last_line(lines: Sequence[Line]) -> int:
    """The last line that says or shows something; a status block behind it does not count."""
    silent = (Kind.BLANK, Kind.STATUS)
    return next((line.number for line in reversed(lines) if line.kind not in silent), 0)


def _placed(claim: Claim, *, works: bool, stepwise: bool) -> Claim:
    """ "Done." opens a report where work is told; "That's done!" is talk wherever it stands.

    Where the report is of one step, so is the "Done." beside it.
    """
    if not claim.aside or not works:
        return claim
    points = claim.text.casefold().lstrip().startswith(("that", "this", "eso", "c'est", "das"))
    if points:
        return claim
    return replace(claim, aside=False, subject=Subject.STEP if stepwise else claim.subject)


def _is_finish(claim: Claim) -> bool:
    return (
        claim.subject is Subject.TASK
        and claim.polarity is Polarity.DONE
        and claim.modality is Modality.FACT
        and not claim.hedged
    )


def _reported(own: Sequence[Sentence], claims: Sequence[Claim]) -> str:
    """Sentences that state a fact which nothing in them takes back, one a line."""
    dropped = {
        (claim.line, claim.text)
        for claim in claims
        if claim.aside or claim.modality is not Modality.FACT or claim.polarity is not Polarity.DONE
    }
    kept = [s.text for s in own if not s.asks and (s.line, s.text) not in dropped]
    return "\n".join(kept)


def _blocked(
    block: StatusBlock | None, own: Sequence[Sentence], code: str, keywords: Keywords
) -> tuple[str | None, int]:
    """Why a person is needed, and where that stands.

    A block's own status is clearer than prose, whichever way it speaks.
    """
    if block is not None and block.status == "BLOCKED":
        return block.recommendation or "The agent reports STATUS: BLOCKED.", block.line
    if block is not None and (block.status is not None or block.done):
        return None, 0
    said = blocked_by(own, code, keywords)
    return (said.text, said.line) if said is not None else (None, 0)


def lines_of(text: str) -> tuple[Line, ...]:
    """The message with every line's kind, status blocks marked."""
    return without_status(mask(text))
