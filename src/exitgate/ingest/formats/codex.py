"""Codex: `codex exec --json` events, and the session files that Codex keeps itself."""

from __future__ import annotations

import re
from collections.abc import Iterable

from exitgate.core.transcript import CallKind, EndStatus, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import blocks_text
from exitgate.ingest.fields import (
    Json,
    exit_code,
    listing,
    mapping,
    mappings,
    moment,
    text,
    total,
    words,
)
from exitgate.ingest.formats.base import JsonFormat
from exitgate.ingest.formats.blocks import parsed
from exitgate.ingest.formats.codex_events import (
    is_early_event,
    read_early_event,
    read_session_event,
    unwrapped,
)
from exitgate.ingest.tools import ToolUse

EVENTS = words(
    """thread.started turn.started turn.completed turn.failed item.started item.updated
    item.completed"""
)
SESSION = frozenset({"response_item", "event_msg", "session_meta", "turn_context", "compacted"})
CALL_ITEMS = words(
    """command_execution file_change mcp_tool_call web_search todo_list collab_tool_call"""
)
FAILED = frozenset({"failed", "declined", "error"})


def recognises(record: Json) -> bool:
    kind = text(record, "type")
    if kind in EVENTS or is_early_event(record):
        return True
    return kind in SESSION and isinstance(record.get("payload"), dict)


def read(records: Iterable[Json], builder: TranscriptBuilder) -> None:
    run = _Run(builder)
    for record in records:
        kind = text(record, "type")
        if kind.startswith("item."):
            run.item(mapping(record, "item"), kind == "item.completed")
        elif kind in SESSION:
            run.session(record, mapping(record, "payload"))
        elif not kind:
            read_early_event(record, builder)
        else:
            run.event(kind, record)


class _Run:
    def __init__(self, builder: TranscriptBuilder) -> None:
        self.builder = builder
        self.started: set[str] = set()
        self.was_asked = False

    def event(self, kind: str, record: Json) -> None:
        builder = self.builder
        match kind:
            case "turn.completed":
                builder.turns = (builder.turns or 0) + 1
                used = mapping(record, "usage")
                builder.spent(tokens=total(used, "input_tokens", "output_tokens"))
                builder.ended(EndStatus.FINISHED)
            case "turn.failed":
                builder.turns = (builder.turns or 0) + 1
                builder.ended(EndStatus.ERROR, text(mapping(record, "error"), "message"))
            case "error":
                builder.ended(EndStatus.ERROR, text(record, "message"))
            case "turn.started":
                # How an earlier turn ended says nothing about one that is not over.
                builder.ended(EndStatus.UNKNOWN)
            case "thread.started":
                pass
            case _:
                builder.unknown += 1

    def item(self, item: Json, is_completed: bool) -> None:
        kind, id = text(item, "type", "item_type"), text(item, "id")
        if kind in CALL_ITEMS:
            self._call(kind, id, item)
            if is_completed:
                self._result(id, item)
        elif not is_completed or kind == "reasoning":
            return
        elif kind in ("agent_message", "assistant_message"):
            self.builder.message(Role.ASSISTANT, text(item, "text"))
        elif kind == "error":
            self.builder.end_detail = text(item, "message")[:2000]
        else:
            self.builder.unknown += 1

    def _call(self, kind: str, id: str, item: Json) -> None:
        if id and id in self.started:
            return
        self.started.add(id)
        if kind == "file_change":
            paths = tuple(text(change, "path") for change in mappings(listing(item, "changes")))
            given: object = {"changes": listing(item, "changes")}
            self.builder.call(id, kind, given, use=ToolUse(CallKind.EDIT, paths=paths))
        elif kind == "command_execution":
            self.builder.call(id, kind, {"command": unwrapped(text(item, "command"))})
        elif kind == "collab_tool_call":
            given = {key: item[key] for key in ("prompt", "receiver_thread_ids") if key in item}
            self.builder.call(id, text(item, "tool") or kind, given)
        elif kind == "mcp_tool_call":
            name = f"mcp__{text(item, 'server')}__{text(item, 'tool')}"
            self.builder.call(id, name, item.get("arguments"))
        else:
            given = {key: item[key] for key in ("query", "items", "prompt") if key in item}
            self.builder.call(id, kind, given)

    def _result(self, id: str, item: Json) -> None:
        status = text(item, "status")
        error = text(mapping(item, "error"), "message")
        output = text(item, "aggregated_output") or error or blocks_text(item.get("result"))
        if status == "declined":
            self.builder.refused(id)
        code = exit_code(item, "exit_code")
        self.builder.result(id, output, is_error=status in FAILED or bool(error), code=code)
        self.started.discard(id)

    def session(self, record: Json, payload: Json) -> None:
        at = moment(record, "timestamp")
        if record.get("type") == "response_item":
            read_response_item(payload, at, self.builder)
        elif record.get("type") == "event_msg":
            if payload.get("type") == "user_message" and not self.was_asked:
                # The first message of the session itself may be an environment's description.
                self.builder.prompt = text(payload, "message")
                self.was_asked = True
            read_session_event(payload, self.builder)


def read_response_item(payload: Json, at: str | None, builder: TranscriptBuilder) -> None:
    id = text(payload, "call_id", "id")
    match payload.get("type"):
        case "message":
            role = {"assistant": Role.ASSISTANT, "user": Role.USER}.get(text(payload, "role"))
            builder.message(role or Role.SYSTEM, blocks_text(payload.get("content")), at=at)
        case "function_call" | "custom_tool_call":
            given = parsed(payload.get("arguments") or payload.get("input"))
            builder.call(id, text(payload, "name"), given, at=at)
        case "local_shell_call":
            builder.call(id, "local_shell", mapping(payload, "action"), at=at)
        case "web_search_call":
            builder.call(id, "web_search", mapping(payload, "action"), at=at)
        case "function_call_output" | "custom_tool_call_output":
            _output(id, payload.get("output"), builder)


EXITED = re.compile(r"^(?:Exit code:|Process exited with code) (-?\d{1,9})$", re.M)


def _output(id: str, output: object, builder: TranscriptBuilder) -> None:
    """The output may itself be JSON with the exit code inside, or head it with that code."""
    inner = parsed(output)
    if isinstance(inner, dict) and "output" in inner:
        code = exit_code(mapping(inner, "metadata"), "exit_code")
        builder.result(id, blocks_text(inner.get("output")), code=code)
    else:
        said = blocks_text(output)
        head, output_follows, _ = said[:500].partition("\nOutput:\n")
        exited = EXITED.search(head) if output_follows else None
        builder.result(id, said, code=int(exited[1]) if exited else None)


FORMAT = JsonFormat(name="codex", recognises=recognises, read=read)
