"""Cursor's agent: Claude Code's stream, but its tool calls are records of their own."""

from __future__ import annotations

from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import blocks_text
from exitgate.ingest.fields import Json, exit_code, mapping, moment, text
from exitgate.ingest.formats.blocks import parsed

CURSOR = "cursor"
DENIED = frozenset({"rejected", "permissionDenied"})
SAID = ("content", "message", "errorMessage", "error", "reason", "diffString", "stderr")


def is_cursor_call(record: Json) -> bool:
    return "subtype" in record and isinstance(record.get("tool_call"), dict)


def is_cursor_piece(record: Json) -> bool:
    """A few words of an answer that is told again in whole."""
    return "timestamp_ms" in record and "model_call_id" not in record


def read_cursor_call(record: Json, builder: TranscriptBuilder) -> None:
    """`{"tool_call": {"shellToolCall": {"args": {...}, "result": {"success": {...}}}}}`"""
    asked = mapping(record, "tool_call")
    key = next((key for key, value in asked.items() if isinstance(value, dict)), "")
    call = mapping(asked, key)
    given = call.get("args", parsed(call.get("arguments")))
    name = text(call, "name", "toolName") or key.removesuffix("ToolCall")
    id = text(record, "call_id")
    if name == "mcp" and isinstance(given, dict):
        name, given = text(given, "toolName", "name") or name, given.get("args", given)
    builder.call(id, name, given, at=moment(record, "timestamp_ms"))
    if record.get("subtype") == "started":
        return
    result = mapping(call, "result")
    outcome = next(iter(result), "")
    details = mapping(result, outcome)
    if outcome in DENIED:
        builder.denied(name, given, id=id)
    output = "\n".join(filter(None, (text(details, "stdout"), text(details, *SAID))))
    is_error = bool(outcome) and outcome != "success"
    code = exit_code(details, "exitCode")
    builder.result(id, output or blocks_text(result.get(outcome)), is_error=is_error, code=code)
