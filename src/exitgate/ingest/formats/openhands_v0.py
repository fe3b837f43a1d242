"""Events of OpenHands V0: an action and the observation that names it as its cause."""

from __future__ import annotations

from exitgate.core.transcript import EndStatus, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.fields import Json, exit_code, mapping, moment, text

TOOL_OF = {
    "run": "bash",
    "run_ipython": "execute_ipython_cell",
    "read": "read",
    "edit": "edit",
    "write": "write",
    "browse": "browse",
    "browse_interactive": "browser",
    "delegate": "delegate",
    "call_tool_mcp": "mcp",
    "think": "think",
    "task_tracking": "task_tracker",
}
END_STATES = {
    "finished": EndStatus.FINISHED,
    "error": EndStatus.ERROR,
    "stopped": EndStatus.CANCELLED,
    "rejected": EndStatus.ERROR,
}


def is_v0_event(record: Json) -> bool:
    named = "action" in record or "observation" in record
    return named and "source" in record and ("args" in record or "content" in record)


def read_v0_event(record: Json, builder: TranscriptBuilder) -> None:
    if isinstance(record.get("observation"), str):
        _observed(record, builder)
    else:
        _acted(record, text(record, "action"), builder)


def _acted(record: Json, action: str, builder: TranscriptBuilder) -> None:
    args = mapping(record, "args")
    at = moment(record, "timestamp")
    is_agent = record.get("source") == "agent"
    if action in TOOL_OF:
        builder.message(Role.ASSISTANT, text(args, "thought"), at=at)
        given = {key: value for key, value in args.items() if key != "thought"}
        builder.call(_id(record.get("id")), TOOL_OF[action], given, at=at)
    elif action == "message":
        role = Role.ASSISTANT if is_agent else Role.USER
        builder.message(role, text(args, "content"), at=at)
    elif action == "finish":
        builder.call(_id(record.get("id")), "finish", {}, at=at)
        said = text(args, "final_thought", "thought") or text(record, "message")
        builder.message(Role.ASSISTANT, said, at=at)
        builder.ended(EndStatus.FINISHED)
    elif action == "reject":
        builder.ended(EndStatus.ERROR, text(args, "thought") or "rejected")


def _observed(record: Json, builder: TranscriptBuilder) -> None:
    kind = record["observation"]
    extras = mapping(record, "extras")
    if kind == "agent_state_changed":
        if (end := END_STATES.get(text(extras, "agent_state"))) is not None:
            builder.ended(end, text(extras, "reason"))
        return
    code = exit_code(mapping(extras, "metadata"), "exit_code")
    code = exit_code(extras, "exit_code") if code is None else code
    id = _id(record.get("cause"))
    if id:
        builder.result(id, text(record, "content"), is_error=kind == "error" or None, code=code)
    elif kind == "error":
        builder.end_detail = text(record, "content")[:2000]


def _id(value: object) -> str:
    return f"event {value}" if isinstance(value, int) else ""
