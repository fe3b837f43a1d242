"""What a whole message makes of a claim: taken alone it counts, beside open work it does not."""

from __future__ import annotations

from collections.abc import Mapping

from exitgate.core.reading import Claim, Modality, Polarity, Reading, Subject

WORK = frozenset({Subject.TASK, Subject.STEP, Subject.TESTS, Subject.BUILD})
OPEN = frozenset({Polarity.NOT_DONE, Polarity.PARTIAL})


def says_not_done(reading: Reading) -> bool:
    """An explicit "false" beats every heuristic."""
    return reading.block is not None and reading.block.done is False


def whole_task_claims(reading: Reading) -> tuple[Claim, ...]:
    """Facts, stated plainly, that the whole task is done."""
    return tuple(
        claim
        for claim in reading.claims
        if claim.subject is Subject.TASK
        and claim.polarity is Polarity.DONE
        and claim.modality is Modality.FACT
        and not claim.hedged
        and not claim.aside
    )


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
    good = {claim.subject: claim.line for claim in reading.claims if _is_good(claim)}
    return tuple(
        claim
        for claim in reading.claims
        if claim.subject in WORK and _takes_back(claim) and not _is_mended(claim, good)
    )


def _is_good(claim: Claim) -> bool:
    return claim.polarity is Polarity.DONE and claim.modality is Modality.FACT


def _takes_back(claim: Claim) -> bool:
    if claim.modality is Modality.PLAN:
        return claim.polarity is Polarity.NOT_DONE
    return claim.modality is Modality.FACT and claim.polarity is not Polarity.DONE


def _is_mended(claim: Claim, good: Mapping[Subject, int]) -> bool:
    """Tests that failed further up and pass further down do not count against the end."""
    if claim.polarity is not Polarity.FAILING or claim.subject in (Subject.TASK, Subject.STEP):
        return False
    return good.get(claim.subject, 0) > claim.line


def says_tests_pass(reading: Reading) -> bool | None:
    """What the words say last about tests as a fact; None where they say nothing."""
    about = [
        claim
        for claim in reading.claims
        if claim.subject is Subject.TESTS and claim.modality is Modality.FACT and not claim.hedged
    ]
    return about[-1].polarity is Polarity.DONE if about else None
