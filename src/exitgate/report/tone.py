"""How a finding speaks: proven, only said, against completion, or not at all."""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never

from exitgate.core.evidence import Evidence, Outcome

PROVES = frozenset(
    {
        "checks_green",
        "claims_verified",
        "exercised",
        "files_changed",
        "plan_complete",
        "task_moved",
        "tests_pass",
        "verify_passed",
    }
)
"""Signals that count the work itself and speak for completion."""
SAYS = frozenset(
    {
        "completion_claim",
        "completion_keywords",
        "completion_patterns",
        "completion_words",
        "done_signal",
        "handed_in",
        "output_quality",
        "stated_confidence",
        "status_block",
        "tests_claimed",
        "tests_reported",
    }
)
"""Signals that repeat the agent's words, which prove nothing by themselves."""


class Tone(StrEnum):
    PROVEN = "proven"
    SAID = "said"
    AGAINST = "against"
    UNKNOWN = "unknown"
    QUIET = "quiet"


def tone_of(seen: Evidence) -> Tone:
    """What no list names needs eyes."""
    match seen.outcome:
        case Outcome.UNMEASURED:
            return Tone.UNKNOWN
        case Outcome.CLEAR:
            return Tone.QUIET
        case Outcome.FOUND:
            if seen.signal in SAYS:
                return Tone.SAID
            return Tone.PROVEN if seen.signal in PROVES else Tone.AGAINST
        case _:
            assert_never(seen.outcome)
