"""What a whole message makes of a claim: taken alone it counts, beside open work it does not."""

from __future__ import annotations

from collections.abc import Mapping

from exitgate.core.reading import Claim, Modality, Polarity, Reading, Subject
from exitgate.language.tagging import words_of
from exitgate.language.words.lexicon import word_set

WORK = frozenset({Subject.TASK, Subject.STEP, Subject.TESTS, Subject.BUILD})
BREAKDOWNS = (
    "crash", "broken", "does not work", "doesn't work", "not working", "does not start",
    "doesn't start", "won't start", "does not run", "doesn't run", "missing", "not handled",
    "unhandled", "does not compile", "doesn't compile", "compile errors", "type errors",
    "lint errors", "build errors", "compilation errors", "known bug", "known failure",
)  # fmt: skip
CAVEATS = word_set(
    """when if where which that now cause because optional wenn falls si quand lorsque cuando se
    quando"""
)
EXCUSES = frozenset({"pre-existing", "preexisting", "unrelated"})
"""What failed before, or has nothing to do with the work, is not its failure."""
OTHERS = frozenset({"other", "others", "rest", "remaining", "else"})
"""The other tests pass: that mends none of those that fail."""
OPEN = frozenset({Polarity.NOT_DONE, Polarity.PARTIAL})
NO_ANSWERS = frozenset(
    {"no", "false", "not yet", "nope", "pending", "partially", "nein", "non", "não"}
)


def says_not_done(reading: Reading) -> bool:
    """An explicit "false" beats every heuristic."""
    return reading.block is not None and reading.block.done is False


def whole_task_claims(reading: Reading) -> tuple[Claim, ...]:
    """Facts, stated plainly, that the whole task is done."""
    return tuple(claim for claim in reading.claims if claims_the_task(claim))


def plan_claims(reading: Reading) -> tuple[Claim, ...]:
    """Facts, stated plainly, that the plan is complete: written or carried out."""
    return tuple(claim for claim in reading.claims if _claims(claim, Subject.PLAN))


def claims_the_task(claim: Claim) -> bool:
    return _claims(claim, Subject.TASK)


def _claims(claim: Claim, subject: Subject) -> bool:
    plain = claim.modality is Modality.FACT and not claim.hedged and not claim.aside
    says_done = claim.subject is subject and claim.polarity is Polarity.DONE
    return plain and says_done and not _answers_no(claim.text)


def _answers_no(text: str) -> bool:
    """ "Task complete: no" asks with the words of a claim and answers otherwise."""
    _, colon, answer = text.rpartition(":")
    return bool(colon) and answer.strip(" .!*_`").casefold() in NO_ANSWERS


def results(reading: Reading) -> str:
    """The reported sentences less those that only tell of one step, one a line."""
    steps = {claim.text for claim in reading.claims if claim.subject is Subject.STEP}
    steps -= {claim.text for claim in reading.claims if claim.subject is Subject.TASK}
    return "\n".join(line for line in reading.reported.split("\n") if line not in steps)


def open_work(reading: Reading) -> tuple[Claim, ...]:
    """Work that the message itself calls open, or plans as its last word."""
    return tuple(
        claim
        for claim in reading.claims
        if claim.subject in (Subject.TASK, Subject.STEP)
        and claim.polarity in OPEN
        and claim.modality in (Modality.FACT, Modality.PLAN)
    )


def defeaters(reading: Reading) -> tuple[Claim, ...]:
    """What takes back a claim of completion: open, partial or failing work."""
    good = {
        claim.subject: (place, claim.text)
        for place, claim in enumerate(reading.claims)
        if _is_good(claim) and OTHERS.isdisjoint(words_of(claim.text))
    }
    finished = [place for place, claim in enumerate(reading.claims) if claims_the_task(claim)]
    return tuple(
        claim
        for place, claim in enumerate(reading.claims)
        if _takes_back(claim)
        and not _is_mended(claim, place, good)
        and (
            claim.subject in WORK or (finished and place > finished[-1] and _breaks(claim, reading))
        )
    )


def _breaks(claim: Claim, reading: Reading) -> bool:
    """Not done, or not working at all; "fails" alone may describe what was built."""
    words = " ".join(words_of(claim.text))
    if not CAVEATS.isdisjoint(words.split()):
        return False
    if claim.polarity is Polarity.NOT_DONE:
        return True
    plainly = reading.language != "en" or any(phrase in words for phrase in BREAKDOWNS)
    return claim.polarity is Polarity.FAILING and plainly


def admitted_failures(reading: Reading) -> tuple[Claim, ...]:
    """What fails by the agent's own words; without a signal of its own also what it left unchecked.

    An agent that signals done and could not run the tests itself is judged by their report.
    """
    signalled = reading.block is not None and reading.block.done is True
    open_claims = frozenset(open_work(reading))
    return tuple(
        claim
        for claim in defeaters(reading)
        if claim.polarity is Polarity.FAILING or (not signalled and claim not in open_claims)
    )


def _is_good(claim: Claim) -> bool:
    return claim.polarity is Polarity.DONE and claim.modality is Modality.FACT


def _takes_back(claim: Claim) -> bool:
    if claim.polarity is Polarity.FAILING and not EXCUSES.isdisjoint(words_of(claim.text)):
        return False
    if claim.modality is Modality.PLAN:
        return claim.polarity is Polarity.NOT_DONE
    return claim.modality is Modality.FACT and claim.polarity is not Polarity.DONE


def _is_mended(claim: Claim, place: int, good: Mapping[Subject, tuple[int, str]]) -> bool:
    """Tests that failed further up and pass in a later sentence do not count against the end."""
    if claim.polarity is not Polarity.FAILING or claim.subject in (Subject.TASK, Subject.STEP):
        return False
    later, text = good.get(claim.subject, (0, claim.text))
    return later > place and text != claim.text


def says_tests_pass(reading: Reading) -> bool | None:
    """What the words say last about tests as a fact; None where they say nothing."""
    about = [
        claim
        for claim in reading.claims
        if claim.subject is Subject.TESTS and claim.modality is Modality.FACT and not claim.hedged
    ]
    return about[-1].polarity is Polarity.DONE if about else None


def says_build_fails(reading: Reading) -> bool:
    """Tests of what does not build have not passed, whatever is called done."""
    return any(
        claim.subject is Subject.BUILD
        and claim.polarity is Polarity.FAILING
        and claim.modality is Modality.FACT
        for claim in defeaters(reading)
    )
