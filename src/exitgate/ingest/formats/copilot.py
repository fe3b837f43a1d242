"""Copilot CLI: `--output-format=json` and the session's events.jsonl."""

from __future__ import annotations

from collections.abc import Iterable

from exitgate.core.transcript import EndStatus, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import blocks_text
from exitgate.ingest.fields import (
    Json,
    exit_code,
    flag,
    listing,
    mapping,
    mappings,
    moment,
    number,
    text,
    total,
    whole,
    words,
)
from exitgate.ingest.formats.base import JsonFormat
from exitgate.ingest.formats.blocks import parsed

FAMILIES = words(
    """session user assistant tool permission subagent hook skill system abort model
    pending_messages command external_tool elicitation user_input exit_plan_mode mcp"""
)
OPEN_REQUESTS = 1_000
"""Questions for permission that are kept until their answer names them."""
DENIED = frozenset({"denied", "rejected"})
ENDS = {"routine": EndStatus.FINISHED, "error": EndStatus.ERROR}


def recognises(record: Json) -> bool:
    kind = record.get("type")
    if not isinstance(kind, str) or not isinstance(record.get("data"), dict):
        return False
    return kind == "abort" or ("." in kind and kind.split(".", 1)[0] in FAMILIES)


def read(records: Iterable[Json], builder: TranscriptBuilder) -> None:
    asked: dict[str, Json] = {}
    for record in records:
        data = mapping(record, "data")
        kind = text(record, "type")
        at = moment(record, "timestamp")
        if kind.startswith(("tool.", "permission.")):
            _tool(kind, data, at, asked, builder)
        elif kind.startswith(("user.", "assistant.")):
            _said(kind, data, at, builder)
        elif recognises(record):
            _session(kind, data, builder)
        elif kind == "result":
            _result(record, builder)
        else:
            builder.unknown += 1


def _said(kind: str, data: Json, at: str | None, builder: TranscriptBuilder) -> None:
    parent = text(data, "parentToolCallId") or None
    match kind:
        case "user.message":
            builder.message(Role.USER, text(data, "content"), at=at)
        case "assistant.message":
            builder.message(Role.ASSISTANT, text(data, "content"), at=at, parent=parent)
            if builder.end is EndStatus.ERROR:
                # The session went on: what broke was tried again.
                builder.ended(EndStatus.UNKNOWN)
            for call in mappings(listing(data, "toolRequests")):
                _call(call, at, parent, builder)
        case "assistant.turn_end":
            builder.turns = (builder.turns or 0) + 1
        case "assistant.usage":
            builder.spent(tokens=total(data, "inputTokens", "outputTokens"))


def _call(data: Json, at: str | None, parent: str | None, builder: TranscriptBuilder) -> None:
    name, id = text(data, "name", "toolName"), text(data, "toolCallId")
    builder.call(id, name, parsed(data.get("arguments")), at=at, parent=parent)


def _tool(
    kind: str, data: Json, at: str | None, asked: dict[str, Json], builder: TranscriptBuilder
) -> None:
    match kind:
        case "tool.execution_start":
            _call(data, at, text(data, "parentToolCallId") or None, builder)
        case "tool.execution_complete":
            success = flag(data, "success")
            result = data.get("result")
            output = text(mapping(data, "result"), "content") or blocks_text(result)
            output = output or text(mapping(data, "error"), "message")
            is_error = None if success is None else not success
            id = text(data, "toolCallId")
            if text(mapping(data, "error"), "code") in DENIED:
                builder.refused(id)
            builder.result(id, output, is_error=is_error)
        case "permission.requested" if len(asked) < OPEN_REQUESTS:
            asked[text(data, "requestId")] = mapping(data, "permissionRequest")
        case "permission.completed":
            request = asked.pop(text(data, "requestId"), {})
            if text(mapping(data, "result"), "kind").startswith("denied"):
                request = mapping(data, "permissionRequest", "request") or request
                _denied(data, request, builder)


def _denied(data: Json, asked: Json, builder: TranscriptBuilder) -> None:
    name = text(asked, "toolName", "kind") or "tool"
    what = text(asked, "fullCommandText", "command", "fileName", "path", "url")
    id = text(asked, "toolCallId") or text(data, "toolCallId", "requestId")
    builder.denied(name, {"command": what, "path": what}, id=id)


def _session(kind: str, data: Json, builder: TranscriptBuilder) -> None:
    match kind:
        case "session.error":
            builder.ended(EndStatus.ERROR, text(data, "message", "errorType"))
        case "abort":
            builder.ended(EndStatus.CANCELLED, text(data, "reason"))
        case "session.task_complete":
            builder.message(Role.ASSISTANT, text(data, "summary"))
            builder.ended(EndStatus.FINISHED)
        case "session.shutdown":
            _shutdown(data, builder)


def _shutdown(data: Json, builder: TranscriptBuilder) -> None:
    status = ENDS.get(text(data, "shutdownType"), EndStatus.UNKNOWN)
    if builder.end is EndStatus.UNKNOWN or status is EndStatus.ERROR:
        builder.ended(status, text(data, "errorReason"))
    if (used := _metered(mapping(data, "modelMetrics"))) is not None:
        builder.tokens = used
    _changed(mapping(data, "codeChanges"), builder)
    started, ended = number(data, "sessionStartTime"), number(data, "sessionEndTime")
    if started is not None and ended is not None and ended >= started:
        builder.duration_s = (ended - started) / 1000


def _result(record: Json, builder: TranscriptBuilder) -> None:
    """The last line of `--output-format=json`, with the exit code of the command itself."""
    code = exit_code(record, "exitCode")
    if code is not None and (builder.end is EndStatus.UNKNOWN or code):
        why = (builder.end_detail or f"exit {code}") if code else ""
        builder.ended(EndStatus.ERROR if code else EndStatus.FINISHED, why)
    usage = mapping(record, "usage")
    if (lasted := number(usage, "sessionDurationMs")) is not None:
        builder.duration_s = lasted / 1000
    _changed(mapping(usage, "codeChanges"), builder)


def _metered(metrics: Json) -> int | None:
    """Tokens of all models; the whole session's, so they stand for those told on the way."""
    used = [
        total(mapping(metric, "usage"), "inputTokens", "outputTokens")
        for metric in mappings(metrics.values())
    ]
    counted = [tokens for tokens in used if tokens is not None]
    return sum(counted) if counted else None


def _changed(changes: Json, builder: TranscriptBuilder) -> None:
    builder.edited(*(path for path in listing(changes, "filesModified") if isinstance(path, str)))
    builder.changed_files = whole(changes, "filesModified")
    builder.changed_lines = total(changes, "linesAdded", "linesRemoved")


FORMAT = JsonFormat(name="copilot", recognises=recognises, read=read)
