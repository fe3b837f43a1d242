"""What loop detection costs: microseconds a step inside a run, and a whole iteration's signals.

Run: PYTHONPATH=src:tests python tests/bench/bench_loops.py
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from exitgate.core.circuit import Circuit
from exitgate.core.history import History
from exitgate.core.transcript import CallKind, Message, Role, Step, ToolCall, Transcript
from exitgate.language.loop_patterns import RunLimits
from exitgate.language.run_loop import find_run_loop
from loops.build import check_all, facts_of

TARGET = 20.0
PAGE = "    def value(self):\n        return self._value + 17  # kept for callers\n" * 25


def working(steps: int) -> list[Step]:
    """An ordinary run: reads, edits, test runs, each with something new."""
    made: list[Step] = []
    for n in range(steps // 4):
        made.append(Message(Role.ASSISTANT, f"Now part {n}: I read the module and change it."))
        made.append(_call("read", CallKind.READ, f"src/m{n}.py", f"{n}\n{PAGE}"))
        made.append(_call("edit", CallKind.EDIT, f"src/m{n}.py change {n}", f"edited {n}\n{PAGE}"))
        made.append(_call("bash", CallKind.RUN, "pytest -q", f"{PAGE}{n} passed in {n}.31s"))
    return made


def polling(steps: int) -> list[Step]:
    """One call again and again, each result new: the costliest comparison."""
    return [
        _call("bash", CallKind.RUN, "status", f"{PAGE}row {n} of {steps}") for n in range(steps)
    ]


def failing(steps: int) -> list[Step]:
    """The same failing command with other times in its output."""
    trace = "Traceback (most recent call last):\n" + '  File "/a/b.py", line 7, in run\n' * 20
    return [
        _call("bash", CallKind.RUN, "pytest", f"{trace}KeyError: 'x' after {n}.5s", 1)
        for n in range(steps)
    ]


def _call(name: str, kind: CallKind, given: str, output: str, code: int | None = 0) -> ToolCall:
    command = given if kind is CallKind.RUN else ""
    return ToolCall(name, kind, given, output[:4000], exit_code=code, command=command)


def per_step(make: Callable[[int], list[Step]], steps: int) -> float:
    transcript = Transcript("exitgate", tuple(make(steps)))
    best = min(_timed(lambda: find_run_loop(transcript, RunLimits())) for _ in range(5))
    return best / len(transcript.steps) * 1e6


def per_iteration(kept: int) -> float:
    """All loop signals with so long a history behind them."""
    history = History()
    for number in range(1, kept + 1):
        case = {"says": f"Worked on part {number} of the parser.", "tree": f"t{number}"}
        history = history.plus(facts_of(case, number, history, Circuit()).current)
    facts = facts_of({"says": "Worked on it.", "tree": "now"}, kept + 1, history, Circuit())
    return min(_timed(lambda: check_all(facts)) for _ in range(20)) * 1e3


def _timed(run: Callable[[], object]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def main() -> int:
    costs = [
        (make.__name__, steps, per_step(make, steps))
        for make in (working, polling, failing)
        for steps in (60, 400, 2000)
    ]
    for name, steps, cost in costs:
        print(f"{name:>8} {steps:>5} steps {cost:7.1f} µs a step (target {TARGET:.0f})")
    for kept in (10, 1_000, 10_000):
        print(f"{kept:>6} iterations behind {per_iteration(kept):7.3f} ms for all loop signals")
    return 0 if max(cost for _, _, cost in costs) <= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
