"""Cline, Roo and Kilo: what a task shows (`ui_messages.json`) and prints with `--json`."""

from __future__ import annotations

from collections.abc import Iterable

from exitgate.core.transcript import CallKind, EndStatus, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.fields import Json, moment, number, text, total, words
from exitgate.ingest.formats.base import JsonFormat
from exitgate.ingest.formats.blocks import parsed
from exitgate.ingest.tools import ToolUse

EDITS = words(
    """editedExistingFile newFileCreated appliedDiff insertContent searchAndReplace fileDeleted
    generateImage"""
)
TOKENS = ("tokensIn", "tokensOut", "cacheReads", "cacheWrites")
FAILURES = words(
    "error diff_error api_req_failed mistake_limit_reached auto_approval_max_req_reached"
)


def recognises(record: Json) -> bool:
    kind = record.get("type")
    return kind in ("say", "ask") and isinstance(record.get(str(kind)), str)


def read(records: Iterable[Json], builder: TranscriptBuilder) -> None:
    is_first = True
    for record in records:
        if not recognises(record):
            _other(record, builder)
        elif record.get("partial") is not True:
            _shown(record, is_first, builder)
            is_first = False


def _other(record: Json, builder: TranscriptBuilder) -> None:
    if record.get("type") == "error":
        builder.ended(EndStatus.ERROR, text(record, "message", "text"))
    elif record.get("type") != "task_started":
        builder.unknown += 1


def _shown(record: Json, is_first: bool, builder: TranscriptBuilder) -> None:
    at = moment(record, "ts", "timestamp")
    said = text(record, "text", "content")
    match text(record, "say", "ask"):
        case "task" | "user_feedback":
            builder.message(Role.USER, said, at=at)
        case "text":
            builder.message(Role.USER if is_first else Role.ASSISTANT, said, at=at)
            builder.ended(EndStatus.UNKNOWN)
        case "completion_result":
            builder.message(Role.ASSISTANT, said, at=at)
            builder.ended(EndStatus.FINISHED)
        case "followup" | "plan_mode_respond":
            builder.message(Role.ASSISTANT, _question(said), at=at)
        case "tool":
            _tool(said, at, builder)
        case "command":
            builder.call("", "execute_command", {"command": said}, at=at)
        case "command_output":
            builder.result("", said)
        case "api_req_started" | "api_req_finished":
            _spent(parsed(said), builder)
        case kind if kind in FAILURES:
            builder.ended(EndStatus.ERROR, said or kind)


def _question(said: str) -> str:
    asked = parsed(said)
    return text(asked, "question", "response") if isinstance(asked, dict) else said


def _tool(said: str, at: str | None, builder: TranscriptBuilder) -> None:
    given = parsed(said)
    if not isinstance(given, dict):
        return
    name, path = text(given, "tool"), text(given, "path")
    use = ToolUse(CallKind.EDIT, paths=(path,)) if name in EDITS and path else None
    builder.call("", name, given, at=at, use=use)


def _spent(told: object, builder: TranscriptBuilder) -> None:
    if isinstance(told, dict):
        builder.spent(cost_usd=number(told, "cost", "totalCost"), tokens=total(told, *TOKENS))


FORMAT = JsonFormat(name="cline", recognises=recognises, read=read)
