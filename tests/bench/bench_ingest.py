"""How long a stream takes beside a bare loop of json.loads, and how much memory.

The reader alone, and the whole process of a check beside a whole process with the bare loop.

python tests/bench/bench_ingest.py [megabytes] [deltas per step]
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))
sys.path.insert(0, str(Path(__file__).parent))

from process import READ_LINES, check, cost, script

from exitgate.core.policy import Limits
from exitgate.ingest.responses import read_responses

PROSE = "The parser now keeps the offset of every token, so the message can point at it. " * 4
SOURCE = "    for token in tokens:\n        yield Token(token.kind, token.text)  # naïve\n" * 30


def step(number: int, deltas: int) -> Iterator[dict[str, object]]:
    id = f"toolu_{number:08d}"
    ids = {"session_id": "s-1", "parent_tool_use_id": None, "uuid": f"u-{number}"}
    usage = {"input_tokens": 4, "cache_read_input_tokens": 90_000 + number, "output_tokens": 120}
    for part in range(deltas):
        delta = {"type": "input_json_delta", "partial_json": f'"part {part}'}
        event = {"type": "content_block_delta", "index": 1, "delta": delta}
        yield {"type": "stream_event", "event": event, **ids}
    if number % 3 == 0:
        name, given = "Edit", {"file_path": f"src/m{number % 90}.py", "new_string": SOURCE[:900]}
    else:
        name, given = (
            "Bash",
            {"command": f"python -m pytest -q tests/t{number % 50}.py 2>&1 | tail"},
        )
    content = [
        {"type": "text", "text": PROSE},
        {"type": "tool_use", "id": id, "name": name, "input": given},
    ]
    message = {"id": f"msg_{number}", "role": "assistant", "content": content, "usage": usage}
    yield {"type": "assistant", "message": message, **ids}
    result = {"tool_use_id": id, "type": "tool_result", "content": SOURCE, "is_error": False}
    yield {"type": "user", "message": {"role": "user", "content": [result]}, **ids}


def write(path: Path, size: int, deltas: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        number = 0
        while file.tell() < size:
            for record in step(number, deltas):
                file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
            number += 1
        end = {"type": "result", "subtype": "success", "is_error": False, "num_turns": number}
        file.write(json.dumps({**end, "result": "All parts are done.", "session_id": "s-1"}) + "\n")


def bare(path: Path) -> float:
    start = time.perf_counter()
    with path.open("rb") as file:
        for line in file:
            json.loads(line)
    return time.perf_counter() - start


def ours(path: Path) -> tuple[float, int]:
    start = time.perf_counter()
    transcript = read_responses([str(path)], limits=Limits()).transcript
    return time.perf_counter() - start, transcript.counts.tool_calls


def main() -> None:
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    deltas = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stream.jsonl"
        write(path, megabytes * 1_000_000, deltas)
        seconds, calls = ours(path)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        best = min(seconds, ours(path)[0])
        loads = min(bare(path), bare(path))
        whole, plain = cost(check(path)), cost(script(READ_LINES, str(path)))
    print(f"{megabytes} MB, {calls} calls: {best:.2f} s, json.loads {loads:.2f} s")
    print(f"reading: ratio {best / loads:.2f}, peak memory {peak} MB")
    print(f"whole check: {whole.seconds:.2f} s of {plain.seconds:.2f} s bare, ", end="")
    print(f"ratio {whole.seconds / plain.seconds:.2f}, peak memory {whole.megabytes:.0f} MB")


if __name__ == "__main__":
    main()
