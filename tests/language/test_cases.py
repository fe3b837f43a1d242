"""Hard sentences as data: each case names what must and what must not be found in a text."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from language.ask import ask, read

CASES = Path(__file__).parent / "cases"
FIELDS = {"text", "task", "found", "clear", "language", "errors", "blocked"}
SENTENCE_FILES = (
    "claims",
    "contradictions",
    "masking",
    "remaining",
    "people",
    "errors",
    "languages",
)


def _cases() -> list[object]:
    return [
        pytest.param(case, id=f"{name}-{place}-{case['text'][:40]!r}")
        for name in SENTENCE_FILES
        for place, case in enumerate(yaml.safe_load((CASES / f"{name}.yml").read_text("utf-8")))
    ]


@pytest.mark.parametrize("case", _cases())
def test_case(case: dict[str, object]) -> None:
    assert set(case) <= FIELDS
    text, task = str(case["text"]), str(case.get("task", ""))
    reading = read(text, task=task)
    for name in case.get("found", []):
        assert ask(name, text, task=task).is_found, reading.claims
    for name in case.get("clear", []):
        assert ask(name, text, task=task).is_clear, reading.claims
    if "language" in case:
        assert reading.language == case["language"]
    if "errors" in case:
        assert reading.error_words == case["errors"]
    if "blocked" in case:
        assert reading.blocked == case["blocked"]


def test_there_are_enough_hard_cases() -> None:
    assert len(_cases()) >= 150
