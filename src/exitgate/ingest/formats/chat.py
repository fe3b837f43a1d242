"""Chats in OpenAI's style: an array of messages, one a line, or under `messages`."""

from __future__ import annotations

from collections.abc import Iterable

from exitgate.core.transcript import EndStatus, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import blocks_text
from exitgate.ingest.fields import Json, listing, mapping, mappings, moment, text, total
from exitgate.ingest.formats.base import JsonFormat
from exitgate.ingest.formats.codex import parsed, read_response_item

ROLES = {
    "assistant": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "user": Role.USER,
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
}
SAID = ("content", "tool_calls", "tool_call_id", "parts")


RESPONSE_ITEMS = frozenset({"function_call", "function_call_output"})
"""Calls of the Responses API, which stand beside its messages."""


def recognises(record: Json) -> bool:
    if text(record, "type") in RESPONSE_ITEMS:
        return "call_id" in record
    if isinstance(record.get("role"), str):
        return any(key in record for key in SAID)
    messages = record.get("messages")
    if isinstance(messages, list):
        return any("role" in message for message in mappings(messages[:5]))
    choices = mappings(listing(record, "choices")[:1])
    return any(isinstance(choice.get("message"), dict) for choice in choices)


def read(records: Iterable[Json], builder: TranscriptBuilder) -> None:
    for record in records:
        if text(record, "type") in RESPONSE_ITEMS:
            read_response_item(record, moment(record, "timestamp"), builder)
        elif isinstance(record.get("role"), str):
            read_message(record, builder)
        elif recognises(record):
            _document(record, builder)
        else:
            builder.unknown += 1


def _document(record: Json, builder: TranscriptBuilder) -> None:
    for message in mappings(listing(record, "messages")):
        read_message(message, builder)
    for choice in mappings(listing(record, "choices")):
        read_message(mapping(choice, "message"), builder)
        if choice.get("finish_reason") == "stop":
            builder.ended(EndStatus.FINISHED)
    builder.spent(tokens=total(mapping(record, "usage"), "prompt_tokens", "completion_tokens"))


def read_message(message: Json, builder: TranscriptBuilder) -> None:
    at = moment(message, "timestamp", "created_at")
    role = text(message, "role")
    if role in ("tool", "function"):
        id = text(message, "tool_call_id")
        builder.result(id, blocks_text(message.get("content")))
        return
    content = message.get("content")
    builder.message(ROLES.get(role, Role.SYSTEM), _words(content or message.get("parts")), at=at)
    for block in mappings(content) if isinstance(content, list) else []:
        _block(block, at, builder)
    for call in mappings(listing(message, "tool_calls")):
        function = mapping(call, "function") or call
        given = parsed(function.get("arguments"))
        builder.call(text(call, "id"), text(function, "name"), given, at=at)
    if function := mapping(message, "function_call"):
        builder.call("", text(function, "name"), parsed(function.get("arguments")), at=at)


def _words(content: object) -> str:
    """What is said, less the blocks that are calls and results."""
    if isinstance(content, list):
        spoken = (None, "text", "input_text", "output_text")
        content = [
            block for block in content if not isinstance(block, dict) or block.get("type") in spoken
        ]
    return blocks_text(content)


def _block(block: Json, at: str | None, builder: TranscriptBuilder) -> None:
    match block.get("type"):
        case "tool_use":
            builder.call(text(block, "id"), text(block, "name"), block.get("input"), at=at)
        case "tool_result":
            output = blocks_text(block.get("content"))
            is_error = block.get("is_error") is True
            builder.result(text(block, "tool_use_id"), output, is_error=is_error)


FORMAT = JsonFormat(name="chat", recognises=recognises, read=read)
