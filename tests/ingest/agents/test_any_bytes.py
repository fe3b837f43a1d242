"""Any bytes give a transcript, and the same bytes give the same one."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from exitgate.core.policy import Limits
from exitgate.ingest.formats import NAMES
from exitgate.ingest.responses import read_recorded, read_source
from exitgate.ingest.source import Source

LIMITS = Limits(line_bytes=5_000, file_bytes=50_000, steps=20)
SAMPLES = [
    path.read_bytes()
    for path in sorted((Path(__file__).parent / "cases").rglob("*"))
    if path.is_file() and path.name != "expected.json"
]
WORDS = sorted(
    {
        word
        for sample in SAMPLES
        for word in sample.decode().replace('"', " ").replace(":", " ").split()
        if len(word) < 30
    }
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=6)
    ),
    max_leaves=20,
)


def read(data: bytes, format_of: str = "auto") -> object:
    import io

    return read_source(Source("x", io.BytesIO(data), LIMITS), format_of)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=2000))
def test_any_bytes(data: bytes) -> None:
    assert read(data) == read(data)


@settings(max_examples=250, deadline=None)
@given(st.lists(VALUES, max_size=8), st.sampled_from(["lines", "array", "pretty"]))
def test_any_json_of_known_words(values: list[object], layout: str) -> None:
    if layout == "lines":
        data = "\n".join(map(json.dumps, values))
    else:
        data = json.dumps(values, indent=2 if layout == "pretty" else None)
    read(data.encode())


@settings(max_examples=250, deadline=None)
@example([{"type": [], "kind": {}, "role": [], "observation": {}, "action": []}], "claude-stream")
@given(st.lists(VALUES, max_size=8), st.sampled_from(NAMES))
def test_any_json_in_any_named_format(values: list[object], format_of: str) -> None:
    read("\n".join(map(json.dumps, values)).encode(), format_of)
    read(json.dumps(values).encode(), format_of)


@settings(max_examples=250, deadline=None)
@given(st.sampled_from(SAMPLES), st.data())
def test_spliced_samples(sample: bytes, data: st.DataObject) -> None:
    other = data.draw(st.sampled_from(SAMPLES))
    cut = data.draw(st.integers(0, len(sample)))
    start = data.draw(st.integers(0, len(other)))
    junk = data.draw(st.binary(max_size=20))
    read(sample[:cut] + junk + other[start:])


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=500))
def test_any_recorded_text_keeps_its_words(text: str) -> None:
    transcript = read_recorded(text, limits=LIMITS)
    json.dumps(transcript.final_message).encode()
    assert transcript.counts.tool_calls == 0
