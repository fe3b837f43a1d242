#!/usr/bin/env python3
"""An agent that needs no model: it plays one turn of a story in a work tree.

    agent.py STORY.json TURN FORMAT OUTPUT [FOLDER]

It makes the turn's edits in FOLDER (default: here) and writes to OUTPUT what Claude Code, Codex
or Gemini CLI would have printed about them. So every example can be tried, and is tested, without
an agent. A story that has fewer turns repeats its last one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Turn = dict[str, Any]


def claude(turn: Turn) -> Iterator[Turn]:
    """One message of the SDK a line, as `claude -p --output-format stream-json` prints them."""
    yield {"type": "system", "subtype": "init", "session_id": "sample", "model": "sample"}
    for number, (name, given, output, failed) in enumerate(tool_calls(turn)):
        call = {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": given}
        result = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": output}
        yield {"type": "assistant", "message": {"role": "assistant", "content": [call]}}
        answer = result | ({"is_error": True} if failed else {})
        yield {"type": "user", "message": {"role": "user", "content": [answer]}}
    said = [{"type": "text", "text": turn["says"]}]
    yield {"type": "assistant", "message": {"role": "assistant", "content": said}}
    yield {
        "type": "result",
        "subtype": "success",
        "is_error": False,
        "num_turns": 6,
        "duration_ms": 61_000,
        "total_cost_usd": 0.12,
        "permission_denials": [],
        "result": turn["says"],
    }


def codex(turn: Turn) -> Iterator[Turn]:
    """The events of `codex exec --json`."""
    yield {"type": "thread.started", "thread_id": "sample"}
    yield {"type": "turn.started"}
    changes = [{"path": path, "kind": "update"} for path in turn["edits"]]
    items: list[Turn] = [{"type": "file_change", "changes": changes, "status": "completed"}]
    for run in turn["runs"]:
        status = "failed" if run["exit_code"] else "completed"
        told = {"command": run["command"], "aggregated_output": run["output"], "status": status}
        items.append({"type": "command_execution", "exit_code": run["exit_code"], **told})
    items.append({"type": "agent_message", "text": turn["says"]})
    for number, item in enumerate(items):
        yield {"type": "item.completed", "item": {"id": f"item_{number}", **item}}
    yield {"type": "turn.completed", "usage": {"input_tokens": 9000, "output_tokens": 800}}


def gemini(turn: Turn) -> Iterator[Turn]:
    """The lines of `gemini --output-format stream-json`."""
    at = {"timestamp": "2026-01-15T10:00:00.000Z"}
    yield {"type": "init", **at, "session_id": "sample", "model": "sample"}
    for number, (name, given, output, failed) in enumerate(tool_calls(turn)):
        mark = {"tool_id": f"call-{number}", **at}
        yield {"type": "tool_use", "tool_name": name, "parameters": given, **mark}
        status = "error" if failed else "success"
        yield {"type": "tool_result", "status": status, "output": output, **mark}
    yield {"type": "message", "role": "assistant", "content": turn["says"], **at}
    yield {"type": "result", "status": "success", "stats": {"total_tokens": 9800}, **at}


def tool_calls(turn: Turn) -> Iterator[tuple[str, Turn, str, bool]]:
    for path, text in turn["edits"].items():
        yield "Write", {"file_path": path, "content": text}, f"{path} was written", False
    for run in turn["runs"]:
        yield "Bash", {"command": run["command"]}, run["output"], run["exit_code"] != 0


FORMATS: dict[str, Callable[[Turn], Iterator[Turn]]] = {
    "claude": claude,
    "codex": codex,
    "gemini": gemini,
}


def main(story: str, number: str, form: str, output: str, folder: str = ".") -> None:
    turns = json.loads(Path(story).read_text(encoding="utf-8"))["turns"]
    turn = turns[min(int(number), len(turns)) - 1]
    for path, text in turn["edits"].items():
        (Path(folder) / path).write_text(text, encoding="utf-8")
    lines = [json.dumps(record, ensure_ascii=False) for record in FORMATS[form](turn)]
    Path(output).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if not 5 <= len(sys.argv) <= 6 or sys.argv[3] not in FORMATS:
        sys.exit(__doc__)
    main(*sys.argv[1:])
