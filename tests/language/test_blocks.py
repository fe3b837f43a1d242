"""Status blocks, promises and structured output as data."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from exitgate.core.policy import Keywords
from exitgate.language.prompt import STYLES, Style, prompt_text
from exitgate.language.reading import read_prose

CASES = yaml.safe_load((Path(__file__).parent / "cases" / "blocks.yml").read_text("utf-8"))
FIELDS = {"name", "text", "block", "prompt", "task", "structured", "promise"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_block(case: dict[str, object]) -> None:
    assert set(case) <= FIELDS
    reading = read_prose(
        str(case["text"]),
        prompt=str(case.get("prompt", "")),
        task=str(case.get("task", "")),
        structured=case.get("structured"),
        keywords=Keywords(promise=str(case.get("promise", "COMPLETE"))),
    )
    wanted = case["block"]
    if wanted is None:
        assert reading.block is None
        return
    assert reading.block is not None
    seen = {name: getattr(reading.block, name) for name in wanted}
    assert seen == wanted


@pytest.mark.parametrize("style", STYLES)
def test_the_instruction_itself_is_never_a_signal(style: Style) -> None:
    assert read_prose(prompt_text(style)).block is None


@pytest.mark.parametrize("style", STYLES)
def test_an_echo_of_the_instruction_before_a_real_block(style: Style) -> None:
    real = "---RALPH_STATUS---\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---"
    block = read_prose(f"{prompt_text(style)}\n\nAll done.\n\n{real}").block
    assert block is not None
    assert block.done is True
