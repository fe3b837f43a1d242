"""Do exactly the same tests keep failing?

What it sees: the set of failing tests of each iteration; the same set, not empty, `threshold`
times in a row.

Why it matters: different edits with the same failing result are not progress.

Example: `test_login` and `test_logout` fail after iterations 4, 5 and 6.

False alarms: fewer failures, other failures, more passing tests or a plan that moves on clear
it.
"""

from __future__ import annotations

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.in_a_row import InARow
from exitgate.core.repeats import Repeats
from exitgate.core.signal import Signal
from exitgate.core.trend import equal_at_end, moved_on, numbers, refs, timeline
from exitgate.core.wording import counted

NAME = "same_failures"


def check(facts: Facts, options: InARow) -> Evidence:
    failing = facts.current.failing
    if failing is None:
        return unmeasured(NAME, "no test result names the failing tests")
    if not failing:
        return clear(NAME, "no test fails")
    records = timeline(facts)
    same = equal_at_end(records, [record.failing for record in records])
    count = facts.current.tests_failed or len(failing)
    names = ", ".join(failing[:3]) + (f" and {count - 3} more" if count > 3 else "")
    measure = Repeats(names, len(same), numbers(same))
    if len(same) < options.threshold or moved_on(same):
        return clear(NAME, f"{_same(count)} for {counted(len(same), 'iteration')}", measure=measure)
    return found(
        NAME,
        f"{_same(count)} for {counted(len(same), 'iteration')}: {names}"[:300],
        strength=0.9,
        refs=refs(same),
        measure=measure,
    )


def _same(count: int) -> str:
    return "the same test fails" if count == 1 else f"the same {count} tests fail"


SIGNAL = Signal(
    name=NAME, question="Do exactly the same tests keep failing?", check=check, options=InARow
)
