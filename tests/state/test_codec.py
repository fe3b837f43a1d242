"""The state's bytes: stable, bounded, and read strictly."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exitgate.core.circuit import Circuit, CircuitState, Transition
from exitgate.core.facts import Directive
from exitgate.core.history import History, IterationRecord, Totals
from exitgate.core.memory import STATE_VERSION, LoopState
from exitgate.core.transcript import EndStatus
from exitgate.errors import StateError
from exitgate.state.branch_files import join, split
from exitgate.state.codec import decode, encode, state_of
from exitgate.state.migrations import Document, migrated
from state.support import adding, iteration

FOREIGN = Path(__file__).parent / "cases" / "foreign"
LIMIT = 256 * 1024

texts = st.text(st.characters(), max_size=40)
records = st.builds(
    IterationRecord,
    number=st.integers(1, 10**6),
    at=st.none() | texts,
    run=st.none() | texts,
    message=texts,
    failing=st.none() | st.lists(texts, max_size=4).map(tuple),
    changed=st.none() | st.booleans(),
    cost_usd=st.none() | st.floats(0, 1e9),
    tokens=st.none() | st.integers(0, 10**12),
    end=st.sampled_from(EndStatus),
    recording=st.none() | texts,
)
moves = st.builds(
    Transition, st.integers(0, 99), st.none() | texts, *[st.sampled_from(CircuitState)] * 2, texts
)
states = st.builds(
    LoopState,
    texts,
    st.builds(History, st.lists(records, max_size=6).map(tuple), st.builds(Totals)),
    st.builds(
        Circuit, st.sampled_from(CircuitState), transitions=st.lists(moves, max_size=3).map(tuple)
    ),
    st.none() | st.builds(Directive, texts, texts, texts, st.none() | texts),
    st.lists(texts, max_size=3).map(tuple),
)


def remembered(state: LoopState) -> LoopState:
    """The state without the trail of hashes, which only a read state has."""
    return replace(state, chain=LoopState("").chain)


@given(states, st.none() | st.binary(min_size=1, max_size=8))
def test_what_was_written_is_read_and_written_alike(state: LoopState, key: bytes | None) -> None:
    data = encode(state, key)
    read = decode(data, "x.json", key)
    assert remembered(read) == state
    assert read.chain.ok
    assert encode(read, key) == data


@given(states)
def test_the_branch_files_hold_the_same(state: LoopState) -> None:
    head, lines = split(state, None).values()
    assert head is not None
    assert remembered(state_of(join(head, lines, "x.json"), "x.json", None)) == state


def test_every_cut_of_a_file_is_refused() -> None:
    data = encode(adding(iteration("1.1", message="é" * 9))(LoopState("pr-1")))
    for end in range(len(data) - 2):
        with pytest.raises(StateError, match=r"x\.json:\d+: (cut off|not)") as caught:
            decode(data[:end], "x.json")
        assert "exitgate reset" in caught.value.hint


@given(st.binary(max_size=60))
def test_any_bytes_are_a_state_or_a_clear_error(data: bytes) -> None:
    with pytest.raises(StateError, match=r"x\.json"):
        decode(data, "x.json")


@pytest.mark.parametrize("path", sorted(FOREIGN.iterdir()), ids=lambda path: path.name)
def test_foreign_files_are_refused(path: Path) -> None:
    content, _, expected = path.read_text().rpartition("=== ")
    with pytest.raises(StateError) as caught:
        decode(content.encode(), path.name)
    assert str(caught.value) == expected.strip()


@pytest.mark.parametrize("depth", [*range(300, 1_100, 20), 100_000])
def test_deep_nesting_is_refused(depth: int) -> None:
    nested = "[" * depth + "]" * depth
    with pytest.raises(StateError):
        decode(f'{{"exitgate_state": 1, "loop": {nested}}}'.encode(), "x.json")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
PLACES = [("loop",), ("totals",), ("totals", "cost_usd"), ("totals", "tokens"), ("circuit",)]
PLACES += [("circuit", "transitions"), ("directive",), ("accepted",), ("chain",), ("iterations",)]
PLACES += [("chain", "broken"), ("chain", "anchor"), ("iterations", 0), ("seal",)]
PLACES += [("iterations", 0, name) for name in ("number", "failing", "hash", "cost_usd", "end")]


@given(st.sampled_from(PLACES), values | st.sampled_from([1e999, 10**400, float("nan")]))
def test_a_wrong_value_anywhere_is_an_error_or_a_state_that_can_be_kept(
    place: tuple[str | int, ...], value: object
) -> None:
    held = adding(iteration("1.1"))(LoopState("pr-1"))
    document = json.loads(encode(held))
    *way, last = place
    inner = document
    for step in way:
        inner = inner[step]
    inner[last] = value
    try:
        state = decode(json.dumps(document).encode(), "x.json")
    except StateError:
        return
    assert not state.chain.ok or remembered(state) == held
    decode(encode(adding(iteration("2.1", cost_usd=1.0))(state)), "x.json")


def test_a_newer_version_asks_for_a_newer_gate() -> None:
    document = json.loads(encode(LoopState("pr-1"))) | {"exitgate_state": STATE_VERSION + 1}
    with pytest.raises(StateError, match="newer ExitGate"):
        decode(json.dumps(document).encode(), "x.json")


def test_migrations_run_in_order_up_to_today() -> None:
    def step(name: str) -> object:
        return lambda document: {**document, "trail": [*document.get("trail", []), name]}

    table = {1: step("1 to 2"), 2: step("2 to 3")}
    old: Document = {"exitgate_state": 1}
    new = migrated(old, "x.json", table, 3)
    assert new == {"exitgate_state": 3, "trail": ["1 to 2", "2 to 3"]}
    with pytest.raises(StateError, match="version 0 can no longer be read"):
        migrated({"exitgate_state": 0}, "x.json", table, 3)


def bulky(run: int) -> IterationRecord:
    return iteration(
        f"{run}.1",
        message=f"iteration {run} " * 200,
        failing=tuple(f"tests/test_{at}.py::test_it" for at in range(60)),
        work="did something " * 20,
        recording=json.dumps({"loop": "pr-1", "response": f'{run} "quoted" ' * 2_000}),
        cost_usd=0.01,
        tokens=100,
    )


@pytest.mark.parametrize("key", [None, b"k"])
def test_ten_thousand_iterations_stay_small(key: bytes | None) -> None:
    state = LoopState("pr-1")
    for run in range(1, 10_001):
        state = adding(bulky(run))(state)
        if run % 500 == 0:
            state = decode(encode(state, key), "x.json", key)
            assert state.chain.ok
    assert len(encode(state, key)) < LIMIT
    assert sum(len(content or b"") for content in split(state, key).values()) < LIMIT
    assert state.history.totals.iterations == 10_000
    assert state.history.totals.tokens == 1_000_000
    assert state.history.recent[-1].number == 10_000
    kept = [one.recording is not None for one in decode(encode(state), "x").history.recent]
    assert kept[-1]
    assert kept == sorted(kept), "the newest recordings are kept, without a gap"


@pytest.mark.parametrize(
    "hostile",
    [
        {"message": "\0" * 10**6},
        {"failing": tuple("💥" * 5000 for _ in range(5000))},
        {"recording": "é" * 10**6},
        {"status": "S" * 10**6, "tree": "t" * 10**6},
        {"tests_passed": 10**400, "errors": 10**400, "confidence": -(10**400), "plan_done": -1},
        {"error": "\x1b" * 10**6, "question": "?" * 10**6, "denial": "\n" * 10**6},
    ],
)
def test_no_iteration_can_swell_the_file(hostile: dict[str, object]) -> None:
    state = LoopState("pr-1")
    for run in range(60):
        state = adding(iteration(f"{run}.1", **hostile))(state)
    assert len(encode(state)) < LIMIT
    assert decode(encode(state), "x.json").history.totals.iterations == 60
