"""exitgate replay: one decision a line, streaming, gzip, bounded memory."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support import CORPUS, VALIDATOR, corpus_file, exitgate

LINES = [
    {"loop": "a", "response": "Added the parser in src/parser.py."},
    {"loop": "b", "response": "Fixed the lexer in src/lexer.py."},
    {"loop": "a", "iteration": 2, "at": "2026-01-15T10:00:00Z", "task": "t", "plan": "- [ ] x",
     "response": "Wrote tests for the parser.", "changes": {"tree": "t2", "files": [{"path": "a.py", "status": "M", "added": 1, "deleted": 0}]},
     "tests": {"passed": 3, "failed": 0}, "exit_code": 0, "duration_s": 61.2, "cost_usd": 0.12},
]  # fmt: skip


def recording(lines: list[dict[str, object]]) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def test_one_decision_a_line_in_order() -> None:
    ran = exitgate("replay", "-", "--output", "json", stdin=recording(LINES))
    assert ran.code == 0
    assert [(d["loop_id"], d["iteration"]) for d in ran.decisions] == [("a", 1), ("b", 1), ("a", 2)]


def test_gzip_is_read_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "loop.jsonl.gz"
    path.write_bytes(gzip.compress(recording(LINES)))
    plain = exitgate("replay", "-", "--output", "json", stdin=recording(LINES))
    assert exitgate("replay", path, "--output", "json").out == plain.out
    assert exitgate("replay", "-", "--output", "json", stdin=path.read_bytes()).out == plain.out


def test_a_null_field_is_the_same_as_a_missing_one() -> None:
    line = {"loop": "a", "response": "Working on it.", "plan": None, "changes": None, "tests": None}
    bare = {"loop": "a", "response": "Working on it."}
    one = exitgate("replay", "-", "--output", "json", stdin=recording([line]))
    two = exitgate("replay", "-", "--output", "json", stdin=recording([bare]))
    assert one.out == two.out
    assert any("plan" in gap for gap in one.decisions[0]["unmeasured"])


@pytest.mark.parametrize("status", ["D", "deleted", "removed", "DELETED", "d"])
def test_a_status_may_be_spelt_out(status: str) -> None:
    """A deleted test is one however its recorder names it."""
    files = [{"path": "tests/test_a.py", "status": status}, {"path": "src/a.py", "status": "M"}]
    line = {"loop": "a", "response": "The task is complete.", "tests": {"passed": 3, "failed": 0},
            "changes": {"tree": "t", "files": files}}  # fmt: skip
    (decision,) = exitgate("replay", "-", "--output", "json", stdin=recording([line])).decisions
    (tampering,) = [e for e in decision["evidence"] if e["signal"] == "tampering"]
    assert tampering["outcome"] == "found"


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [({"passed": 3}, "continue"), ({"passed": 3, "skipped": 1}, "continue"),
     ({"passed": 3, "failed": 0}, "complete"), ({"passed": 3, "failing": []}, "complete")],
)  # fmt: skip
def test_failures_that_nobody_counted_are_not_none(counts: dict[str, Any], verdict: str) -> None:
    line = {"loop": "a", "response": "The task is complete. All tests pass.", "tests": counts,
            "changes": {"tree": "t", "files": [{"path": "src/a.py", "status": "M"}]}}  # fmt: skip
    (decision,) = exitgate("replay", "-", "--output", "json", stdin=recording([line])).decisions
    assert decision["verdict"] == verdict
    told = {e["signal"]: e["outcome"] for e in decision["evidence"]}
    assert told["tests_pass"] == ("found" if verdict == "complete" else "unmeasured")
    assert told["claims_refuted"] != "found"


@pytest.mark.parametrize("folder", ["tasks/done", "tasks/4.done"])
def test_a_renamed_task_file_was_moved_to_done(folder: str) -> None:
    files = [{"path": f"{folder}/001.md", "status": "renamed"}]
    line = {"loop": "a", "response": "Moved it.", "changes": {"tree": "t", "files": files}}
    ran = exitgate("replay", "-", "--output", "json", "--profile", "doyaken", stdin=recording([line]))  # fmt: skip
    (moved,) = [e for e in ran.decisions[0]["evidence"] if e["signal"] == "task_moved"]
    assert moved["outcome"] == "found"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"{not json\n", "2: not JSON"),
        (b'{"loop": "a"}\n', "2: response: is missing"),
        (b'{"loop": "a", "response": 3}\n', "2: response"),
        (b"[1, 2]\n", "2: line: should be an object"),
        (b'{"loop": "a", "response": "x", "tests": "green"}\n', "2: tests"),
    ],
)
def test_a_bad_line_is_named_after_the_good_ones_were_decided(line: bytes, says: str) -> None:
    ran = exitgate("replay", "-", "--output", "json", stdin=recording(LINES[:1]) + line)
    assert ran.code == 65
    assert says in ran.err
    assert len(ran.decisions) == 1


def test_a_cut_gzip_is_told() -> None:
    whole = gzip.compress(recording(LINES * 50))
    ran = exitgate("replay", "-", "--output", "json", stdin=whole[: len(whole) // 2])
    assert ran.code == 65
    assert "breaks off" in ran.err


def peak_memory_kb(recording_file: Path) -> int:
    code = (
        "import resource, sys\n"
        "from exitgate.cli import main\n"
        f"main(['replay', {str(recording_file)!r}, '--output', 'json'])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    return int(done.stderr.split()[-1])


def test_memory_does_not_grow_with_the_length(tmp_path: Path) -> None:
    def write(count: int) -> Path:
        path = tmp_path / f"{count}.jsonl"
        with path.open("w") as file:
            for number in range(count):
                line = {"loop": f"l{number % 400}", "response": f"Step {number}. " + "word " * 300}
                file.write(json.dumps(line) + "\n")
        return path

    short, long = peak_memory_kb(write(300)), peak_memory_kb(write(3_000))
    assert long < short + 30_000, "ten times the lines must not cost ten times the memory"


@pytest.mark.parametrize(
    "name", sorted(p.name for p in CORPUS.glob("*.jsonl.gz")) or ["ralph-loops.jsonl.gz"]
)
def test_every_recording_of_the_corpus_gives_one_valid_decision_a_line(name: str) -> None:
    path = corpus_file(name)
    with gzip.open(path) as lines:
        expected = sum(1 for _ in lines)
    ran = exitgate("replay", path, "--output", "json")
    assert ran.code == 0, ran.err
    assert len(ran.decisions) == expected
    VALIDATOR.check_schema(VALIDATOR.schema)
