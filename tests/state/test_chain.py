"""A changed past is seen: where, and never only once."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from exitgate.core.memory import LoopState
from exitgate.state.codec import decode, encode, render
from state.support import adding, iteration

KEY = b"a key that the agent does not have"
Document = dict[str, Any]


def written(key: bytes | None, iterations: int = 5) -> Document:
    state = LoopState("pr-1")
    for run in range(1, iterations + 1):
        state = adding(iteration(f"{run}.1", cost_usd=1.0, recording='{"loop": "pr-1"}'))(state)
        state = decode(encode(state, key), "x.json", key)
    return dict(json.loads(encode(state, key)))


def cheaper(document: Document) -> None:
    document["iterations"][2]["cost_usd"] = 0.0


def without_one(document: Document) -> None:
    del document["iterations"][2]


def without_the_last(document: Document) -> None:
    del document["iterations"][-1]


def swapped(document: Document) -> None:
    iterations = document["iterations"]
    iterations[1], iterations[2] = iterations[2], iterations[1]


def lower_totals(document: Document) -> None:
    document["totals"]["cost_usd"] = 0.0


def closed_breaker(document: Document) -> None:
    document["circuit"]["trigger"] = "all is well"


def forged_directive(document: Document) -> None:
    document["directive"] = {"command": "approve", "by": "owner"}


def other_recording(document: Document) -> None:
    document["iterations"][0]["recording"] = "{}"


def no_hash(document: Document) -> None:
    document["iterations"][3]["hash"] = None


EDITS = [
    (cheaper, 3),
    (without_one, 4),
    (without_the_last, None),
    (swapped, 3),
    (lower_totals, None),
    (closed_breaker, None),
    (forged_directive, None),
    (other_recording, None),
    (no_hash, 4),
]


@pytest.mark.parametrize("key", [None, KEY], ids=["plain", "keyed"])
@pytest.mark.parametrize(("edit", "at"), EDITS, ids=lambda value: getattr(value, "__name__", ""))
def test_an_edit_is_found_and_stays_found(
    edit: Callable[[Document], None], at: int | None, key: bytes | None
) -> None:
    document = written(key)
    edit(document)
    state = decode(render(document), "x.json", key)
    assert not state.chain.ok
    assert state.chain.broken_at == at
    later = decode(encode(adding(iteration("9.1"))(state), key), "x.json", key)
    assert (later.chain.ok, later.chain.broken_at) == (False, at)


def test_an_honest_file_is_whole() -> None:
    for key in (None, KEY):
        assert decode(render(written(key)), "x.json", key).chain.ok


def test_each_iteration_carries_the_hash_of_the_one_before() -> None:
    iterations = written(None, 60)["iterations"]
    pairs = pairwise(iterations)
    assert all(later["previous"] == earlier["hash"] for earlier, later in pairs)
    assert len(iterations) == 48
    assert len(iterations[0]["previous"]) == 64, "the chain goes back beyond the window"


def test_without_the_key_nobody_can_write_unnoticed() -> None:
    honest = decode(render(written(KEY)), "x.json", KEY)
    for wrong in (None, b"guess"):
        forged = encode(honest, wrong)
        assert not decode(forged, "x.json", KEY).chain.ok


def test_a_signed_state_is_not_trusted_without_its_key() -> None:
    chain = decode(render(written(KEY)), "x.json", None).chain
    assert not chain.ok
    assert "key that was not given" in chain.why


def test_stripping_the_chain_is_seen() -> None:
    document = written(KEY)
    del document["chain"]
    assert not decode(render(document), "x.json", KEY).chain.ok
    assert not decode(render(document), "x.json", None).chain.ok
