"""docs/reference.md is what the code says, and leaves nothing out."""

from __future__ import annotations

import re

import pytest

from exitgate.cli import COMMANDS
from exitgate.reference.page import reference
from exitgate.rules import RULES
from exitgate.settings import Settings
from exitgate.signals import SIGNALS
from support import ROOT

PAGE = (ROOT / "docs/reference.md").read_text("utf-8")


def test_the_page_is_in_step_with_the_code() -> None:
    assert reference(ROOT / "action.yml") == PAGE, "run `make docs`"


@pytest.mark.parametrize("signal", SIGNALS)
def test_every_signal_has_its_four_parts(signal: str) -> None:
    section = PAGE.split(f"\n### {signal}\n")[1].split("\n### ")[0]
    for part in ("What it sees", "Why it matters", "Example", "False alarms"):
        assert f"- *{part}:* " in section


def test_every_command_rule_and_setting_is_there() -> None:
    for name in COMMANDS:
        assert f"\n### exitgate {name}\n" in PAGE
    for name in (*RULES, *Settings.model_fields):
        assert f"\n| `{name}` |" in PAGE


def test_no_setting_and_no_option_is_without_a_meaning() -> None:
    settings = PAGE.split("\n## Settings\n")[1].split("\n## The action\n")[0]
    assert re.findall(r"^\| `[\w.]+` \|.*\|  \|$", settings, re.M) == []
