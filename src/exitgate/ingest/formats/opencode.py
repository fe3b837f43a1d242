"""opencode: `run --format json`, one part of a message a line, and `export`, the whole session."""

from __future__ import annotations

from collections.abc import Iterable

from exitgate.core.transcript import EndStatus, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import blocks_text
from exitgate.ingest.fields import (
    Json,
    exit_code,
    listing,
    mapping,
    mappings,
    moment,
    number,
    text,
    total,
)
from exitgate.ingest.formats.base import JsonFormat

TYPES = frozenset(["tool_use", "step_start", "step_finish", "text", "reasoning", "error"])
FINISHED = frozenset({"stop", "end_turn", "end-turn"})


ABORTED = "MessageAbortedError"


def recognises(record: Json) -> bool:
    if _messages(record):
        return True
    if text(record, "type") not in TYPES or "sessionID" not in record:
        return False
    return isinstance(record.get("part"), dict) or "error" in record


def read(records: Iterable[Json], builder: TranscriptBuilder) -> None:
    for record in records:
        part = mapping(record, "part")
        at = moment(record, "timestamp")
        if messages := _messages(record):
            _export(messages, builder)
            continue
        match record.get("type"):
            case "text":
                builder.message(Role.ASSISTANT, text(part, "text"), at=at)
            case "tool_use":
                _tool(part, at, builder)
            case "step_start":
                builder.turns = (builder.turns or 0) + 1
            case "step_finish":
                _step_finish(part, builder)
            case "error":
                _failed(record.get("error"), builder)
            case "reasoning":
                pass
            case _:
                builder.unknown += 1


def _messages(record: Json) -> list[Json]:
    """An export's messages: what is known about each, and its parts."""
    messages = mappings(listing(record, "messages"))
    is_export = any("parts" in message and "info" in message for message in messages[:5])
    return messages if is_export else []


def _export(messages: list[Json], builder: TranscriptBuilder) -> None:
    for message in messages:
        info = mapping(message, "info")
        at = moment(mapping(info, "time"), "created")
        role = Role.USER if info.get("role") == "user" else Role.ASSISTANT
        for part in mappings(listing(message, "parts")):
            match part.get("type"):
                case "text" if part.get("synthetic") is not True:
                    builder.message(role, text(part, "text"), at=at)
                case "tool":
                    _tool(part, at, builder)
                case "step-start":
                    builder.turns = (builder.turns or 0) + 1
                case "step-finish":
                    _step_finish(part, builder)
        if "error" in info:
            _failed(info["error"], builder)


def _failed(error: object, builder: TranscriptBuilder) -> None:
    aborted = isinstance(error, dict) and error.get("name") == ABORTED
    builder.ended(EndStatus.CANCELLED if aborted else EndStatus.ERROR, _error_words(error))


def _tool(part: Json, at: str | None, builder: TranscriptBuilder) -> None:
    state = mapping(part, "state")
    id = text(part, "callID", "id")
    builder.call(id, text(part, "tool"), state.get("input"), at=at)
    status = text(state, "status")
    if status not in ("completed", "error"):
        return
    output = text(state, "output") or text(state, "error")
    code = exit_code(mapping(state, "metadata"), "exit")
    builder.result(id, output, is_error=status == "error", code=code)
    if status == "error" and "rejected permission" in output:
        builder.denied(text(part, "tool"), state.get("input"), id=id)


def _step_finish(part: Json, builder: TranscriptBuilder) -> None:
    """Costs are of the step; the reason of the last step is how the run ended."""
    tokens = mapping(part, "tokens")
    cached = total(mapping(tokens, "cache"), "read", "write") or 0
    used = total(tokens, "input", "output", "reasoning")
    builder.spent(cost_usd=number(part, "cost"), tokens=None if used is None else used + cached)
    reason = text(part, "reason")
    if builder.end is not EndStatus.ERROR:
        status = EndStatus.FINISHED if reason in FINISHED else EndStatus.UNKNOWN
        builder.ended(status, "" if reason in FINISHED or reason == "tool-calls" else reason)


def _error_words(error: object) -> str:
    if not isinstance(error, dict):
        return blocks_text(error)
    inner = mapping(error, "data")
    return text(inner, "message") or text(error, "message", "name")


FORMAT = JsonFormat(name="opencode", recognises=recognises, read=read)
