"""The gate's answer, with everything a person needs to check it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from exitgate.core.circuit import Circuit
from exitgate.core.confidence import Confidence
from exitgate.core.evidence import Evidence
from exitgate.core.verification import CheckedClaim


class Verdict(StrEnum):
    CONTINUE = "continue"
    COMPLETE = "complete"
    STUCK = "stuck"
    BLOCKED = "blocked"
    EXHAUSTED = "exhausted"
    REVIEW = "review"
    CANCELLED = "cancelled"

    @property
    def should_exit(self) -> bool:
        return self is not Verdict.CONTINUE


@dataclass(frozen=True, slots=True)
class RuleTrace:
    """One rule that was asked, whether or not it fired."""

    rule: str
    fired: bool
    because: str


@dataclass(frozen=True, slots=True)
class InputFile:
    """One file that was read for this decision."""

    path: str
    format: str
    messages: int
    tool_calls: int
    bytes: int
    unreadable: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    loop_id: str
    iteration: int
    verdict: Verdict
    reason: str
    summary: str
    confidence: Confidence
    merge_ready: bool
    circuit: Circuit
    signature: str
    work_summary: str
    evidence: tuple[Evidence, ...]
    rules: tuple[RuleTrace, ...]
    guidance: str
    inputs: tuple[InputFile, ...]
    unmeasured: tuple[str, ...]
    claims: tuple[CheckedClaim, ...] = ()
    """What the agent said that could be checked, each beside what the evidence says of it."""

    @property
    def should_exit(self) -> bool:
        return self.verdict.should_exit
