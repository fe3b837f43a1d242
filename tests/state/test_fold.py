"""One iteration a run, in the order of runs, whatever order they finish in."""

from __future__ import annotations

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exitgate.core.circuit import Circuit, CircuitState
from exitgate.core.facts import Directive
from exitgate.core.history import KEPT_ITERATIONS
from exitgate.core.memory import LoopState
from exitgate.state.fold import RunStamp, fold_iteration, stamp_of
from state.support import adding, iteration

OPEN, CLOSED = Circuit(CircuitState.OPEN), Circuit()
EMPTY = LoopState("pr-1")


def runs_of(state: LoopState) -> list[str | None]:
    return [one.run for one in state.history.recent]


@pytest.mark.parametrize(
    ("text", "stamp"),
    [
        ("17.2", RunStamp(17, 2)),
        ("17", RunStamp(17, 1)),
        ("17.", None),
        ("a.b", None),
        ("١٧.1", None),
        ("9" * 50, None),
        ("", None),
        (None, None),
    ],
)
def test_stamps(text: str | None, stamp: RunStamp | None) -> None:
    assert stamp_of(text) == stamp


def test_iterations_without_a_run_add_up() -> None:
    state = adding(iteration())(adding(iteration())(EMPTY))
    assert [one.number for one in state.history.recent] == [1, 2]


def test_a_later_attempt_replaces_and_keeps_the_number() -> None:
    state = adding(iteration("8.1", cost_usd=1.0, verdict="stuck"))(EMPTY)
    state = adding(iteration("8.3", cost_usd=0.25))(state)
    assert runs_of(state) == ["8.3"]
    assert (state.history.totals.cost_usd, state.history.totals.exits) == (0.25, 0)


def test_an_earlier_attempt_that_ends_late_changes_nothing() -> None:
    state = adding(iteration("8.3"), OPEN)(EMPTY)
    assert fold_iteration(state, iteration("8.1"), CLOSED, True) is state


def test_an_older_run_that_ends_late_is_counted_but_does_not_rule() -> None:
    word = Directive("continue", "ann")
    state = LoopState("pr-1", directive=word)
    state = adding(iteration("9.1"), OPEN)(state)
    state = fold_iteration(state, iteration("8.1"), CLOSED, True)
    assert runs_of(state) == ["8.1", "9.1"]
    assert [one.number for one in state.history.recent] == [1, 2]
    assert (state.circuit, state.directive) == (OPEN, word)


def test_a_replaced_middle_iteration_does_not_rule_either() -> None:
    state = adding(iteration("9.1"), OPEN)(adding(iteration("8.1"))(EMPTY))
    state = fold_iteration(state, iteration("8.2"), CLOSED, False)
    assert (runs_of(state), state.circuit) == (["8.2", "9.1"], OPEN)


def test_an_ancient_rerun_is_not_counted_again() -> None:
    folds = [adding(iteration(f"{run}.1")) for run in range(1, 80)]
    state = reduce(lambda held, fold: fold(held), folds, EMPTY)
    assert len(state.history.recent) == KEPT_ITERATIONS
    assert fold_iteration(state, iteration("3.2"), OPEN, False) is state


def test_a_used_directive_is_spent_and_a_newer_one_is_kept() -> None:
    word, newer = Directive("continue", "ann"), Directive("retry", "bob")
    used = fold_iteration(
        LoopState("l", directive=word), iteration("1.1"), CLOSED, True, obeyed=word
    )
    kept = fold_iteration(
        LoopState("l", directive=newer), iteration("1.1"), CLOSED, True, obeyed=word
    )
    assert (used.directive, kept.directive) == (None, newer)


def test_a_cancelled_loop_stays_cancelled() -> None:
    word = Directive("cancel", "ann")
    assert (
        fold_iteration(LoopState("l", directive=word), iteration(), CLOSED, True).directive == word
    )


@pytest.mark.parametrize("cost", [float("nan"), float("inf"), -1.0, 1e300])
def test_impossible_numbers_are_unmeasured(cost: float) -> None:
    state = adding(iteration("1.1", cost_usd=cost, tokens=10**400))(EMPTY)
    last = state.history.recent[-1]
    assert (last.cost_usd, last.tokens) == (None, None)
    assert (state.history.totals.cost_usd, state.history.totals.tokens) == (0.0, 0)


@given(st.permutations(range(1, 17)), st.lists(st.integers(1, 16), max_size=20))
def test_any_order_and_any_repetition_gives_one_history(order: list[int], again: list[int]) -> None:
    folds = [adding(iteration(f"{run}.1", cost_usd=run / 10)) for run in (*order, *again)]
    state = reduce(lambda held, fold: fold(held), folds, EMPTY)
    assert runs_of(state) == [f"{run}.1" for run in range(1, 17)]
    assert [one.number for one in state.history.recent] == list(range(1, 17))
    assert state.history.totals.iterations == 16
    assert state.history.totals.cost_usd == pytest.approx(13.6)
