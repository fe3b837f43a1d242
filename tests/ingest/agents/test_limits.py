"""Inputs made to exhaust a reader: what was cut is said, and memory and time stay small."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from exitgate.core.policy import Limits
from exitgate.core.transcript import Transcript
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.pending_call import PendingCall
from exitgate.ingest.responses import read_recorded, read_responses
from growth import grows_gently

LIMITS = Limits()
RECORD = {"type": "assistant", "message": {"role": "assistant", "content": []}, "session_id": "s"}


def assistant(*blocks: object) -> str:
    return json.dumps({**RECORD, "message": {"role": "assistant", "content": list(blocks)}}) + "\n"


def call(number: int, **given: object) -> dict[str, object]:
    return {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": given}


def read(path: Path, limits: Limits = LIMITS) -> Transcript:
    return read_responses([str(path)], limits=limits).transcript


def test_one_line_of_200_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "huge.jsonl"
    with path.open("w") as file:
        file.write(assistant({"type": "text", "text": "before"}))
        file.write('{"type":"user","message":"')
        for _ in range(200):
            file.write("x" * 1_000_000)
        file.write('"}\n' + assistant({"type": "text", "text": "after"}))
    tracemalloc.start()
    transcript = read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [message.text for message in transcript.messages] == ["before", "after"]
    assert transcript.counts.unreadable == 1
    assert any("longer than" in line for line in transcript.cut)
    assert peak < 120_000_000


@pytest.mark.parametrize("size", [5_000, 300_000, 2_000_000])
@pytest.mark.parametrize("start", ["", " ", '{"type":"user","message":"', "Warning: "])
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_line_beyond_the_limit_is_left_out_and_the_format_stays(
    start: str, place: int, size: int, tmp_path: Path
) -> None:
    init = '{"type":"system","subtype":"init","session_id":"s"}\n'
    lines = [init, assistant(call(1)), assistant({"type": "text", "text": "after"})]
    lines.insert(place, start + "z" * size + "\n")
    path = tmp_path / "output.jsonl"
    path.write_text("".join(lines))
    transcript = read(path, replace(LIMITS, line_bytes=1_000))
    assert transcript.format == "claude-stream"
    assert (transcript.counts.tool_calls, transcript.final_message) == (1, "after")
    assert transcript.counts.unreadable == 1
    assert [note for note in transcript.cut if "longer than 1000 bytes was left out" in note]


@pytest.mark.parametrize("byte", [b"x", b"{", b"[", b'"', b"\x00", b"[{", b'{"a":', b"\xff", b"\n"])
def test_one_byte_all_over(byte: bytes, tmp_path: Path) -> None:
    path = tmp_path / "same"

    def work(size: int) -> None:
        path.write_bytes(byte * size)
        transcript = read(path, replace(LIMITS, line_bytes=1_000_000))
        assert transcript.counts.tool_calls == 0

    assert grows_gently(work, 3_000_000)


def test_a_gzip_bomb_is_stopped(tmp_path: Path) -> None:
    path = tmp_path / "bomb.gz"
    with gzip.open(path, "wb", compresslevel=9) as file:
        for _ in range(300):
            file.write(b"\x00" * 1_000_000)
    transcript = read(path)
    assert transcript.counts.bytes < 150_000_000
    assert any("only the first" in line for line in transcript.cut)


def test_a_gzip_that_breaks_off_keeps_what_came_before(tmp_path: Path) -> None:
    path = tmp_path / "cut.gz"
    texts = "".join(
        assistant({"type": "text", "text": f"message {n} {n * n}"}) for n in range(3000)
    )
    path.write_bytes(gzip.compress(texts.encode())[:-4000])
    transcript = read(path)
    assert transcript.format == "claude-stream"
    assert transcript.counts.messages > 100
    assert any("could not be read" in line for line in transcript.cut)


def test_only_the_newest_steps_are_kept_and_all_are_counted() -> None:
    lines = [assistant(call(n, command=f"make {n}")) for n in range(50)]
    lines.insert(0, assistant({**call(99), "name": "Write", "input": {"file_path": "early.py"}}))
    transcript = read_recorded("".join(lines), limits=replace(LIMITS, steps=10))
    assert [step.command for step in transcript.calls] == [f"make {n}" for n in range(40, 50)]
    assert transcript.counts.tool_calls == 51
    assert transcript.edits == ("early.py",)
    assert transcript.cut == ("41 older steps of the run were counted but not kept",)


def test_many_big_messages_stay_small_in_all() -> None:
    text = "word " * 600_000
    lines = [assistant({"type": "text", "text": text}) for _ in range(12)]
    transcript = read_recorded("".join(lines), limits=LIMITS)
    assert sum(len(message.text) for message in transcript.messages) <= 16_000_000
    assert transcript.counts.messages == 12


def test_inputs_and_outputs_are_cut_in_the_middle_and_stay_distinct() -> None:
    given = ["a" * 9000 + middle + "a" * 9000 for middle in "xyx"]
    lines = [assistant(call(n, command=text)) for n, text in enumerate(given)]
    first, second, third = read_recorded("".join(lines), limits=LIMITS).calls
    assert first.input != second.input
    assert first.input == third.input
    assert len(first.input) < LIMITS.call_chars + 200


def test_equal_inputs_have_equal_text_whatever_the_order_of_keys() -> None:
    lines = assistant(call(1, command="x", timeout=5)) + assistant(call(2, timeout=5, command="x"))
    first, second = read_recorded(lines, limits=LIMITS).calls
    assert first.input == second.input == '{"command":"x","timeout":5}'


def test_file_bytes_is_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("line\n" * 1000)
    transcript = read(path, replace(LIMITS, file_bytes=100))
    assert transcript.counts.bytes == 100
    assert transcript.cut == (f"{path}: only the first 100 bytes were read",)


def test_a_text_longer_than_a_message_keeps_its_ends() -> None:
    text = "first line\n" + "middle\n" * 10_000 + "last line"
    transcript = read_recorded(text, limits=replace(LIMITS, message_chars=1000))
    assert transcript.final_message.startswith("first line")
    assert transcript.final_message.endswith("last line")
    assert len(transcript.final_message) < 3000
    assert transcript.cut


def test_a_pretty_array_larger_than_a_line_may_be_is_streamed(tmp_path: Path) -> None:
    path = tmp_path / "execution.json"
    records = [
        json.loads(assistant({"type": "text", "text": f"part {n} " * 50})) for n in range(2000)
    ]
    path.write_text(json.dumps(records, indent=2))
    limits = replace(LIMITS, line_bytes=300_000)
    transcript = read(path, limits)
    assert path.stat().st_size > 1_000_000
    assert (transcript.format, transcript.counts.messages) == ("claude-array", 2000)
    assert transcript.counts.unreadable == 0


def test_halves_of_surrogate_pairs_can_be_written() -> None:
    transcript = read_recorded(
        assistant({"type": "text", "text": "bad \ud800 half"}), limits=LIMITS
    )
    transcript.final_message.encode()
    assert transcript.final_message == "bad ? half"


@pytest.mark.parametrize(
    "line",
    [
        '{"k":[',
        "{",
        '{"a":"',
        "[{",
        "> Applied edit to x",
        "OpenAI Codex v0.1 in /a in /b in /c",
        "```bash",
        '{"type":"assistant","message":{"content":"x"}}',
    ],
)
def test_many_hostile_lines_take_linear_time(line: str) -> None:
    def work(size: int) -> None:
        read_recorded((line + "\n") * size, limits=LIMITS)
        read_recorded((line + " ") * size, limits=LIMITS)

    assert grows_gently(work, 100_000)


def test_large_nested_inputs_are_kept_small() -> None:
    builder = TranscriptBuilder(LIMITS)
    nested = [[number] * 200 for number in range(200)]
    builder.call("1", "TodoWrite", {"todos": nested})
    builder.call("2", "Bash", {"command": "make", "timeout": 5})
    large, small = builder._steps
    assert isinstance(large, PendingCall)
    assert isinstance(small, PendingCall)
    assert (large.given, len(large.text) < LIMITS.call_chars + 100) == (None, True)
    assert (small.given, small.text) == ({"command": "make", "timeout": 5}, "")
    assert [call.kind.value for call in builder.build().calls] == ["plan", "run"]


def one_line_result(size: int) -> str:
    said = "word " * (size // 5) + "All tasks are complete."
    return json.dumps({"type": "result", "subtype": "success", "result": said})


def mini_document(steps: int, width: int) -> str:
    told = [
        {"role": "assistant", "content": "THOUGHT: look\n```bash\nls\n```"},
        {"role": "user", "content": f"<returncode>0</returncode>\n<output>{'y' * width}</output>"},
    ]
    info = {"exit_status": "Submitted", "model_stats": {"instance_cost": 0.1, "api_calls": steps}}
    document = {"messages": told * steps, "info": info, "trajectory_format": "mini-swe-agent-1"}
    return json.dumps(document)


ONE_LINE = {
    "a result": (one_line_result(8_000_000), "claude-result"),
    "an array": (
        json.dumps([json.loads(assistant(call(n, command="x" * 9_000))) for n in range(1_000)]),
        "claude-array",
    ),
    "a document": (mini_document(100, 50_000), "mini-swe-agent"),
}


@pytest.mark.parametrize("name", ONE_LINE)
def test_one_long_line_keeps_its_format(name: str, tmp_path: Path) -> None:
    text, format = ONE_LINE[name]
    path = tmp_path / "output.json"
    path.write_text(text)
    assert read(path).format == format


def test_a_message_that_is_cut_is_told(tmp_path: Path) -> None:
    path = tmp_path / "output.json"
    path.write_text(one_line_result(8_000_000))
    transcript = read(path)
    assert transcript.final_message.endswith("All tasks are complete.")
    assert transcript.cut == (f"of a message only {LIMITS.message_chars} characters were kept",)


def test_one_long_line_of_text_keeps_its_end(tmp_path: Path) -> None:
    path = tmp_path / "output.txt"
    path.write_text("a" * 9_000_000 + " The end.")
    transcript = read(path)
    assert transcript.final_message.endswith("The end.")
    assert [note for note in transcript.cut if "in the middle of a text" in note]


def test_a_document_beyond_the_line_limit_keeps_its_format(tmp_path: Path) -> None:
    """What tells the format stands at its end, behind all that the first look can see."""
    path = tmp_path / "output.json"
    path.write_text(mini_document(40, 50_000))
    transcript = read(path, replace(LIMITS, line_bytes=1_200_000))
    assert transcript.format == "mini-swe-agent"
    assert transcript.counts.tool_calls == 40


@pytest.mark.parametrize("start", ['{"type":"result","is_error":false,"result":"', '[{"type":"result", "is_error":false,"a":"', "zzz"])  # fmt: skip
def test_a_value_beyond_the_limit_is_told(start: str, tmp_path: Path) -> None:
    path = tmp_path / "output.json"
    path.write_text(start + "z" * 5_000_000)
    transcript = read(path, replace(LIMITS, line_bytes=1_000_000))
    assert transcript.counts.unreadable == 1
    assert [note for note in transcript.cut if "longer than 1000000 bytes was left out" in note]


@pytest.mark.parametrize("padding", [0, 300_000], ids=["short", "long"])
@pytest.mark.parametrize("depth", [199, 210, 900, 1_010, 10_000])
def test_a_clean_line_that_nests_too_deep_is_unreadable(
    depth: int, padding: int, tmp_path: Path
) -> None:
    path = tmp_path / "output.jsonl"
    given = '{"type":"tool_use","id":"1","name":"Deep","input":' + "[" * depth + "]" * depth + "}"
    deep = '{"type":"assistant","message":{"content":[' + given + "]}}\n"
    path.write_text(assistant({"type": "text", "text": "before" + " " * padding}) + deep)
    transcript = read(path, replace(LIMITS, message_chars=1_000_000))
    assert transcript.final_message.strip() == "before"
    assert transcript.counts.unreadable == (1 if depth > 200 else 0)
    assert bool(transcript.cut) == (depth > 200)


@pytest.mark.parametrize("depth", [210, 900])
def test_an_unknown_field_that_nests_deep_is_kept_out_of_the_way(
    depth: int, tmp_path: Path
) -> None:
    path = tmp_path / "output.jsonl"
    said = assistant({"type": "text", "text": "before"})
    path.write_text(said.replace("{", '{"new":' + "[" * depth + "]" * depth + ",", 1))
    transcript = read(path)
    assert transcript.final_message == "before"
    assert transcript.counts.unreadable == 0


@pytest.mark.parametrize(
    "given",
    [
        '"a":NaN',
        '"a":"\\ud83d"',
        '"a":-Infinity',
        '"a":"tab\there"',
        '"a":1e400',
        '"a":"\\u0000"',
        '"a":1,"a":2',
        '"a":0.1,"b":-0',
        '"a":18446744073709551615',
    ],
)
def test_a_long_stream_is_read_as_a_short_one_is(given: str, tmp_path: Path) -> None:
    """They are parsed by different libraries. Only whole numbers beyond 64 bits lose digits."""
    call = '{"type":"tool_use","id":"1","name":"Odd","input":{' + given + "}}"
    line = '{"type":"assistant","message":{"content":[' + call + "]}}\n"
    short, long = tmp_path / "short.jsonl", tmp_path / "long.jsonl"
    short.write_text(line)
    long.write_text(line + " " * 400_000 + "\n")
    assert read(long).steps == read(short).steps
    assert len(read(short).calls) == 1


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b" \n", b"\xc2\xa0\n", b"\xff\n", b" {}\n"])
def test_what_stands_behind_a_record_is_read_alike(end: bytes, tmp_path: Path) -> None:
    line = assistant({"type": "text", "text": "said"}).strip().encode() + end
    short, long = tmp_path / "short.jsonl", tmp_path / "long.jsonl"
    short.write_bytes(line)
    long.write_bytes(line + b" " * 400_000 + b"\n")
    assert read(long).steps == read(short).steps
    assert read(long).counts.unreadable == read(short).counts.unreadable


def test_elements_behind_a_broken_one_are_read(tmp_path: Path) -> None:
    texts = [{"type": "text", "text": f"said {number}"} for number in range(4)]
    whole = [assistant({"type": "text", "text": "nested"}, text).strip() for text in texts]
    whole[1] = whole[1].replace('"content": [', '"content": [oops, ')
    path = tmp_path / "output.json"
    path.write_text("[" + ",\n".join(whole) + "]")
    transcript = read(path)
    told = [message.text for message in transcript.messages]
    assert told == ["nested", "said 0", "nested", "said 2", "nested", "said 3"]
    assert transcript.counts.unreadable == 1
    assert transcript.cut == (f"{path}: a part of the array is broken and was left out",)
