"""ExitGate's own transcript lines, for agents that have no adapter."""

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
            return "name" in record and ("input" in record or "id" in record)
        case "tool_result":
            return "id" in record and "output" in record
        case "end":
            return "status" in record
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
                name, id = text(record, "name"), text(record, "id")
                builder.call(id, name, record.get("input"), at=at, parent=parent)
            case "tool_result":
                builder.result(
                    text(record, "id"),
                    blocks_text(record.get("output")),
                    is_error=flag(record, "is_error"),
                    code=exit_code(record, "exit_code"),
                )
            case "end":
                _end(record, builder)
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


FORMAT = JsonFormat(name="exitgate", recognises=recognises, read=read)
