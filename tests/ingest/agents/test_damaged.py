"""Every case once more, cut off and dirtied: never an exception, and no wrong success."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from exitgate.core.policy import Limits
from exitgate.core.transcript import EndStatus, Transcript
from exitgate.ingest.responses import read_responses
from ingest.agents.told import told

CASES = sorted((Path(__file__).parent / "cases").iterdir())
FILES = [
    path
    for case in CASES
    for path in sorted(case.iterdir())
    if path.is_file() and path.name not in ("expected.json", "base_state.json")
]
LINES = [path for path in FILES if path.suffix == ".jsonl"]
WHOLE_LINES = [path for path in LINES if "cut" not in path.parent.name]
DEEP = b'{"type":"assistant","message":' + b'{"a":[' * 10_000 + b"]}" * 10_000 + b"}"


def read(tmp_path: Path, data: bytes) -> Transcript:
    path = tmp_path / "output"
    path.write_bytes(data)
    return read_responses([str(path)], limits=Limits()).transcript


def name(path: Path) -> str:
    return path.parent.name


@pytest.mark.parametrize("path", FILES, ids=name)
def test_cut_anywhere(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    whole = read(tmp_path, data)
    for percent in range(0, 100, 7):
        part = read(tmp_path, data[: len(data) * percent // 100])
        assert part.counts.tool_calls <= whole.counts.tool_calls
        assert {Path(edit).name for edit in part.edits} <= {Path(edit).name for edit in whole.edits}


@pytest.mark.parametrize("path", WHOLE_LINES, ids=name)
def test_without_its_last_record_the_end_is_unknown(path: Path, tmp_path: Path) -> None:
    *records, last = path.read_bytes().splitlines()
    if len(records) < 2 or b"history" in last:
        pytest.skip("one record is all there is")
    part = read(tmp_path, b"\n".join(records) + b"\n" + last[:30])
    assert part.end in (EndStatus.UNKNOWN, EndStatus.ERROR)
    assert part.counts.unreadable == 1


@pytest.mark.parametrize("path", WHOLE_LINES, ids=name)
def test_noise_around_and_between_changes_no_fact(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    clean = told(read(tmp_path, data))
    lines = data.splitlines()
    noisy = b"\x1b[33mwarn\x1b[0m: slow disk\r\n\r\n" + b"\r\n".join(lines) + b"\r\n\x00\x00\r\n"
    dirty = told(read(tmp_path, noisy))
    ignored = {"unknown": 0, "unreadable": 0}
    assert {**dirty, **ignored} == {**clean, **ignored}


@pytest.mark.parametrize("path", WHOLE_LINES, ids=name)
def test_hostile_lines_are_counted_and_passed_over(path: Path, tmp_path: Path) -> None:
    first, *rest = path.read_bytes().splitlines()
    clean = told(read(tmp_path, path.read_bytes()))
    hostile = [DEEP, b'{"type":"assistant","message":{"content":"\xff\xfe', b"[" * 5000]
    dirty = read(tmp_path, b"\n".join([first, *hostile, *rest]))
    assert dirty.counts.unreadable == 3
    assert dirty.cut == ("%s: a record that nests too deep was left out" % (tmp_path / "output"),)
    facts = told(dirty)
    for key in ("format", "end", "final_message", "calls", "edits", "denials", "tokens"):
        assert facts.get(key) == clean.get(key), key


@pytest.mark.parametrize("path", WHOLE_LINES, ids=name)
def test_fields_of_the_wrong_type_are_no_fields(path: Path, tmp_path: Path) -> None:
    for wrong in (None, 7, "text", [], {}, [[]], True, 1e400, -1):
        records = [json.loads(line) for line in path.read_bytes().splitlines()]
        for record in records:
            for key in record:
                if key not in ("type", "sessionID", "session_id"):
                    record[key] = wrong
        read(tmp_path, "\n".join(map(json.dumps, records)).encode())


@pytest.mark.parametrize("path", FILES, ids=name)
def test_gzip_reads_the_same(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    plain, packed = read(tmp_path, data), read(tmp_path, gzip.compress(data))
    assert (packed.steps, packed.format, packed.counts) == (plain.steps, plain.format, plain.counts)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_utf16_as_a_windows_shell_writes_it(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    recoded = read(tmp_path, data.decode("utf-8").encode("utf-16"))
    assert recoded.steps == read(tmp_path, data).steps


@pytest.mark.parametrize("path", WHOLE_LINES, ids=name)
def test_log_prefixes_change_no_fact(path: Path, tmp_path: Path) -> None:
    lines = path.read_bytes().splitlines()
    prefixed = b"\n".join(b"2026-01-05T08:00:00.1234567Z " + line for line in lines)
    assert told(read(tmp_path, prefixed)) == told(read(tmp_path, path.read_bytes()))


@pytest.mark.parametrize("path", WHOLE_LINES, ids=name)
def test_pretty_printed_one_after_another(path: Path, tmp_path: Path) -> None:
    records = [json.loads(line) for line in path.read_bytes().splitlines()]
    pretty = "\n".join(json.dumps(record, indent=2) for record in records)
    assert told(read(tmp_path, pretty.encode())) == told(read(tmp_path, path.read_bytes()))


def test_a_broken_object_does_not_hide_the_next_ones(tmp_path: Path) -> None:
    path = next(path for path in FILES if name(path) == "claude-stream")
    records = [json.dumps(json.loads(line), indent=2) for line in path.read_bytes().splitlines()]
    records[3] = records[3][:60]
    transcript = read(tmp_path, "\n".join(records).encode())
    assert transcript.counts.unreadable == 1
    assert transcript.counts.tool_calls == 4
    assert transcript.end is EndStatus.FINISHED
