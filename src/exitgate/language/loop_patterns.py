"""Words for loops inside one run: the patterns, their limits, and one loop that was found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from exitgate.core.policy import STRICT, Count


class Pattern(StrEnum):
    SAME_CALL = "same call, same result"
    CYCLE = "cycle of calls"
    SAME_ERROR = "same error from different calls"
    SAME_CHECK = "same check, same result, whatever was changed"
    NOTHING_NEW = "nothing that was not seen before"
    ALL_FAILING = "almost every call fails"
    MONOLOGUE = "talk without action"
    CHANT = "the same words over and over"
    STOPPED = "stopped by the agent's own loop detector"


@dataclass(frozen=True, slots=True)
class RunLimits:
    """When repetition inside a run counts as a loop."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    identical: Count = 4
    """Equal calls with equal results in a row."""
    rounds: Count = 3
    """Full turns of a cycle of two to six calls."""
    same_error: Count = 6
    """Times one error comes back within the last `error_window` results."""
    error_window: Count = 10
    """Results among which `same_error` counts."""
    same_check: Count = 5
    """Times one command gives the very same result within the last `check_window` calls."""
    check_window: Count = 24
    """Calls among which `same_check` counts."""
    nothing_new: Count = 6
    """Results of the last `new_window` that had all been seen before."""
    new_window: Count = 8
    """Results among which `nothing_new` counts."""
    all_failing: Count = 11
    """Failures among the last `fail_window` results."""
    fail_window: Count = 12
    """Results among which `all_failing` counts."""
    monologue: Count = 3
    """Turns without a call, each only pushed on by the same automatic prompt."""
    unbroken_talk: Count = 15
    """Messages in a row at the end of an unfinished run, with no call and no answer between."""
    chant: Count = 10
    """Times the closing words repeat."""
    stopped: Count = 1
    """Ends by the agent's own loop detector; a run has one at most, so 2 leaves it out."""
    waiting: Count = 5
    """How many times more patience a call that only waits is given."""


@dataclass(frozen=True, slots=True)
class RunLoop:
    """One loop: `first` and `last` are the numbers of the steps that it spans."""

    pattern: Pattern
    times: int
    what: str
    first: int
    last: int
    period: int = 1
    going: bool = True
