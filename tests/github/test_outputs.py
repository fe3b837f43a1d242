"""Bytes that leave through files and the log arrive as they are, and act as nothing."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standin import parse_outputs

from exitgate.publish.log import ActionsLog, Level
from exitgate.publish.marker import Stamp, read_stamp, without_marker
from exitgate.publish.outputs import output_record, write_outputs
from exitgate.publish.summary import SUMMARY_BYTES, within, write_summary

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
NASTY = [
    "",
    "\n",
    "a\r\nb\r",
    "name<<EOF\nx\nEOF",
    "::set-output name=x::y",
    "  ::error::boo",
    "text ##[error]boo",
    "::stop-commands::x\n::x::\n::error::y",
    "%0A::error::x",
    "\u2028::warning::x",
    "\x1b[31mred\x1b[0m",
    "\0",
    "exitgate_" + "0" * 32,
    "é" * 1000,
]


@given(st.lists(TEXT, max_size=5))
def test_outputs_round_trip(values: list[str]) -> None:
    pairs = [(f"name{index}", value) for index, value in enumerate(values)]
    data = b"".join(output_record(*pair) for pair in pairs)
    assert parse_outputs(data) == dict(pairs)


@pytest.mark.parametrize("value", NASTY)
def test_nasty_outputs_round_trip(tmp_path: Path, value: str) -> None:
    path = tmp_path / "output"
    path.write_text("before<<X\nkept\nX\n")
    write_outputs(path, [("value", value), ("after", "1")])
    assert parse_outputs(path.read_bytes()) == {"before": "kept", "value": value, "after": "1"}


@given(TEXT)
def test_the_delimiter_is_never_the_same(value: str) -> None:
    assert output_record("x", value) != output_record("x", value)


def commands(log: str) -> list[str]:
    """Lines that the runner would obey: it trims them, and honours stop-commands."""
    obeyed: list[str] = []
    stopped = ""
    for line in re.split(r"\r\n|\n|\r", log):
        text = line.lstrip()
        if stopped:
            stopped = "" if text == f"::{stopped}::" else stopped
        elif text.startswith("::stop-commands::"):
            stopped = text.removeprefix("::stop-commands::")
        elif text.startswith("::") or "##[" in text:
            obeyed.append(text)
    assert not stopped
    return obeyed


@given(TEXT)
def test_printed_text_is_no_command(words: str) -> None:
    stream = io.StringIO()
    ActionsLog(stream).text(words)
    assert commands(stream.getvalue()) == []


@pytest.mark.parametrize("words", NASTY)
@pytest.mark.parametrize("level", list(Level))
def test_an_annotation_is_one_command(level: Level, words: str) -> None:
    stream = io.StringIO()
    ActionsLog(stream).annotate(level, words, title=words)
    found = commands(stream.getvalue())
    assert len(found) == 1
    assert found[0].startswith(f"::{level} title=")
    assert found[0].count("::") >= 2


def test_ten_annotations_a_level_and_the_rest_as_text() -> None:
    stream = io.StringIO()
    log = ActionsLog(stream)
    for number in range(15):
        log.warning(f"w{number}")
        log.notice(f"n{number}")
    found = commands(stream.getvalue())
    assert sum(line.startswith("::warning") for line in found) == 10
    assert sum(line.startswith("::notice") for line in found) == 10
    assert "warning: w14" in stream.getvalue()


def test_text_the_terminal_cannot_show_is_no_crash() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    ActionsLog(stream).text("héllo \ud800")
    assert b"h?llo" in raw.getvalue()


def test_the_summary_stays_under_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "summary"
    write_summary(path, "first")
    write_summary(path, "é line\n" * 200_000)
    text = path.read_bytes().decode()
    assert text.startswith("first\né line\n")
    assert SUMMARY_BYTES - 100 < len(text.encode()) <= SUMMARY_BYTES
    assert "left out" in text


@pytest.mark.parametrize("room", [-5, 0, 10, 80])
def test_no_room_is_no_crash(room: int) -> None:
    assert len(within("word\n" * 100, room)) <= max(0, room)


@given(TEXT, TEXT, st.integers(0, 10**17), st.integers(1, 999))
def test_stamps_round_trip_and_stay_inert(loop: str, workflow: str, run: int, attempt: int) -> None:
    stamp = Stamp(loop or "x", workflow or "y", run, attempt, "a" * 40)
    marker = stamp.marker
    assert marker.count("<!--") == marker.count("-->") == 1
    assert "--" not in marker[4:-3]
    if max(len(loop), len(workflow)) < 100:
        assert read_stamp(marker + "\nbody") == stamp
        assert without_marker(marker + "\nbody") == "body"


@pytest.mark.parametrize("body", ["", "hello", "> " + Stamp("a", "b", 1).marker, "<!-- exitgate:"])
def test_a_marker_further_down_is_a_quotation(body: str) -> None:
    assert read_stamp(body) is None
