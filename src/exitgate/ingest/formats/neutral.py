"""ExitGate's own transcript lines, for agents that have no adapter; Droid's are nearly those."""

from __future__ import annotations

from collections.abc import Iterable

from exitgate.core.transcript import EndStatus, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import blocks_text
from exitgate.ingest.fields import Json, exit_code, flag, moment, number, text, whole
from exitgate.ingest.formats.base import JsonFormat

ROLES = {role.value: role for role in Role}


def recognises(record: Json) -> bool:
    match record.get("type"):
        case "message":
            return "role" in record and "text" in record
        case "tool_call":
            named = "name" in record or "toolName" in record
            return named and ("input" in record or "id" in record)
        case "tool_result":
            return "id" in record and ("output" in record or "value" in record)
        case "end" | "completion":
            return "status" in record or "finalText" in record
        case _:
            return False


def read(records: Iterable[Json], builder: TranscriptBuilder) -> None:
    for record in records:
        at = moment(record, "at", "timestamp")
        match record.get("type"):
            case "message":
                role = ROLES.get(text(record, "role"), Role.SYSTEM)
                builder.message(role, blocks_text(record.get("text")), at=at)
            case "tool_call":
                parent = text(record, "parent") or None
                name, id = text(record, "name", "toolName"), text(record, "id")
                given = record.get("input", record.get("parameters"))
                builder.call(id, name, given, at=at, parent=parent)
            case "tool_result":
                builder.result(
                    text(record, "id"),
                    blocks_text(record.get("output", record.get("value"))),
                    is_error=flag(record, "isError" if "isError" in record else "is_error"),
                    code=exit_code(record, "exit_code"),
                )
            case "end":
                _end(record, builder)
            case "completion":
                builder.ended(EndStatus.FINISHED)
                builder.turns = whole(record, "numTurns")
            case _:
                builder.unknown += 1


def _end(record: Json, builder: TranscriptBuilder) -> None:
    status = text(record, "status")
    known = status in EndStatus._value2member_map_
    builder.ended(EndStatus(status) if known else EndStatus.UNKNOWN, text(record, "detail"))
    builder.cost_usd = number(record, "cost_usd")
    builder.duration_s = number(record, "duration_s")
    builder.tokens = whole(record, "tokens")
    builder.turns = whole(record, "turns")
    if record.get("tools") is False:
        # The run may have called tools: its record only tells what it said and how it ended.
        builder.format = "exitgate-words"


FORMAT = JsonFormat(name="exitgate", recognises=recognises, read=read)
