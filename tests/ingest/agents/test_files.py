"""Files, globs, folders and zips: which are read, in which order, and which never."""

from __future__ import annotations

import io
import json
import zipfile
from itertools import permutations
from pathlib import Path

import pytest

from exitgate.core.policy import Limits
from exitgate.errors import InputError
from exitgate.ingest.responses import Responses, read_responses

LIMITS = Limits()


def stream(*texts: str, at: str = "") -> str:
    lines = []
    for number, text in enumerate(texts):
        record: dict[str, object] = {
            "type": "assistant",
            "message": {"role": "assistant", "content": [{"type": "text", "text": text}]},
            "session_id": "s",
        }
        if at:
            record["timestamp"] = f"{at}{number}.000Z"
        lines.append(json.dumps(record))
    return "\n".join(lines) + "\n"


def said(read: Responses) -> list[str]:
    return [message.text for message in read.transcript.messages]


def test_times_order_files_and_arguments_do_not(tmp_path: Path) -> None:
    names = []
    for name, text, hour in (("a", "third", 12), ("b", "first", 10), ("c", "second", 11)):
        path = tmp_path / f"{name}.jsonl"
        path.write_text(stream(text, at=f"2026-01-01T{hour}:00:0"))
        names.append(str(path))
    reads = {repr(read_responses(order, limits=LIMITS)) for order in permutations(names)}
    assert len(reads) == 1
    assert said(read_responses(names, limits=LIMITS)) == ["first", "second", "third"]
    assert read_responses(names, limits=LIMITS).transcript.final_message == "third"


def test_without_times_the_path_orders(tmp_path: Path) -> None:
    (tmp_path / "2.jsonl").write_text(stream("two"))
    (tmp_path / "1.jsonl").write_text(stream("one"))
    assert said(read_responses([str(tmp_path)], limits=LIMITS)) == ["one", "two"]


def test_a_file_named_twice_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(stream("one"))
    names = [str(path), str(tmp_path / "*.jsonl"), str(tmp_path)]
    read = read_responses(names, limits=LIMITS)
    assert said(read) == ["one"]
    assert len(read.inputs) == 1


def test_an_artifact_folder_with_other_things_in_it(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "run.log").write_text("warning: x\n" + stream("the run"))
    (tmp_path / "package.json").write_text('{"name": "x", "version": "1.0.0"}')
    (tmp_path / "README.md").write_text("# All done\n\nEverything is complete.")
    (tmp_path / "shot.png").write_bytes(b"\x89PNG\x00\x01")
    (tmp_path / "junit.xml").write_text("<testsuite/>")
    for number in range(2000):
        (tmp_path / f"event{number}.txt").write_text("nothing")
    read = read_responses([str(tmp_path)], limits=LIMITS)
    assert [(Path(entry.path).name, entry.format) for entry in read.inputs] == [
        ("run.log", "claude-stream")
    ]
    assert said(read) == ["the run"]


def test_a_folder_of_prose_alone_is_read_as_prose(tmp_path: Path) -> None:
    (tmp_path / "answer.md").write_text("# Report\n\nThe lock is held.")
    (tmp_path / "core.bin").write_bytes(b"\x00\x01\x02")
    read = read_responses([str(tmp_path)], limits=LIMITS)
    assert [entry.format for entry in read.inputs] == ["markdown"]


NO_WORDS = {
    "empty": (b"", "the output is empty"),
    "blank": (b" \n\n\t\n", "the output is empty"),
    "noise": (bytes(range(256)) * 80, "binary data"),
    "an image": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + b"\x00\xfa\x93\x1f" * 500, "binary data"),
    "another code page": (("Все задачи выполнены. " * 20).encode("cp1251"), "binary data"),
}


@pytest.mark.parametrize("name", NO_WORDS)
def test_output_without_words_is_told(name: str, tmp_path: Path) -> None:
    data, why = NO_WORDS[name]
    (tmp_path / "output.txt").write_bytes(data)
    read = read_responses([str(tmp_path / "output.txt")], limits=LIMITS)
    assert read.transcript.final_message == ""
    assert [note for note in read.transcript.cut if why in note]


@pytest.mark.parametrize(
    "text", ["Añadí «ñ» – fertig: Übung", "任务已完成。", "\x1b[31mred\x1b[0m \x00 words"]
)
def test_words_with_odd_characters_are_words(text: str, tmp_path: Path) -> None:
    (tmp_path / "output.txt").write_text(text)
    read = read_responses([str(tmp_path / "output.txt")], limits=LIMITS)
    assert read.transcript.final_message
    assert read.transcript.cut == ()


