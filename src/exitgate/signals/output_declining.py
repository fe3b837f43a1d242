"""Does the agent say much less than before?

What it sees: the length of the final message against the median of the last three.

Why it matters: output that shrinks by `reduction` percent often means that there is nothing left
to say, or nothing left that works. It is a warning and decides nothing.

Example: messages of 4,000 characters, then one of 300.

False alarms: a short closing message is normal; so is a long report before a small step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.policy import STRICT, Percent
from exitgate.core.signal import Signal
from exitgate.core.trend import refs
from exitgate.core.wording import counted

NAME = "output_declining"
_COMPARED = 3


@dataclass(frozen=True, slots=True)
class Options:
    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    reduction: Percent = 70
    """Percent by which the output must have shrunk."""


@dataclass(frozen=True, slots=True)
class Decline:
    before: int
    now: int

    @property
    def percent(self) -> int:
        return 100 * (self.before - self.now) // self.before


def check(facts: Facts, options: Options) -> Evidence:
    spoken = [record for record in facts.history.recent if record.message_length > 0]
    if not spoken:
        return unmeasured(NAME, "no earlier message to compare with")
    compared = spoken[-_COMPARED:]
    before = sorted(record.message_length for record in compared)[len(compared) // 2]
    decline = Decline(before, facts.current.message_length)
    if decline.percent < options.reduction:
        return clear(NAME, f"{counted(decline.now, 'character')} after {before}", measure=decline)
    return found(
        NAME,
        f"output shrank by {decline.percent} %: {counted(decline.now, 'character')} after {before}",
        strength=0.4,
        refs=refs(compared),
        measure=decline,
    )


SIGNAL = Signal(
    name=NAME, question="Does the agent say much less than before?", check=check, options=Options
)
