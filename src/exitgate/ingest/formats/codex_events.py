"""Codex's inner events: as `exec --json` printed them at first, and as session files keep them."""

from __future__ import annotations

import re

from exitgate.core.transcript import CallKind, EndStatus, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import blocks_text
from exitgate.ingest.fields import Json, exit_code, listing, mapping, text, total
from exitgate.ingest.tools import ToolUse, command_of

CALLED = re.compile(
    r"""(?P<program>"[^"\n]{1,300}+"|\S{1,300}+)(?: -NoProfile)? -(?:l?c|Command) """, re.I
)
SHELLS = frozenset({"sh", "bash", "zsh", "dash", "powershell", "pwsh"})
QUIET = re.compile(
    r"_delta$|^agent_reasoning|^task_started$|^turn_started$|_output_delta$|^background_event$"
    r"|^session_configured$|^turn_diff$|^plan_update$|_approval_request$|^raw_response_item$"
)


def unwrapped(command: str) -> str:
    """`bash -lc 'make test'` is `make test` to everyone but the shell."""
    called = CALLED.match(command)
    if called is None or _program(called["program"]) not in SHELLS:
        return command
    inner = command[called.end() :].strip()
    quoted = len(inner) > 1 and inner[0] == inner[-1] and inner[0] in "'\""
    return inner[1:-1] if quoted else inner


def _program(path: str) -> str:
    return re.split(r"[\\/]", path.strip('"').lower())[-1].removesuffix(".exe")


def is_early_event(record: Json) -> bool:
    """`{"id": "0", "msg": {"type": ...}}`"""
    return "id" in record and bool(text(mapping(record, "msg"), "type"))


def read_early_event(record: Json, builder: TranscriptBuilder) -> None:
    """Before the events come the settings and the prompt, each a record."""
    event = mapping(record, "msg")
    kind, id = text(event, "type"), text(event, "call_id")
    if not event:
        builder.message(Role.USER, text(record, "prompt"))
    elif kind.endswith("_begin"):
        _begun(kind, id, event, builder)
    elif kind.endswith("_end"):
        _ended(id, event, builder)
    elif kind == "agent_message":
        builder.message(Role.ASSISTANT, text(event, "message"))
    elif not read_session_event(event, builder) and not QUIET.search(kind):
        builder.unknown += 1


def _begun(kind: str, id: str, event: Json, builder: TranscriptBuilder) -> None:
    if kind == "patch_apply_begin":
        paths = tuple(mapping(event, "changes"))
        given: object = {"changes": sorted(paths)}
        builder.call(id, "apply_patch", given, use=ToolUse(CallKind.EDIT, paths=paths))
    elif kind == "exec_command_begin":
        builder.call(id, "exec_command", {"command": unwrapped(command_of(event))})
    elif kind == "mcp_tool_call_begin":
        asked = mapping(event, "invocation")
        name = f"mcp__{text(asked, 'server')}__{text(asked, 'tool')}"
        builder.call(id, name, asked.get("arguments"))
    else:
        builder.call(id, kind.removesuffix("_begin"), {})


def _ended(id: str, event: Json, builder: TranscriptBuilder) -> None:
    result = mapping(event, "result")
    answer = mapping(result, "Ok")
    output = text(event, "aggregated_output", "formatted_output", "stdout", "stderr", "query")
    output = output or text(result, "Err") or blocks_text(listing(answer, "content"))
    failed = event.get("success") is False or "Err" in result or answer.get("is_error") is True
    builder.result(id, output, is_error=failed, code=exit_code(event, "exit_code"))


def read_session_event(event: Json, builder: TranscriptBuilder) -> bool:
    """How the run ended and what it used. False where the event tells neither."""
    match event.get("type"):
        case "token_count":
            used = mapping(mapping(event, "info"), "total_token_usage") or event
            builder.tokens = total(used, "total_tokens") or builder.tokens
        case "task_complete" | "turn_complete":
            builder.ended(EndStatus.FINISHED)
        case "turn_aborted":
            builder.ended(EndStatus.CANCELLED, text(event, "reason"))
        case "error" | "stream_error":
            builder.ended(EndStatus.ERROR, text(event, "message"))
        case _:
            return False
    return True
