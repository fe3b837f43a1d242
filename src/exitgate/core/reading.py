"""What the agent's own words say, read once: claims, status blocks, questions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Subject(StrEnum):
    """What a claim is about."""

    TASK = "task"
    STEP = "step"
    PLAN = "plan"
    """The plan, which is complete once it is written: only its own ticks tell which was meant."""
    TESTS = "tests"
    BUILD = "build"
    OTHER = "other"


class Polarity(StrEnum):
    DONE = "done"
    NOT_DONE = "not_done"
    PARTIAL = "partial"
    FAILING = "failing"


class Modality(StrEnum):
    FACT = "fact"
    PLAN = "plan"
    WISH = "wish"
    CONDITION = "condition"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Claim:
    """One asserted sentence about the state of the work."""

    text: str
    subject: Subject
    polarity: Polarity
    modality: Modality = Modality.FACT
    hedged: bool = False
    aside: bool = False
    """Conversational ("That's done!"), or an echo of the task: not a report of work."""
    done: int | None = None
    total: int | None = None
    remaining: int | None = None
    line: int = 0


class BlockStyle(StrEnum):
    RALPH = "ralph"
    DOYAKEN = "doyaken"
    EXITGATE = "exitgate"
    PROMISE = "promise"
    STRUCTURED = "structured"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusBlock:
    """The last well-formed structured signal outside quotes and examples."""

    style: BlockStyle
    done: bool | None = None
    """Its explicit word: EXIT_SIGNAL, PHASE_COMPLETE, a kept promise. Ambiguous is False."""
    status: str | None = None
    """IN_PROGRESS, COMPLETE or BLOCKED, upper case."""
    tasks_completed: int | None = None
    files_modified: int | None = None
    tests: str | None = None
    """PASSING, FAILING, NOT_RUN or UNKNOWN."""
    work_type: str | None = None
    confidence: str | None = None
    remaining: str | None = None
    recommendation: str | None = None
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The final message, understood. All of it is the agent's word, none of it is proof."""

    claims: tuple[Claim, ...] = ()
    block: StatusBlock | None = None
    asserted: str = ""
    """What the agent asserts; code, quotes, logs, examples and echoes are masked out."""
    reported: str = ""
    """The asserted sentences that state a fact, one a line: what is negated, planned, asked,
    conditional, an aside or an echo of the task is left out."""
    questions: tuple[str, ...] = ()
    """Questions that wait for a person's answer."""
    question_line: int = 0
    """Where the last of them stands; 0 where that is not known."""
    blocked: str | None = None
    """Why the agent says that it cannot go on without a person."""
    blocked_line: int = 0
    test_only: bool = False
    """Nothing but test output, no implementation."""
    error_words: int = 0
    """Errors that the response reports, as the seed's analyzers count them."""
    language: str = "en"
