"""What is known from outside about an iteration: a label in any of its spellings, as one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from exitgate.core.decision import Verdict


class Answer(StrEnum):
    """The three answers a recording can know. Blocked, review and a spent budget stop the loop
    for a person, so they are judged as stuck."""

    DONE = "done"
    STUCK = "stuck"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class Known:
    expected: Answer
    accepted: tuple[Answer, ...]
    """Answers that count as right; the expected one is among them."""
    really_done: bool | None = None
    """Was the task complete? None where that was never established."""
    source: str = ""


_DONE = Known(Answer.DONE, (Answer.DONE,), True)
_NOT_DONE = Known(Answer.CONTINUE, (Answer.CONTINUE, Answer.STUCK), False)
_STUCK = Known(Answer.STUCK, (Answer.STUCK,))
_OUTCOMES = {
    "done_true": _DONE,
    "done": _DONE,
    "approved": _DONE,
    "merged": _DONE,
    "done_false": _NOT_DONE,
    "rejected": _NOT_DONE,
    "reverted": _NOT_DONE,
    "closed": _NOT_DONE,
    "stuck": _STUCK,
    "blocked": _STUCK,
    "cancelled": Known(Answer.STUCK, (Answer.STUCK,), False),
    "continue": Known(Answer.CONTINUE, (Answer.CONTINUE,)),
}
"""A pull request's fate and a person's later verdict are outcomes like any label."""
_ENDED_WITHOUT_A_RESULT = ("stuck", "maxiter")


def known_of(label: object) -> Known | None:
    """A word (`"merged"`), or an object with `class` and optionally `accept`, `ended`, `source`.

    A label that says nothing we know is no label.
    """
    given = label if isinstance(label, Mapping) else {"class": label}
    known = _OUTCOMES.get(str(given.get("class", given.get("outcome"))))
    if known is None:
        return None
    source = str(given.get("source") or "")
    accepted = _answers(given.get("accept"))
    if accepted:
        return Known(accepted[0], accepted, known.really_done, source)
    return _with_its_ending(known, given.get("ended"), source)


def called(verdict: Verdict) -> Answer:
    match verdict:
        case Verdict.COMPLETE:
            return Answer.DONE
        case Verdict.CONTINUE:
            return Answer.CONTINUE
        case Verdict.STUCK | Verdict.BLOCKED | Verdict.EXHAUSTED | Verdict.REVIEW:
            return Answer.STUCK
        case Verdict.CANCELLED:
            return Answer.STUCK
        case _:
            assert_never(verdict)


def _answers(accept: object) -> tuple[Answer, ...]:
    values = accept if isinstance(accept, list) else [accept]
    return tuple(answer for value in values for answer in Answer if answer.value == value)


def _with_its_ending(known: Known, ended: object, source: str) -> Known:
    """A run cut off by its harness: unsolved it was stuck, solved it should have stopped."""
    if ended in _ENDED_WITHOUT_A_RESULT and known.really_done is False:
        return Known(Answer.STUCK, (Answer.STUCK,), False, source)
    if ended in _ENDED_WITHOUT_A_RESULT and known.really_done:
        return Known(Answer.DONE, (Answer.DONE, Answer.STUCK), True, source)
    return Known(known.expected, known.accepted, known.really_done, source)
