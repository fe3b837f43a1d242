"""The circuit breaker's laws, for any history that iterations can have."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exitgate.core.breaker import (
    CLOCKLESS_REST,
    KEPT_TRANSITIONS,
    Observation,
    advance,
    reset,
)
from exitgate.core.circuit import Circuit, CircuitState
from exitgate.core.policy import BreakerPolicy

POLICY = BreakerPolicy()
CLOSED, HALF_OPEN, OPEN = CircuitState.CLOSED, CircuitState.HALF_OPEN, CircuitState.OPEN

clocks = st.one_of(
    st.none(),
    st.text(max_size=30),
    st.datetimes().map(lambda moment: moment.isoformat()),
    st.datetimes().map(lambda moment: f"{moment.isoformat()}Z"),
)
sights = st.builds(
    Observation,
    iteration=st.just(0),
    now=clocks,
    no_change=st.integers(0, 12),
    nothing_new=st.integers(0, 12),
    same_error=st.integers(0, 12),
    progressed=st.booleans(),
)


def run(seen: list[Observation], circuit: Circuit | None = None) -> Circuit:
    circuit = circuit or Circuit()
    for number, sight in enumerate(seen, start=1):
        circuit = advance(circuit, replace(sight, iteration=number), POLICY)
    return circuit


def opened(now: str | None = "2026-01-01T10:00:00Z") -> Circuit:
    return run([Observation(iteration=1, now=now, same_error=5)])


@given(st.lists(sights, max_size=40))
def test_transitions_form_one_bounded_chain_that_ends_in_the_state(seen: list[Observation]) -> None:
    circuit = run(seen)
    moves = circuit.transitions
    assert len(moves) <= KEPT_TRANSITIONS
    assert all(one.after is other.before for one, other in pairwise(moves))
    assert circuit.state is (moves[-1].after if moves else CLOSED)
    assert all(move.before is not move.after for move in moves)


@given(st.lists(sights, max_size=40))
def test_open_is_only_left_through_half_open(seen: list[Observation]) -> None:
    moves = run(seen).transitions
    assert all(move.after is HALF_OPEN for move in moves if move.before is OPEN)


@given(st.lists(sights, max_size=20), st.integers(5, 12))
def test_the_fifth_same_error_never_leaves_the_breaker_shut(
    seen: list[Observation], errors: int
) -> None:
    last = Observation(iteration=0, same_error=errors, progressed=True)
    assert run([*seen, last]).state is OPEN


@given(st.lists(sights, max_size=20))
def test_progress_never_worsens_the_state(seen: list[Observation]) -> None:
    before = run(seen)
    better = Observation(iteration=len(seen) + 1, progressed=True)
    assert advance(before, better, POLICY).state in (before.state, HALF_OPEN, CLOSED)


@given(st.lists(clocks, min_size=CLOCKLESS_REST + 1, max_size=8))
def test_no_clock_freezes_an_open_breaker(moments: list[str | None]) -> None:
    circuit = opened(now=None)
    for number, now in enumerate(moments, start=2):
        circuit = advance(circuit, Observation(iteration=number, now=now), POLICY)
    assert circuit.state is HALF_OPEN


def test_a_clock_that_went_backwards_does_not_freeze_it() -> None:
    circuit = opened(now="2036-01-01T10:00:00Z")
    for number in range(2, 2 + CLOCKLESS_REST):
        circuit = advance(
            circuit, Observation(iteration=number, now="2026-01-01T10:00:00Z"), POLICY
        )
    assert circuit.state is HALF_OPEN


@pytest.mark.parametrize(
    ("now", "state"),
    [
        ("2026-01-01T10:29:59Z", OPEN),
        ("2026-01-01T10:30:00Z", HALF_OPEN),
        ("2026-01-01T12:30:00+02:00", HALF_OPEN),
    ],
)
def test_cool_down_lets_one_iteration_try(now: str, state: CircuitState) -> None:
    assert advance(opened(), Observation(iteration=2, now=now), POLICY).state is state


def test_recovery_on_real_progress_after_the_cool_down() -> None:
    tried = Observation(iteration=2, now="2026-01-01T11:00:00Z", progressed=True)
    circuit = advance(opened(), tried, POLICY)
    assert [move.after for move in circuit.transitions] == [OPEN, HALF_OPEN, CLOSED]
    assert circuit.trigger == "progress was made"


def test_a_trial_that_fails_again_opens_again() -> None:
    tried = Observation(iteration=2, now="2026-01-01T11:00:00Z", same_error=6)
    circuit = advance(opened(), tried, POLICY)
    assert circuit.state is OPEN
    assert circuit.since == "2026-01-01T11:00:00Z"


def test_half_open_closes_on_progress_and_opens_without() -> None:
    seen = [Observation(iteration=0, no_change=n, nothing_new=n) for n in range(1, 7)]
    assert [run(seen[:count]).state for count in (2, 3, 5, 6)] == [
        CLOSED,
        HALF_OPEN,
        HALF_OPEN,
        OPEN,
    ]
    assert run([*seen[:5], Observation(iteration=0, progressed=True)]).state is CLOSED


def test_no_change_alone_never_opens_it() -> None:
    learning = [Observation(iteration=0, no_change=count) for count in range(1, 13)]
    assert run(learning).state is HALF_OPEN


def test_nothing_new_opens_it_only_where_the_policy_says_so() -> None:
    barren = Observation(iteration=9, no_change=9, nothing_new=9)
    never = replace(POLICY, no_change_open=None)
    assert advance(Circuit(), barren, POLICY).state is OPEN
    assert advance(Circuit(), barren, never).state is HALF_OPEN


def test_a_person_resets_and_old_counts_are_forgiven() -> None:
    circuit = reset(opened(), "maria", "2026-01-01T10:05:00Z", iteration=6)
    assert (circuit.state, circuit.trigger) == (CLOSED, "reset by maria")
    again = advance(circuit, Observation(iteration=7, same_error=6, no_change=7), POLICY)
    assert again.state is CLOSED
    for number in range(8, 12):
        again = advance(again, Observation(iteration=number, same_error=number - 1), POLICY)
    assert again.state is OPEN
