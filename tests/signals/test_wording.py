"""One is one, and many are many."""

from __future__ import annotations

import pytest

from exitgate.core.wording import agreeing, clause, counted, every


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
    ],
)
def test_wording(said: str, words: str) -> None:
    assert said == words
