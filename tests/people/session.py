"""A Claude Code session as its own transcript file has it, line by line."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass
class Session:
    path: Path
    cwd: Path
    id: str = "0b7a6f4e-5a0e-4a53-9d0b-3c7f2f1a9e11"
    lines: list[dict[str, Any]] = field(default_factory=list)

    def snapshot(self) -> Session:
        self.lines.append({"type": "file-history-snapshot", "messageId": "m", "snapshot": {}})
        return self

    def asks(self, text: str, **more: Any) -> Session:
        return self._add("user", {"role": "user", "content": text}, **more)

    def refused(self, reason: str) -> Session:
        """How the session shows the agent that a Stop hook blocked it."""
        return self.asks(f"Stop hook feedback:\n{reason}", isMeta=True)

    def says(self, text: str) -> Session:
        return self._add("assistant", _message([{"type": "text", "text": text}]))

    def edits(self, path: str) -> Session:
        call = {"file_path": path, "old_string": "a", "new_string": f"b{len(self.lines)}"}
        return self._call("Edit", call, "The file has been updated.")

    def runs(self, command: str, output: str, *, fails: bool = False) -> Session:
        return self._call("Bash", {"command": command}, output, fails=fails)

    def write(self) -> Path:
        self.path.write_text("".join(json.dumps(line) + "\n" for line in self.lines))
        return self.path

    def event(self, **more: Any) -> bytes:
        told = {
            "session_id": self.id,
            "transcript_path": str(self.write()),
            "cwd": str(self.cwd),
            "permission_mode": "default",
            "hook_event_name": "Stop",
            "stop_hook_active": False,
        }
        return json.dumps({**told, **more}).encode()

    def _call(self, tool: str, given: object, output: str, *, fails: bool = False) -> Session:
        id = f"toolu_{len(self.lines)}"
        self._add(
            "assistant", _message([{"type": "tool_use", "id": id, "name": tool, "input": given}])
        )
        result = {"type": "tool_result", "tool_use_id": id, "content": output, "is_error": fails}
        return self._add("user", {"role": "user", "content": [result]})

    def _add(self, type: str, message: dict[str, Any], **more: Any) -> Session:
        number = len(self.lines)
        self.lines.append(
            {
                "parentUuid": f"u{number - 1}" if number else None,
                "isSidechain": False,
                "userType": "external",
                "cwd": str(self.cwd),
                "sessionId": self.id,
                "version": "2.0.60",
                "gitBranch": "main",
                "type": type,
                "message": message,
                "uuid": f"u{number}",
                "timestamp": f"2026-01-15T10:{number // 60:02}:{number % 60:02}.000Z",
                **more,
            }
        )
        return self


def _message(content: list[dict[str, Any]]) -> dict[str, Any]:
    usage = {"input_tokens": 12, "output_tokens": 40}
    return {"id": "msg", "type": "message", "role": "assistant", "content": content, "usage": usage}
