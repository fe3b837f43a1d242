"""What a policy would have saved and wasted, had it been in charge of the recorded loops."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from exitgate.measure.known import Answer, Known


@dataclass(frozen=True, slots=True)
class Amount:
    iterations: int = 0
    cost_usd: float = 0.0

    def plus(self, other: Amount) -> Amount:
        return Amount(self.iterations + other.iterations, self.cost_usd + other.cost_usd)


@dataclass(frozen=True, slots=True)
class LoopSum:
    """One loop so far: what it spent before and after the policy would have stopped it."""

    until_stop: Amount = Amount()
    after_stop: Amount = Amount()
    stopped: Answer | None = None
    known_at_stop: Known | None = None
    """The label of the very line that was stopped at, if it has one."""
    known: Known | None = None
    """The newest label: how the loop really stood at its end."""

    def plus(self, called: Answer, known: Known | None, cost: float | None) -> LoopSum:
        spent = Amount(1, cost or 0.0)
        newest = known or self.known
        if self.stopped is not None:
            return replace(self, after_stop=self.after_stop.plus(spent), known=newest)
        if called is Answer.CONTINUE:
            return replace(self, until_stop=self.until_stop.plus(spent), known=newest)
        return LoopSum(self.until_stop.plus(spent), Amount(), called, known, newest)


@dataclass(frozen=True, slots=True)
class Spending:
    loops: int
    total: Amount
    saved: Amount
    """Recorded after a stop that the loop's outcome proves right: it would not have been spent."""
    wasted: Amount
    """Spent on loops up to a stop that its label proves wrong: a person must start again."""
    unsettled: Amount
    """Recorded after a stop at a line without a label, where the loop's later label does not
    settle it: the work may have been done then and have been extended since."""
    overrun: Amount
    """One more iteration, at the loop's mean price, for every loop that should have stopped."""


def spending(loops: Iterable[LoopSum]) -> Spending:
    sums = dict.fromkeys(("total", "saved", "wasted", "unsettled", "overrun"), Amount())
    count = 0
    for loop in loops:
        count += 1
        spent = loop.until_stop.plus(loop.after_stop)
        kind, amount = _booked(loop)
        sums["total"] = sums["total"].plus(spent)
        sums[kind] = sums[kind].plus(amount)
    return Spending(loops=count, **sums)


def _booked(loop: LoopSum) -> tuple[str, Amount]:
    """Where a loop's money goes in the books."""
    if loop.known is None:
        return "unsettled", loop.after_stop
    if loop.stopped is None:
        return "overrun", _one_more(loop.until_stop, loop.known)
    if loop.known_at_stop is not None and loop.stopped not in loop.known_at_stop.accepted:
        return "wasted", loop.until_stop
    if loop.known_at_stop is not None or loop.stopped in loop.known.accepted:
        return "saved", loop.after_stop
    return "unsettled", loop.after_stop


def _one_more(spent: Amount, known: Known) -> Amount:
    if Answer.CONTINUE in known.accepted:
        return Amount()
    return Amount(1, spent.cost_usd / spent.iterations)
