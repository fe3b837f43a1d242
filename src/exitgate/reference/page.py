"""The whole reference page, in the order in which a person looks things up."""

from __future__ import annotations

from pathlib import Path

from exitgate.reference.commands_part import action_part, commands_part, exit_codes_part
from exitgate.reference.judging_part import (
    profiles_part,
    reasons_part,
    rules_part,
    signals_part,
)
from exitgate.reference.settings_part import settings_part

HEAD = """\
# Reference

Made from the code by `make docs`; a test keeps it in step. [README](../README.md) tells the story.
"""


def reference(action: Path) -> str:
    parts = (
        HEAD,
        commands_part(),
        exit_codes_part(),
        reasons_part(),
        profiles_part(),
        settings_part(),
        rules_part(),
        signals_part(),
        action_part(action),
    )
    return "\n".join(part for part in parts if part)
