"""Each folder under cases/ holds an agent's output and the facts that must be read from it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exitgate.core.policy import Limits
from exitgate.ingest.formats import NAMES
from exitgate.ingest.responses import read_recorded, read_responses
from ingest.agents.told import told

CASES = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.is_dir())


def outputs(case: Path) -> list[Path]:
    return sorted(
        path for path in case.rglob("*") if path.is_file() and path.name != "expected.json"
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_reads_the_expected_facts(case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(case)
    names = ["."] if len(outputs(case)) > 1 else [outputs(case)[0].name]
    read = read_responses(names, limits=Limits())
    assert told(read.transcript) == json.loads((case / "expected.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_inputs_tell_format_and_counts(case: Path) -> None:
    files = outputs(case)
    inputs = read_responses(
        [str(case)] if len(files) > 1 else [str(files[0])], limits=Limits()
    ).inputs
    expected = json.loads((case / "expected.json").read_text("utf-8"))
    assert [entry.format for entry in inputs] == [expected["format"]]
    assert inputs[0].tool_calls == expected.get("tool_calls", 0)
    assert inputs[0].messages == expected.get("messages", 0)
    assert inputs[0].bytes == sum(path.stat().st_size for path in files)


SINGLE = [case for case in CASES if len(outputs(case)) == 1]


@pytest.mark.parametrize("case", SINGLE, ids=lambda case: case.name)
def test_a_recorded_string_reads_like_its_file(case: Path) -> None:
    path = outputs(case)[0]
    from_file = read_responses([str(path)], limits=Limits()).transcript
    recorded = read_recorded(path.read_bytes().decode("utf-8"), limits=Limits())
    assert {**told(recorded), "cut": []} == {**told(from_file), "cut": []}
    assert recorded.steps == from_file.steps


def test_every_format_has_a_case() -> None:
    covered = {json.loads((case / "expected.json").read_text("utf-8"))["format"] for case in CASES}
    assert covered == set(NAMES)
