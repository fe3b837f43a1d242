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
    known: Known | None = None
    """The newest label: how the loop really stood at its end."""

    def plus(self, called: Answer, known: Known | None, cost: float | None) -> LoopSum:
        spent = Amount(1, cost or 0.0)
        known = known or self.known
        if self.stopped is not None:
            return replace(self, after_stop=self.after_stop.plus(spent), known=known)
        stopped = None if called is Answer.CONTINUE else called
        return LoopSum(self.until_stop.plus(spent), self.after_stop, stopped, known)


@dataclass(frozen=True, slots=True)
class Spending:
    loops: int
    total: Amount
    saved: Amount
    """Recorded after a stop that the loop's outcome proves right: it would not have been spent."""
    wasted: Amount
    """Spent on loops up to a stop that their outcome proves wrong: a person must start again."""
    overrun: Amount
    """One more iteration, at the loop's mean price, for every loop that should have stopped."""


def spending(loops: Iterable[LoopSum]) -> Spending:
    total = saved = wasted = overrun = Amount()
    count = 0
    for loop in loops:
        count += 1
        total = total.plus(loop.until_stop).plus(loop.after_stop)
        if loop.known is None:
            continue
        if loop.stopped is None:
            overrun = overrun.plus(_one_more(loop))
        elif loop.stopped in loop.known.accepted:
            saved = saved.plus(loop.after_stop)
        else:
            wasted = wasted.plus(loop.until_stop)
    return Spending(count, total, saved, wasted, overrun)


def _one_more(loop: LoopSum) -> Amount:
    if loop.known is None or Answer.CONTINUE in loop.known.accepted:
        return Amount()
    spent = loop.until_stop
    return Amount(1, spent.cost_usd / spent.iterations)
