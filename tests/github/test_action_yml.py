"""action.yml, the code that reads its inputs and the code that writes its outputs agree."""

from __future__ import annotations

import argparse
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from standin import DECISION

from exitgate.cli.run import configure
from exitgate.runner.inputs import (
    INPUT_NAMES,
    Inputs,
    Limits,
    read_inputs,
    read_state_key,
    read_token,
)
from exitgate.runner.written import outputs_of

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = [
    *("agent_output", "task", "plan", "test_reports", "base", "profile", "config", "loop_id"),
    *("state", "state_branch", "state_path", "max_iterations", "max_runtime", "max_cost"),
    *("min_confidence", "fail_on", "comment", "status", "labels", "dispatch", "mode", "token"),
]


@pytest.fixture(scope="module")
def action() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
    return loaded


def test_the_code_reads_exactly_these_inputs(action: dict[str, Any]) -> None:
    asked: set[str] = set()

    class Watching(dict[str, str]):
        def get(self, key: str, default: Any = None) -> Any:
            asked.add(key)
            return default

    read_inputs(Watching())
    read_token(Watching())
    read_state_key(Watching())
    names = {key.removeprefix("INPUT_").lower() for key in asked if "-" not in key}
    assert names - {"github_token", "exitgate_state_key"} == set(action["inputs"])
    assert list(INPUT_NAMES) == list(action["inputs"])
    assert set(CONTRACT) <= set(action["inputs"])


def test_every_input_is_optional_and_described(action: dict[str, Any]) -> None:
    for name, entry in action["inputs"].items():
        assert entry["required"] is False, name
        assert len(entry["description"]) > 15, name


def test_the_defaults_are_the_codes_defaults(action: dict[str, Any]) -> None:
    given = {f"INPUT_{name.upper()}": entry["default"] for name, entry in action["inputs"].items()}
    assert read_inputs(given) == Inputs()
    assert {item.name for item in fields(Limits)} == {
        *("max_iterations", "max_runtime_s", "max_cost_usd", "min_confidence")
    }


def test_the_outputs_are_the_codes_outputs(action: dict[str, Any]) -> None:
    written = [name for name, _ in outputs_of(DECISION, "x")]
    assert written[:3] == list(action["outputs"])[:3] == ["should_exit", "confidence", "reason"]
    assert {*written, "comment_url"} == set(action["outputs"])


def test_descriptions_name_only_real_permissions(action: dict[str, Any]) -> None:
    text = " ".join(entry["description"] for entry in action["inputs"].values())
    named = set(re.findall(r"needs? (?:and )?([a-z-]+: write)", text, re.IGNORECASE))
    known = {"contents: write", "pull-requests: write", "statuses: write", "actions: write"}
    assert named == known


def test_help_of_the_command_names_every_input_and_output(action: dict[str, Any]) -> None:
    parser = argparse.ArgumentParser(prog="exitgate run")
    configure(parser)
    words = set(re.findall(r"\w+", parser.format_help()))
    assert set(action["inputs"]) <= words
    assert set(action["outputs"]) <= words
