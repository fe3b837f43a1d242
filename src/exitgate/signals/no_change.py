"""Did nothing change for several iterations?

What it sees: iterations in a row after which the content is what it was before, by the work
tree's fingerprint or, without one, by the agent's own edits. A run that failed, timed out or
said nothing counts too.

Why it matters: three such iterations half-open the circuit breaker; six that brought no new
result either open it, where the profile says so.

Example: the agent answers three times that everything looks fine and edits no file.

False alarms: reading and research change nothing either, which is why this alone only warns;
new untracked files and commits are changes. An iteration that cannot be measured neither counts
nor starts the count afresh.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.in_a_row import InARow
from exitgate.core.repeats import Repeats
from exitgate.core.signal import Signal
from exitgate.core.trend import numbers, refs, timeline, unchanged_streak
from exitgate.core.wording import counted

NAME = "no_change"


def check(facts: Facts, options: InARow) -> Evidence:
    records = timeline(facts)
    still = unchanged_streak(records)
    if facts.current.changed is None and not still:
        return unmeasured(NAME, _unknown(facts))
    measure = Repeats("no change", len(still), numbers(still))
    if len(still) < options.threshold:
        return clear(
            NAME, f"{counted(len(still), 'iteration')} in a row without a change", measure=measure
        )
    return found(
        NAME,
        f"no file changes in {counted(len(still), 'iteration')}",
        strength=min(1.0, 0.5 * len(still) / options.threshold),
        refs=refs(still),
        measure=measure,
    )


def _unknown(facts: Facts) -> str:
    if facts.history.recent:
        return "what this iteration changed was not recorded"
    return "the first iteration has none before it to compare with"


SIGNAL = Signal(
    name=NAME,
    question="Did nothing change for several iterations?",
    check=check,
    options=InARow,
)
