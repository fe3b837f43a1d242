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


AGAINST = ("remaining_work", "admitted_failure", "blocked", "not_done_signal", "block_disagrees")
MESSAGES = yaml.safe_load((CASES / "done.yml").read_text("utf-8"))


def _says_done(text: str) -> bool:
    claimed = any(ask(name, text).is_found for name in ("completion_claim", "done_signal"))
    return claimed and not any(ask(name, text).is_found for name in AGAINST)


@pytest.mark.parametrize("text", MESSAGES["done"])
def test_said_without_reserve(text: str) -> None:
    assert _says_done(text), read(text).claims


@pytest.mark.parametrize("text", MESSAGES["not_done"])
def test_not_said_or_taken_back(text: str) -> None:
    assert not _says_done(text), read(text).claims


def test_there_are_enough_hard_cases() -> None:
    assert len(_cases()) >= 150
