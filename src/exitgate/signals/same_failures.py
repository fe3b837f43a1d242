"""Do exactly the same tests keep failing?

What it sees: the set of failing tests of each iteration; the same set, not empty, `threshold`
times in a row, or two to six sets that took turns as often. Where a report only counts them, or
each time on another error, `by_count` times in a row. Numbers that go up and down for `no_better`
iterations without ever being better than before.

Why it matters: different edits with the same failing result are not progress.

Example: `test_login` and `test_logout` fail after iterations 4, 5 and 6.

False alarms: fewer failures, other failures, more passing tests or a plan that moves on clear
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.history import IterationRecord
from exitgate.core.policy import STRICT, Count
from exitgate.core.repeats import Repeats, ending_cycle
from exitgate.core.signal import Signal
from exitgate.core.trend import equal_at_end, moved_on, numbers, refs, timeline
from exitgate.core.wording import agreeing, counted

NAME = "same_failures"


@dataclass(frozen=True, slots=True)
class Options:
    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    threshold: Count = 3
    """Iterations in a row after which the same tests fail."""
    by_count: Count = 5
    """The same where only the numbers are known, or where the tests fail on other errors."""
    no_better: Count = 8
    """Iterations in a row, all of them red, in which never fewer failed and never more passed."""


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
    surely = named and not _fails_otherwise(same)
    needed = options.threshold if surely else max(options.threshold, options.by_count)
    number = count or len(failing or ())
    names = _names(failing or (), number)
    measure = Repeats(names, len(same), numbers(same))
    headline = f"{_same(number, named)} for {counted(len(same), 'iteration')}"
    if len(same) < needed or moved_on(same):
        return (
            _taking_turns(facts, options)
            or _never_better(facts, options)
            or clear(NAME, headline, measure=measure)
        )
    return found(
        NAME,
        f"{headline}: {names}"[:300] if named else headline,
        strength=0.9 if named else 0.8,
        refs=refs(same),
        measure=measure,
    )


def _taking_turns(facts: Facts, options: Options) -> Evidence | None:
    """One failure is mended by bringing back another; a green run between them ends the cycle."""
    records = [record for record in timeline(facts) if record.failing is not None]
    sets = [record.failing for record in records]
    cycle = ending_cycle(sets, single=len(sets) + 1, rounds=options.threshold)
    span = records[-cycle.length :] if cycle else []
    if cycle is None or not all(record.failing for record in span):
        return None
    if any(moved_on(span[at :: cycle.period]) for at in range(cycle.period)):
        return None
    return found(
        NAME,
        f"{cycle.period} sets of failing tests take turns, {counted(cycle.rounds, 'time')} over",
        strength=0.85,
        refs=refs(span),
        measure=Repeats(_names(sets[-1] or (), 0), cycle.rounds, numbers(span), cycle.period),
    )


def _fails_otherwise(same: Sequence[IterationRecord]) -> bool:
    """Each time on an error of its own: whoever makes a big test pass gets further like that."""
    errors = [record.error for record in same]
    return None not in errors and len(set(errors)) == len(errors) > 1


def _never_better(facts: Facts, options: Options) -> Evidence | None:
    """Numbers that go up and down but were never better than before."""
    red: list[IterationRecord] = []
    for record in reversed(timeline(facts)):
        if record.tests_failed == 0:
            break
        if record.tests_failed and record.tests_passed is not None:
            red.insert(0, record)
    needed = max(options.threshold, options.no_better)
    before, since = red[:-needed], red[-needed:]
    if not before or moved_on(red[-needed - 1 :]):
        return None
    fewest = min(record.tests_failed or 0 for record in before)
    most = max(record.tests_passed or 0 for record in before)
    if any((r.tests_failed or 0) < fewest or (r.tests_passed or 0) > most for r in since):
        return None
    return found(
        NAME,
        f"no fewer than {counted(fewest, 'test')} {agreeing(fewest, 'fails', 'fail')}"
        f" in any of {counted(len(since), 'iteration')}",
        strength=0.75,
        refs=refs(since),
        measure=Repeats(counted(fewest, "failing test"), len(since), numbers(since)),
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
