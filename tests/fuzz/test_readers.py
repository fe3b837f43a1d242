"""Every reader of foreign bytes: an answer or a plain error, and the same one twice."""

from __future__ import annotations

import io
import json
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import example, given
from hypothesis import strategies as st

from exitgate.commands import parse_command
from exitgate.core.absence import Missing
from exitgate.core.memory import LoopState
from exitgate.core.policy import Limits
from exitgate.core.suite import SuiteRun
from exitgate.errors import ConfigError, ExitGateError, InputError, StateError
from exitgate.ingest.formats import NAMES
from exitgate.ingest.junit import read_reports
from exitgate.ingest.plans import parse_plan
from exitgate.ingest.responses import read_source
from exitgate.ingest.source import Source
from exitgate.recording import read_recording
from exitgate.report.from_json import decision_from_json
from exitgate.state.codec import decode, encode
from exitgate.yaml_reader import read_yaml
from support import decide

LIMITS = Limits(line_bytes=5_000, file_bytes=50_000, steps=20)
KEYS = (
    "type", "role", "text", "content", "message", "name", "input", "output", "id", "loop", "response",
    "iteration", "at", "plan", "changes", "tests", "files", "patch", "passed", "failed", "failing",
    "state", "chain", "totals", "circuit", "iterations", "number", "hash", "previous", "seal",
    "verdict", "confidence", "evidence", "rules", "schema", "inputs", "exitgate_state", "directive",
    "status", "title", "done", "tasks", "stories", "passes", "usage", "cost_usd", "exit_code",
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30)
    | st.sampled_from(("assistant", "message", "tool_call", "complete", "CLOSED", "sha256")),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(KEYS), inner, max_size=8),
    max_leaves=25,
)  # fmt: skip
SAVED = encode(LoopState("l"))
XML = st.lists(
    st.sampled_from((
        "<testsuites>", "</testsuites>", '<testsuite tests="2">', "</testsuite>", "<testcase/>",
        '<testcase name="a" classname="b">', "</testcase>", "<failure/>", '<error message="x"/>',
        "<skipped/>", "<!-- x -->", "<![CDATA[x]]>", "&lt;", "<!DOCTYPE a>", "<?xml version='1.0'?>",
        '<testcase status="notrun"/>', "<rerunFailure/>", "<flakyFailure/>", "<system-out>",
    )) | st.text(max_size=10), max_size=14,
)  # fmt: skip
MARKDOWN = st.lists(
    st.sampled_from((
        "- [ ] a", "- [x] b", "* [X] c", "1. [ ] d", "  - [-] e", "# Optional", "## Backlog",
        "```", "~~~", "<!--", "-->", "**Later**", "- [ ] ~~x~~", "{", "[", "> - [ ] q", "\t- [ ] t",
    )) | st.text(max_size=20), max_size=14,
).map("\n".join)  # fmt: skip


def told(error: ExitGateError) -> None:
    assert str(error), "an error says what is wrong"


@given(st.binary(max_size=500), st.sampled_from(("auto", *NAMES)))
def test_any_bytes_in_any_format(data: bytes, format_of: str) -> None:
    first = read_source(Source("x", io.BytesIO(data), LIMITS), format_of)
    assert first == read_source(Source("x", io.BytesIO(data), LIMITS), format_of)


@given(st.lists(VALUES, max_size=5), st.sampled_from(("auto", *NAMES)))
def test_any_json_in_any_format(values: list[object], format_of: str) -> None:
    data = "\n".join(map(json.dumps, values)).encode()
    read_source(Source("x", io.BytesIO(data), LIMITS), format_of)


@given(st.binary(max_size=300) | VALUES.map(lambda value: json.dumps(value).encode()))
def test_the_state_reader(data: bytes) -> None:
    try:
        decode(data, "state.json")
    except StateError as error:
        told(error)


@given(st.integers(0, len(SAVED)), st.binary(max_size=12), st.integers(0, 40))
def test_a_spliced_state_is_refused_or_known_as_changed(at: int, junk: bytes, gone: int) -> None:
    data = SAVED[:at] + junk + SAVED[at + gone :]
    try:
        state = decode(data, "state.json", b"key")
    except StateError:
        return
    assert not state.chain.ok, "an unsigned state never passes where a key is given"


@given(
    VALUES, st.sampled_from(("totals", "circuit", "directive", "iterations", "chain", "accepted"))
)
def test_a_state_with_one_strange_part(value: object, part: str) -> None:
    document = json.loads(SAVED)
    document[part] = value
    try:
        decode(json.dumps(document).encode(), "state.json")
    except StateError as error:
        told(error)


@given(st.text() | VALUES.map(json.dumps))
def test_the_decision_reader(text: str) -> None:
    try:
        decision_from_json(text)
    except InputError as error:
        told(error)


@given(st.text(max_size=300))
@example("a: &a [*a]")
@example("? [a]\n: b")
@example("2026-99-99: 1")
@example("!!set {a, b}")
def test_the_yaml_reader(text: str) -> None:
    try:
        assert isinstance(read_yaml(text, "exitgate.yml").data, dict)
    except ConfigError as error:
        told(error)


@given(st.binary(max_size=300) | VALUES.map(lambda value: json.dumps(value).encode()))
def test_the_recording_reader(data: bytes) -> None:
    try:
        for line in read_recording(io.BufferedReader(io.BytesIO(data)), "r"):
            assert line.iteration.loop is not None
    except InputError as error:
        told(error)


@given(MARKDOWN | VALUES.map(json.dumps))
def test_the_plan_reader(text: str) -> None:
    plan = parse_plan(text)
    if isinstance(plan, Missing):
        assert plan.why
    else:
        assert all(item.ref for item in plan.items)


@given(XML)
def test_the_report_reader(pieces: list[str]) -> None:
    with TemporaryDirectory() as folder:
        (Path(folder) / "a.xml").write_text("".join(pieces), "utf-8", errors="replace")
        found = read_reports(["a.xml"], root=Path(folder), limits=LIMITS)
    assert isinstance(found, SuiteRun | Missing)


@given(st.text())
def test_the_command_reader(text: str) -> None:
    parse_command(text)
    parse_command(f"/exitgate {text}")


@given(st.fixed_dictionaries(
    {"response": st.text()},
    optional={"task": st.text(), "plan": MARKDOWN, "at": st.text(max_size=30), "exit_code": st.integers()},
))  # fmt: skip
def test_any_words_give_a_decision(line: dict[str, object]) -> None:
    for decision in decide(line, line):
        assert decision.verdict.value != "complete"