def test_standard_input(tmp_path: Path) -> None:
    read = read_responses(["-"], limits=LIMITS, stdin=io.BytesIO(stream("from a pipe").encode()))
    assert said(read) == ["from a pipe"]
    assert read.inputs[0].path == "-"


@pytest.mark.parametrize("name", ["missing.jsonl", "no/*.jsonl", "a\x00b", "x" * 5000])
def test_a_missing_file_is_an_error_with_a_way_out(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        read_responses([name], limits=LIMITS, root=tmp_path)
    assert error.value.hint


def test_an_unknown_format_name_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="clod"):
        read_responses([], format_of="clod", limits=LIMITS)


def test_a_named_format_is_not_second_guessed(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(stream("quoted"))
    read = read_responses([str(path)], format_of="text", limits=LIMITS)
    assert read.transcript.format == "text"
    assert read.transcript.final_message.startswith('{"type"')


def test_links_do_not_lead_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNNER_TEMP", str(tmp_path / "temp"))
    root, outside = tmp_path / "work", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (outside / "secret.jsonl").write_text(stream("secret"))
    (root / "link.jsonl").symlink_to(outside / "secret.jsonl")
    (root / "folder").symlink_to(outside)
    (root / "own.jsonl").write_text(stream("own"))
    assert said(read_responses(["."], limits=LIMITS, root=root)) == ["own"]
    read = read_responses(["*.jsonl"], limits=LIMITS, root=root)
    assert said(read) == ["own"]
    assert "link.jsonl: not read, it leads outside the workspace" in read.transcript.cut
    for name in ("link.jsonl", "../outside/secret.jsonl", "folder/secret.jsonl"):
        with pytest.raises(InputError, match="outside"):
            read_responses([name], limits=LIMITS, root=root)


def test_a_zip_is_read_member_by_member(tmp_path: Path) -> None:
    path = tmp_path / "artifact.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("logs/b.jsonl", stream("two"))
        packed.writestr("logs/a.jsonl", stream("one"))
    read = read_responses([str(path)], limits=LIMITS)
    assert said(read) == ["one", "two"]
    assert [entry.path.rpartition("!")[2] for entry in read.inputs] == [
        "logs/a.jsonl",
        "logs/b.jsonl",
    ]


def test_a_broken_zip_is_an_error_alone_and_a_note_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"PK\x03\x04 cut off")
    with pytest.raises(InputError, match="broken zip"):
        read_responses([str(tmp_path / "a.zip")], limits=LIMITS)
    (tmp_path / "b.jsonl").write_text(stream("one"))
    read = read_responses([str(tmp_path)], limits=LIMITS)
    assert said(read) == ["one"]
    assert any("broken zip" in line for line in read.transcript.cut)


def test_the_same_run_in_two_formats_counts_once(tmp_path: Path) -> None:
    case = Path(__file__).parent / "cases" / "claude-stream" / "output.jsonl"
    records = [json.loads(line) for line in case.read_text().splitlines()]
    (tmp_path / "stream.jsonl").write_text(case.read_text())
    (tmp_path / "execution.json").write_text(json.dumps(records, indent=2))
    read = read_responses([str(tmp_path)], limits=LIMITS)
    assert {entry.format for entry in read.inputs} == {"claude-array", "claude-stream"}
    assert read.transcript.counts.tool_calls == 4
    assert read.transcript.cost_usd == 0.25


def test_a_link_in_the_working_folder_leads_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, temp = tmp_path / "home", tmp_path / "temp"
    home.mkdir()
    temp.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temp))
    monkeypatch.delenv("RUNNER_TEMP", raising=False)
    monkeypatch.chdir(home)
    (tmp_path / "secret.md").write_text("a secret")
    (temp / "answer.md").write_text("an answer")
    Path("out.md").symlink_to("../secret.md")
    Path("in.md").symlink_to(temp / "answer.md")
    with pytest.raises(InputError, match="leads outside the workspace"):
        read_responses(["out.md"], limits=Limits())
    assert read_responses(["in.md"], limits=Limits()).transcript.final_message == "an answer"
    named = read_responses(["../secret.md"], limits=Limits())
    assert named.transcript.final_message == "a secret"
