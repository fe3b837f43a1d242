"""Stuck indicators as the third document has them, each with its threshold and its action."""

from __future__ import annotations

from typing import Any

import pytest

from exitgate.core.circuit import CircuitState
from exitgate.core.history import KEPT_ITERATIONS, History, IterationRecord
from exitgate.signals.output_declining import Options as Decline
from exitgate.signals.test_saturation import Options as Saturation
from loops.build import play

ERROR = {"says": "Error: TypeError - Cannot read property 'id' of null at auth.ts:45"}


def test_no_file_changes_three_iterations_half_open_the_breaker() -> None:
    played = play([{"says": f"Thinking about part {n}.", "tree": "t"} for n in range(4)])
    states = [judged.circuit.state for judged in played]
    # The first iteration has nothing to compare its tree with.
    assert states == [CircuitState.CLOSED] * 3 + [CircuitState.HALF_OPEN]
    assert played[-1].circuit.trigger == "no file changes in 3 iterations"


@pytest.mark.parametrize("changes", [{"tree": "t", "files": []}, {"files": []}])
def test_a_measured_empty_change_counts_from_the_first_iteration(changes: dict[str, Any]) -> None:
    played = play([{"says": f"Thinking about part {n}.", **changes} for n in range(3)])
    states = [judged.circuit.state for judged in played]
    assert states == [CircuitState.CLOSED] * 2 + [CircuitState.HALF_OPEN]


def test_work_type_testing_counts_whatever_was_modified_where_the_profile_says_so() -> None:
    block = {"work_type": "TESTING", "files_modified": 2}
    loop = [{"says": "Wrote test {n}{n}.", "tree": "t{n}", "block": block, "times": 3}]
    by_word = {"test_saturation": Saturation(by_work_type=True)}
    assert "test_saturation" in play(loop, by_word)[-1].found
    assert "test_saturation" not in play(loop)[-1].found


def test_same_error_repeated_five_iterations_opens_the_breaker() -> None:
    played = play([ERROR] * 5)
    states = [judged.circuit.state for judged in played]
    assert states == [CircuitState.CLOSED] * 4 + [CircuitState.OPEN]
    assert played[-1].circuit.trigger == "same error in 5 iterations"


def test_same_error_in_the_last_three_outputs_is_a_stuck_loop() -> None:
    assert ["repeated_error" in judged.found for judged in play([ERROR] * 3)] == [
        False,
        False,
        True,
    ]


def test_test_only_work_three_iterations_is_test_saturation() -> None:
    only = {"says": "Suite run number {n}: PASS", "test_only": True, "times": 3}
    assert ["test_saturation" in judged.found for judged in play([only])] == [False, False, True]


def test_work_type_testing_without_modified_files_is_test_only_work() -> None:
    block = {"work_type": "TESTING", "files_modified": 0}
    played = play([{"says": "Ran suite {n}.", "block": block, "times": 3}])
    assert "test_saturation" in played[-1].found


@pytest.mark.parametrize(("length", "found"), [(301, False), (300, True), (20, True)])
def test_output_declining_by_seventy_percent_is_a_warning(length: int, found: bool) -> None:
    last = play([{"says": "a" * 1000}, {"says": "b" * length}])[-1]
    assert ("output_declining" in last.found) is found
    assert not last.is_stuck


def test_output_decline_is_configuration() -> None:
    outputs = [{"says": "a" * 1000}, {"says": "b" * 400}]
    last = play(outputs, {"output_declining": Decline(reduction=50)})[-1]
    assert "output_declining" in last.found


def test_long_loops_keep_a_bounded_memory() -> None:
    history = History()
    for number in range(10_000):
        history = history.plus(IterationRecord(number=number))
    assert len(history.recent) == KEPT_ITERATIONS
    assert history.totals.iterations == 10_000
