"""Chats: messages with a role, as an array, one a line, wrapped, or under `messages`."""

from __future__ import annotations

from collections.abc import Iterable

from exitgate.core.transcript import EndStatus, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import blocks_text
from exitgate.ingest.fields import EMPTY, Json, listing, mapping, mappings, moment, number, text
from exitgate.ingest.formats.base import JsonFormat
from exitgate.ingest.formats.blocks import RESULTS, parsed, read_block, spoken, used_tokens
from exitgate.ingest.formats.codex import read_response_item

ROLES = {
    "assistant": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "user": Role.USER,
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
}
SAID = ("content", "tool_calls", "tool_call_id", "toolCallId", "parts")
WRAPPERS = frozenset({"message", "message_end", "assistant", "user", "tool_result", "system"})
"""Kinds of records that hold a whole message; others tell of the same one in pieces."""
RESPONSE_ITEMS = frozenset(
    {"function_call", "function_call_output", "custom_tool_call", "reasoning"}
)
"""Items of the Responses API, which stand beside its messages."""
STOPS = {
    "stop": EndStatus.FINISHED,
    "STOP": EndStatus.FINISHED,
    "end_turn": EndStatus.FINISHED,
    "completed": EndStatus.FINISHED,
    "failed": EndStatus.ERROR,
    "error": EndStatus.ERROR,
    "aborted": EndStatus.CANCELLED,
    "cancelled": EndStatus.CANCELLED,
}
"""How a message or an answer stopped. Whatever else made it stop, the run was not over."""


def recognises(record: Json) -> bool:
    if text(record, "type") in RESPONSE_ITEMS:
        return "call_id" in record or "summary" in record
    if isinstance(record.get("role"), str):
        return any(key in record for key in SAID)
    if _wrapped(record) or is_response(record):
        return True
    messages = record.get("messages")
    if isinstance(messages, list):
        # An event that ends a stream of messages may list them all once more.
        return "type" not in record and any("role" in one for one in mappings(messages[:5]))
    choices = mappings(listing(record, "choices")[:1])
    return any(isinstance(choice.get("message"), dict) for choice in choices)


def read(records: Iterable[Json], builder: TranscriptBuilder) -> None:
    pieces = _Pieces(builder)
    for record in records:
        if pieces.take(record):
            continue
        if text(record, "type") in RESPONSE_ITEMS:
            read_response_item(record, moment(record, "timestamp"), builder)
        elif isinstance(record.get("role"), str):
            read_message(record, builder)
        elif message := _wrapped(record):
            read_message({"timestamp": record.get("timestamp"), **message}, builder)
            _spent(record, builder)
        elif is_response(record):
            read_response(record, builder)
        elif recognises(record):
            _document(record, builder)
        elif not _end(record, builder):
            builder.unknown += 1
    pieces.flush()


class _Pieces:
    """Goose streams an answer as messages of one id with a few words each: they are one."""

    def __init__(self, builder: TranscriptBuilder) -> None:
        self.builder = builder
        self.id = ""
        self.words: list[str] = []

    def take(self, record: Json) -> bool:
        message = _wrapped(record)
        id = text(message, "id") if message.get("role") == "assistant" else ""
        blocks = mappings(listing(message, "content"))
        if not id or not blocks or any(block.get("type") != "text" for block in blocks):
            self.flush()
            return False
        if id != self.id:
            self.flush()
        self.id = id
        self.words += [text(block, "text") for block in blocks]
        return True

    def flush(self) -> None:
        self.builder.message(Role.ASSISTANT, "".join(self.words))
        self.words.clear()
        self.id = ""


def _wrapped(record: Json) -> Json:
    """The message inside a record that holds one and says no more than when."""
    if text(record, "type") not in WRAPPERS:
        return EMPTY
    message = mapping(record, "message")
    is_message = isinstance(message.get("role"), str) and any(key in message for key in SAID)
    return message if is_message else EMPTY


def _end(record: Json, builder: TranscriptBuilder) -> bool:
    """The last record of a stream of messages."""
    match record.get("type"):
        case "complete" | "completion":
            builder.tokens = used_tokens(record) or builder.tokens
            builder.ended(EndStatus.FINISHED)
        case "error":
            builder.ended(
                EndStatus.ERROR, blocks_text(record.get("error")) or text(record, "message")
            )
        case _:
            return False
    return True


def is_response(record: Json) -> bool:
    return record.get("object") == "response" and isinstance(record.get("output"), list)


def read_response(record: Json, builder: TranscriptBuilder) -> None:
    """One answer of the Responses API."""
    at = moment(record, "created_at")
    for item in mappings(listing(record, "output")):
        read_response_item(item, at, builder)
    _stopped(text(record, "status"), builder)
    _spent(record, builder)


def _document(record: Json, builder: TranscriptBuilder) -> None:
    for message in mappings(listing(record, "messages")):
        read_message(message, builder)
    for choice in mappings(listing(record, "choices")):
        read_message(mapping(choice, "message"), builder)
        _stopped(text(choice, "finish_reason"), builder)
    about = mapping(record, "metadata")
    if builder.tokens is None:
        # What the messages told one by one is in the sum as well.
        _spent(record, builder)
        builder.spent(tokens=used_tokens(about))
    _stopped(text(about, "status"), builder)


def read_message(message: Json, builder: TranscriptBuilder) -> None:
    at = moment(message, "timestamp", "created_at", "created")
    role = text(message, "role")
    content = message.get("content")
    if role in ("tool", "function", "toolResult") and not _holds_blocks(content):
        id = text(message, "tool_call_id", "toolCallId")
        is_error = True if message.get("isError") is True else None
        builder.result(id, blocks_text(content), is_error=is_error)
        return
    said = content or message.get("parts")
    builder.message(ROLES.get(role, Role.SYSTEM), spoken(said), at=at)
    for block in mappings(said) if isinstance(said, list) else []:
        read_block(block, at, builder)
    for call in mappings(listing(message, "tool_calls")):
        function = mapping(call, "function") or call
        given = parsed(function.get("arguments"))
        builder.call(text(call, "id"), text(function, "name"), given, at=at)
    if function := mapping(message, "function_call"):
        builder.call("", text(function, "name"), parsed(function.get("arguments")), at=at)
    if role == "assistant":
        _stopped(text(message, "stop_reason", "stopReason"), builder)
        _spent(message, builder)


def _holds_blocks(content: object) -> bool:
    return isinstance(content, list) and any(
        block.get("type") in RESULTS or "functionResponse" in block for block in mappings(content)
    )


def _stopped(why: str, builder: TranscriptBuilder) -> None:
    if why:
        status = STOPS.get(why, EndStatus.UNKNOWN)
        builder.ended(status, "" if status is EndStatus.FINISHED else why)


def _spent(record: Json, builder: TranscriptBuilder) -> None:
    usage = mapping(record, "usage", "usageMetadata")
    builder.spent(cost_usd=number(mapping(usage, "cost"), "total"), tokens=used_tokens(usage))


FORMAT = JsonFormat(name="chat", recognises=recognises, read=read)
