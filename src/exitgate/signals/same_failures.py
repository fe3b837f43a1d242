"""Do exactly the same tests keep failing?

What it sees: the set of failing tests of each iteration; the same set, not empty, `threshold`
times in a row. Where a report only counts them, the same counts `by_count` times in a row.

Why it matters: different edits with the same failing result are not progress.

Example: `test_login` and `test_logout` fail after iterations 4, 5 and 6.

False alarms: fewer failures, other failures, more passing tests or a plan that moves on clear
it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.history import IterationRecord
from exitgate.core.policy import STRICT, Count
from exitgate.core.repeats import Repeats
from exitgate.core.signal import Signal
from exitgate.core.trend import equal_at_end, moved_on, numbers, refs, timeline
from exitgate.core.wording import counted

NAME = "same_failures"


@dataclass(frozen=True, slots=True)
class Options:
    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    threshold: Count = 3
    """Iterations in a row after which the same tests fail."""
    by_count: Count = 5
    """The same where only the numbers of passing and failing tests are known."""


def check(facts: Facts, options: Options) -> Evidence:
    failing, count = facts.current.failing, facts.current.tests_failed
    if failing is None and not count:
        return unmeasured(NAME, "no test result names the failing tests")
    if not failing and not count:
        return clear(NAME, "no test fails")
    records = timeline(facts)
    named = failing is not None
    values = [record.failing for record in records] if named else list(map(_counts, records))
    same = equal_at_end(records, values)
    needed = options.threshold if named else max(options.threshold, options.by_count)
    number = count or len(failing or ())
    names = _names(failing or (), number)
    measure = Repeats(names, len(same), numbers(same))
    headline = f"{_same(number, named)} for {counted(len(same), 'iteration')}"
    if len(same) < needed or moved_on(same):
        return clear(NAME, headline, measure=measure)
    return found(
        NAME,
        f"{headline}: {names}"[:300] if named else headline,
        strength=0.9 if named else 0.8,
        refs=refs(same),
        measure=measure,
    )


def _counts(record: IterationRecord) -> tuple[int | None, int] | None:
    """Only what is red: two green runs with equal numbers are no failure."""
    return (record.tests_passed, record.tests_failed) if record.tests_failed else None


def _names(failing: tuple[str, ...], count: int) -> str:
    if not failing:
        return counted(count, "failing test")
    return ", ".join(failing[:3]) + (f" and {count - 3} more" if count > 3 else "")


def _same(count: int, named: bool) -> str:
    if not named:
        return f"{counted(count, 'test')} fail{'s' if count == 1 else ''}, never fewer,"
    return "the same test fails" if count == 1 else f"the same {count} tests fail"


SIGNAL = Signal(
    name=NAME, question="Do exactly the same tests keep failing?", check=check, options=Options
)
