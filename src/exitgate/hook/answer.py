"""May the agent stop? The decision read as an answer to a Stop hook."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from exitgate.core.decision import Decision, Verdict
from exitgate.core.history import History, IterationRecord
from exitgate.guidance import quote

MOST_BLOCKS = 8
"""Refusals for one request; then the person at the keyboard decides."""
UNFINISHED = (
    *("not_done_signal", "remaining_work", "plan_open", "tests_fail"),
    *("admitted_failure", "block_disagrees"),
)
"""What says that work is left although the agent does not claim to be done."""
MEASURED = ("tree", "edits", "tests_passed", "tests_failed", "failing", "plan_done")
"""Where one of these moved, the agent got somewhere."""


class Kind(Enum):
    QUIET = "quiet"
    """It may stop, and there is nothing to say."""
    TELL = "tell"
    """It may stop, and the person should know something."""
    BLOCK = "block"
    """It goes on, with guidance."""


@dataclass(frozen=True, slots=True)
class Answer:
    kind: Kind
    text: str = ""


def answer(decision: Decision, record: IterationRecord, history: History) -> Answer:
    """`history` holds the earlier stops of the same request."""
    if decision.verdict is Verdict.COMPLETE:
        return Answer(Kind.QUIET)
    if decision.verdict is not Verdict.CONTINUE:
        return _tell(decision, "Stopped")
    if not _has_reason_to_go_on(decision, record):
        return Answer(Kind.QUIET)
    if _said_before(record, history):
        return _tell(decision, "Said once and nothing changed since, so it may stop")
    if len(history.recent) >= MOST_BLOCKS:
        return _tell(decision, f"Sent back {MOST_BLOCKS} times, so it may stop")
    return Answer(Kind.BLOCK, f"Not finished: {_why(decision)}\n{decision.guidance}")


def lost_track(decision: Decision) -> Answer:
    """A hook has sent it back before, but nothing is remembered of that: never once more."""
    return _tell(decision, "Sent back before and no trace of it is left, so it may stop")


def hook_output(answer: Answer) -> str:
    """What the agent's command line reads on standard output."""
    match answer.kind:
        case Kind.QUIET:
            return ""
        case Kind.TELL:
            return json.dumps({"systemMessage": answer.text}) + "\n"
        case Kind.BLOCK:
            return json.dumps({"decision": "block", "reason": answer.text}) + "\n"
        case _:
            assert_never(answer.kind)


def _why(decision: Decision) -> str:
    open_work = [seen for seen in decision.evidence if seen.is_found and seen.signal in UNFINISHED]
    if decision.reason == "claimed_unverified" or not open_work:
        return quote(decision.summary, 400)
    return "; ".join(quote(f"{seen.headline} ({', '.join(seen.refs[:3])})") for seen in open_work)


def _tell(decision: Decision, lead: str) -> Answer:
    return Answer(
        Kind.TELL, f"ExitGate: {lead} ({decision.verdict}): {quote(decision.summary, 400)}"
    )


def _has_reason_to_go_on(decision: Decision, record: IterationRecord) -> bool:
    """A question is for the person at the keyboard, and talk without work needs no proof."""
    found = {seen.signal for seen in decision.evidence if seen.is_found}
    if "open_question" in found or not record.tool_calls:
        return False
    return decision.reason == "claimed_unverified" or bool(found & set(UNFINISHED))


def _said_before(record: IterationRecord, history: History) -> bool:
    """The same reason as at an earlier stop, with no measure that moved since then."""
    return any(
        before.reason == record.reason
        and all(getattr(before, name) == getattr(record, name) for name in MEASURED)
        for before in history.recent
    )
