"""One run, written down as each agent's own format would record it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Did:
    """One call: a shell command with its exit code, or an edit of a file."""

    output: str
    command: str = ""
    code: int = 0
    path: str = ""
    old: str = ""
    new: str = ""

    @property
    def failed(self) -> bool:
        return self.code != 0


Run = Sequence[Did]
STAMP = "2026-02-01T09:00:00Z"


def _lines(*records: dict[str, Any]) -> str:
    return "\n".join(json.dumps(record) for record in records)


def claude(run: Run) -> str:
    records: list[dict[str, Any]] = []
    for number, did in enumerate(run):
        id = f"toolu_{number}"
        name, given = (
            ("Bash", {"command": did.command, "description": f"attempt {number}"})
            if did.command
            else ("Edit", {"file_path": did.path, "old_string": did.old, "new_string": did.new})
        )
        call = {"type": "tool_use", "id": id, "name": name, "input": given}
        output = f"Exit code {did.code}\n{did.output}" if did.failed else did.output
        result = {"type": "tool_result", "tool_use_id": id, "content": output}
        records += [
            {"type": "assistant", "message": {"role": "assistant", "content": [call]}},
            {
                "type": "user",
                "message": {"role": "user", "content": [{**result, "is_error": did.failed}]},
            },
        ]
    return _lines(*records)


def codex(run: Run) -> str:
    """An edit is told by its path alone."""
    records: list[dict[str, Any]] = [{"type": "turn.started"}]
    for number, did in enumerate(run):
        status = "failed" if did.failed else "completed"
        item: dict[str, Any] = {"id": f"item_{number}", "status": status}
        if did.command:
            shell = f"bash -lc '{did.command}'"
            item |= {"type": "command_execution", "command": shell, "exit_code": did.code}
            item |= {"aggregated_output": did.output}
        else:
            item |= {"type": "file_change", "changes": [{"path": did.path, "kind": "update"}]}
        records.append({"type": "item.completed", "item": item})
    return _lines(*records)


def gemini(run: Run) -> str:
    """A command that failed is a success of the tool; what ran is told below the output."""
    records: list[dict[str, Any]] = [
        {"type": "init", "timestamp": STAMP, "session_id": "g", "model": "m"}
    ]
    for number, did in enumerate(run):
        id, status, output = f"call-{number}", "success", did.output
        name, given = "replace", {"file_path": did.path, "old_string": did.old}
        given |= {"new_string": did.new}
        if did.command:
            name, given = "run_shell_command", {"command": did.command}
            output = (
                f"Output: {did.output}\nExit Code: {did.code}\nProcess Group PGID: {number + 71}"
            )
        elif did.failed:
            status = "error"
        records += [
            {"type": "tool_use", "tool_name": name, "tool_id": id, "parameters": given},
            {"type": "tool_result", "tool_id": id, "status": status, "output": output},
        ]
    return _lines(*records)


def opencode(run: Run) -> str:
    records: list[dict[str, Any]] = []
    for number, did in enumerate(run):
        state: dict[str, Any] = {"status": "completed", "output": did.output}
        if did.command:
            name, state["metadata"] = "bash", {"exit": did.code}
            state["input"] = {"command": did.command, "description": f"attempt {number}"}
        else:
            name = "edit"
            state["input"] = {"filePath": did.path, "oldString": did.old, "newString": did.new}
            if did.failed:
                state |= {"status": "error", "error": did.output}
        part = {"type": "tool", "callID": f"call_{number}", "tool": name, "state": state}
        records.append({"type": "tool_use", "sessionID": "ses", "part": part})
    return _lines(*records)


def copilot(run: Run) -> str:
    records: list[dict[str, Any]] = []
    for number, did in enumerate(run):
        id = f"call_{number}"
        name, given = "edit", {"path": did.path, "old_str": did.old, "new_str": did.new}
        ended: dict[str, Any] = {"success": not did.failed, "result": {"content": did.output}}
        if did.command:
            name, given = "bash", {"command": did.command, "description": f"attempt {number}"}
            told = f"{did.output}\n<exited with exit code {did.code}>"
            ended = {"success": True, "result": {"content": told}}
        elif did.failed:
            ended = {"success": False, "error": {"message": did.output}}
        start = {"toolCallId": id, "toolName": name, "arguments": given}
        records += [
            {"type": "tool.execution_start", "data": start},
            {"type": "tool.execution_complete", "data": {"toolCallId": id, **ended}},
        ]
    return _lines(*records)


def _function(did: Did) -> tuple[str, dict[str, str], str]:
    """As OpenHands calls its tools and words their results."""
    if did.command:
        output = f"{did.output}\n[Command finished with exit code {did.code}]"
        return "execute_bash", {"command": did.command}, output
    given = {"command": "str_replace", "path": did.path, "old_str": did.old, "new_str": did.new}
    return "str_replace_editor", given, f"ERROR:\n{did.output}" if did.failed else did.output


def atif(run: Run) -> str:
    steps: list[dict[str, Any]] = []
    for number, did in enumerate(run):
        name, given, output = _function(did)
        call = {"tool_call_id": f"c{number}", "function_name": name, "arguments": given}
        seen = {"results": [{"source_call_id": f"c{number}", "content": output}]}
        step = {"step_id": number + 1, "source": "agent", "message": ""}
        steps.append({**step, "tool_calls": [call], "observation": seen})
    return json.dumps({"schema_version": "ATIF-v1.4", "agent": {"name": "x"}, "steps": steps})


def chat(run: Run) -> str:
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Mend it."}]
    for number, did in enumerate(run):
        name, given, output = _function(did)
        function = {"name": name, "arguments": json.dumps(given)}
        call = {"id": f"c{number}", "type": "function", "function": function}
        messages += [
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": f"c{number}", "content": output},
        ]
    return json.dumps(messages)


def swe_agent(run: Run) -> str:
    """Everything is a command, and no exit code is kept."""
    steps: list[dict[str, str]] = []
    for did in run:
        action = did.command or (
            f"str_replace_editor str_replace {did.path} --old_str '{did.old}' --new_str '{did.new}'"
        )
        steps.append({"thought": "", "action": action, "observation": did.output})
    return json.dumps({"trajectory": steps, "info": {}})


def mini_swe_agent(run: Run) -> str:
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Mend it."}]
    for number, did in enumerate(run):
        command = did.command or f"sed -i 's/{did.old}/{did.new}/' {did.path}"
        told = f"<returncode>{did.code}</returncode>\n<output>\n{did.output}\n</output>"
        messages += [
            {"role": "assistant", "content": f"THOUGHT: {number}\n\n```bash\n{command}\n```"},
            {"role": "user", "content": told},
        ]
    kind = "mini-swe-agent-1"
    return json.dumps({"trajectory_format": kind, "messages": messages, "info": {}})


def openhands(run: Run) -> str:
    records: list[dict[str, Any]] = []
    for number, did in enumerate(run):
        id = {"tool_call_id": f"c{number}"}
        seen: dict[str, Any] = {"content": [{"type": "text", "text": did.output}]}
        name, given = "file_editor", {"command": "str_replace", "path": did.path}
        given |= {"old_str": did.old, "new_str": did.new}
        if did.command:
            name, given, seen["exit_code"] = "terminal", {"command": did.command}, did.code
        else:
            seen["is_error"] = did.failed
        action = {"kind": "ActionEvent", "source": "agent", "tool_name": name, "action": given}
        result = {"kind": "ObservationEvent", "source": "environment", "observation": seen}
        records += [{**action, **id}, {**result, **id}]
    return _lines(*records)


def neutral(run: Run) -> str:
    records: list[dict[str, Any]] = []
    for number, did in enumerate(run):
        name, given, output = _function(did)
        id = f"c{number}"
        records += [
            {"type": "tool_call", "id": id, "name": name, "input": given},
            {"type": "tool_result", "id": id, "output": output},
        ]
    return _lines(*records)


FORMATS: dict[str, Callable[[Run], str]] = {
    "claude-stream": claude,
    "codex": codex,
    "gemini-stream": gemini,
    "opencode": opencode,
    "copilot": copilot,
    "atif": atif,
    "chat": chat,
    "swe-agent": swe_agent,
    "mini-swe-agent": mini_swe_agent,
    "openhands-events": openhands,
    "exitgate": neutral,
}
