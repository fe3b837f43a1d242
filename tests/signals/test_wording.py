"""One is one, many are many, and a number is written as people write it."""

from __future__ import annotations

import pytest

from exitgate.core.wording import agreeing, amount, clause, counted, every, lasting


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (counted(1, "test"), "1 test"),
        (counted(0, "test"), "0 tests"),
        (counted(2, "test passes", "tests pass"), "2 tests pass"),
        (every(1, "item"), "the only item is"),
        (every(3, "test", "was", "were"), "all 3 tests were"),
        (agreeing(1, "is", "are"), "is"),
        (clause("Everything is done. "), "Everything is done"),
        (clause("Is it done?"), "Is it done?"),
        (clause("..."), "..."),
        (amount(7), "7"),
        (amount(0.25), "0.25"),
        (amount(1_500_000), "1,500,000"),
        (amount(0), "0"),
        (lasting(0), "0 s"),
        (lasting(45.4), "45 s"),
        (lasting(5_400), "1 h 30 min"),
        (lasting(172_800), "2 d"),
        (lasting(90_061), "1 d 1 h"),
    ],
)
def test_wording(said: str, words: str) -> None:
    assert said == words
