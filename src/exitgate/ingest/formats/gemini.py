"""Gemini CLI: `--output-format stream-json`, and `json` with one object at the end."""

from __future__ import annotations

import re
from collections.abc import Iterable

from exitgate.core.transcript import EndStatus, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import blocks_text
from exitgate.ingest.fields import Json, mapping, mappings, moment, number, text, total, whole
from exitgate.ingest.formats.base import JsonFormat

ERROR_ENDS = {
    "FatalTurnLimitedError": EndStatus.MAX_TURNS,
    "MaxSessionTurnsError": EndStatus.MAX_TURNS,
    "FatalCancellationError": EndStatus.CANCELLED,
}
TURN_LIMIT_CODE = 53
SHELL_TRAILERS = (
    "Error: (none)",
    "Exit Code: ",
    "Signal: ",
    "Background PIDs: ",
    "Process Group PGID: ",
)
EXIT_CODE = re.compile(r"(?:Exit Code|Command exited with code): (-?\d{1,9})")
MARKS = {
    "init": {"session_id", "model"},
    "message": {"role", "content", "timestamp"},
    "tool_use": {"tool_name", "parameters"},
    "tool_result": {"tool_id", "status"},
    "result": {"status", "stats"},
}
"""Fields that tell each record from another vendor's of the same type."""


def recognises(record: Json) -> bool:
    kind = record.get("type")
    if kind is None:
        return _is_summary(record)
    marks = MARKS.get(kind) if isinstance(kind, str) else None
    return marks is not None and marks <= record.keys()


def _is_summary(record: Json) -> bool:
    stats = mapping(record, "stats")
    if "models" in stats or "tools" in stats:
        return "response" in record or "error" in record
    error = mapping(record, "error")
    return "type" in error and "message" in error and "code" in error


def read(records: Iterable[Json], builder: TranscriptBuilder) -> None:
    words: list[str] = []
    for record in records:
        kind = record.get("type")
        if kind == "message" and record.get("delta") is True and record.get("role") != "user":
            words.append(text(record, "content"))
            continue
        if words:
            builder.message(Role.ASSISTANT, "".join(words))
            words.clear()
        if kind is None and _is_summary(record):
            _summary(record, builder)
        else:
            _event(kind, record, builder)
    builder.message(Role.ASSISTANT, "".join(words))


def _event(kind: object, record: Json, builder: TranscriptBuilder) -> None:
    at = moment(record, "timestamp")
    match kind:
        case "message":
            role = Role.USER if record.get("role") == "user" else Role.ASSISTANT
            builder.message(role, blocks_text(record.get("content")), at=at)
        case "tool_use":
            given = record.get("parameters")
            builder.call(text(record, "tool_id"), text(record, "tool_name"), given, at=at)
        case "tool_result":
            _tool_result(record, builder)
        case "error":
            builder.end_detail = text(record, "message")[:2000]
        case "result":
            stats = mapping(record, "stats")
            _end(record, builder, is_success=text(record, "status") == "success")
            builder.tokens = whole(stats, "total_tokens")
            builder.duration_s = _seconds(number(stats, "duration_ms"))
        case "init":
            pass
        case _:
            builder.unknown += 1


def _tool_result(record: Json, builder: TranscriptBuilder) -> None:
    """A shell command that failed is a success of the tool; only its printed code tells."""
    output, code = _shell_output(blocks_text(record.get("output")) or _error_words(record))
    is_error = True if text(record, "status") == "error" else None
    builder.result(text(record, "tool_id"), output, is_error=is_error, code=code)


def _shell_output(output: str) -> tuple[str, int | None]:
    """The output without what the shell tool writes below it, and the exit code named there."""
    lines = output.rstrip().split("\n")
    below = len(lines)
    while below > 1 and lines[below - 1].startswith(SHELL_TRAILERS):
        below -= 1
    told = lines if len(lines) == 1 else lines[below:]
    codes = [int(named[1]) for line in told if (named := EXIT_CODE.fullmatch(line))]
    return "\n".join(lines[:below]), codes[0] if codes else None


def _summary(record: Json, builder: TranscriptBuilder) -> None:
    """The json output counts its tool calls and changed lines but does not show them."""
    builder.format = "gemini-json"
    builder.message(Role.ASSISTANT, text(record, "response"))
    _end(record, builder, is_success="error" not in record)
    stats = mapping(record, "stats")
    tools = mapping(stats, "tools")
    builder.call_count += whole(tools, "totalCalls") or 0
    builder.error_count += whole(tools, "totalFail") or 0
    for name, tool in mapping(tools, "byName").items():
        if isinstance(tool, dict) and whole(mapping(tool, "decisions"), "reject"):
            builder.denied(name)
    builder.changed_lines = total(mapping(stats, "files"), "totalLinesAdded", "totalLinesRemoved")
    models = mappings(mapping(stats, "models").values())
    counts = [total(mapping(model, "tokens"), "total") for model in models]
    builder.spent(tokens=sum(count for count in counts if count) if any(counts) else None)


def _end(record: Json, builder: TranscriptBuilder, *, is_success: bool) -> None:
    if is_success:
        builder.ended(EndStatus.FINISHED)
        return
    error = mapping(record, "error")
    status = ERROR_ENDS.get(text(error, "type"), EndStatus.ERROR)
    if whole(error, "code") == TURN_LIMIT_CODE:
        status = EndStatus.MAX_TURNS
    builder.ended(status, _error_words(record) or builder.end_detail)


def _error_words(record: Json) -> str:
    error = record.get("error")
    return error if isinstance(error, str) else text(mapping(record, "error"), "message", "type")


def _seconds(milliseconds: float | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000


FORMAT = JsonFormat(name="gemini-stream", recognises=recognises, read=read)
