"""Does the work tree return to where it was?

What it sees: the fingerprint of the content after each iteration; `threshold` returns in a row
to content that had been left before, so A/B/A/B and cycles of up to `window` states.

Why it matters: edits that are undone and made again look like progress to anything that counts
commits.

Example: iteration 1 adds a cache, 2 takes it out, 3 adds it, 4 takes it out, each with a commit.

False alarms: a single revert of a wrong turn is one return and below the threshold. A tree that
does not change at all is `no_change`, not this.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.policy import STRICT, Count
from exitgate.core.repeats import Repeats, returns
from exitgate.core.signal import Signal
from exitgate.core.trend import numbers, refs, timeline
from exitgate.core.wording import counted

NAME = "repeated_tree"


@dataclass(frozen=True, slots=True)
class Options:
    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    window: Count = 18
    """Iterations that are looked at: a cycle of six states, three times."""
    threshold: Count = 2
    """Returns in a row to content that had been left."""


def check(facts: Facts, options: Options) -> Evidence:
    if facts.current.tree is None:
        return unmeasured(NAME, "the work tree's content was not measured")
    records = [record for record in timeline(facts, options.window) if record.tree]
    trees = [record.tree or "" for record in records]
    times = returns(trees)
    same = [record for record in records if record.tree == facts.current.tree]
    measure = Repeats(facts.current.tree, times, numbers(same))
    if times < options.threshold:
        return clear(
            NAME, f"content returned to an earlier state {counted(times, 'time')}", measure=measure
        )
    return found(
        NAME,
        f"edits are undone and redone: content went back {counted(times, 'time')} in a row",
        strength=min(1.0, 0.85 + 0.05 * (times - options.threshold)),
        refs=refs(same),
        measure=measure,
    )


SIGNAL = Signal(
    name=NAME,
    question="Does the work tree return to where it was?",
    check=check,
    options=Options,
)
