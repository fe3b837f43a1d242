"""Claude Code: stream-json lines, the action's execution file (an array), and the json result."""

from __future__ import annotations

from collections.abc import Iterable

from exitgate.core.transcript import EndStatus, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import blocks_text, canonical
from exitgate.ingest.fields import (
    Json,
    listing,
    mapping,
    mappings,
    moment,
    number,
    text,
    total,
    whole,
    word,
    words,
)
from exitgate.ingest.formats.base import JsonFormat
from exitgate.ingest.formats.blocks import used_tokens
from exitgate.ingest.formats.cursor import (
    CURSOR,
    is_cursor_call,
    is_cursor_piece,
    read_cursor_call,
)

PARTIAL = (b'{"type":"stream_event"', b'{"type": "stream_event"')
QUIET_TYPES = words(
    """system stream_event rate_limit_event control_request control_response keep_alive
    tool_progress auth_status summary queue-operation file-history-snapshot progress attachment
    last-prompt prompt_suggestion tool_use_summary thinking permission-mode custom-title ai-title
    agent-name agent-color pr-link mode"""
)
OTHER_CALLS = ("server_tool_use", "mcp_tool_use")
MODEL_USAGE = (
    "inputTokens",
    "outputTokens",
    "cacheReadInputTokens",
    "cacheCreationInputTokens",
)
KEPT_ANSWERS = 100_000
ENDS = {
    "success": EndStatus.FINISHED,
    "error_max_turns": EndStatus.MAX_TURNS,
    "error_max_budget_usd": EndStatus.BUDGET,
}


def recognises(record: Json) -> bool:
    match record.get("type"):
        case "assistant" | "user":
            message = record.get("message")
            return isinstance(message, dict) and "parts" not in message
        case "system":
            return "subtype" in record and ("session_id" in record or "sessionId" in record)
        case "result":
            return "is_error" in record or "subtype" in record or "result" in record
        case "stream_event":
            return isinstance(record.get("event"), dict)
        case "rate_limit_event" | "tool_call":
            return "rate_limit_info" in record or is_cursor_call(record)
        case _:
            return False


def skips(line: bytes) -> bool:
    """Partial messages are told again in whole; only the words may be needed at a broken end."""
    return b'"text_delta"' not in line and line.rstrip().endswith(b"}")


def read(records: Iterable[Json], builder: TranscriptBuilder) -> None:
    run = _Run(builder)
    for record in records:
        match record.get("type"):
            case "assistant":
                run.assistant(record)
            case "user":
                run.user(record)
            case "stream_event":
                run.partial(record)
            case "result":
                run.result(record)
            case "system":
                run.system(record)
            case "tool_call" if is_cursor_call(record):
                builder.format = CURSOR
                read_cursor_call(record, builder)
            case kind if not isinstance(kind, str) or kind not in QUIET_TYPES:
                builder.unknown += 1
    run.finish()


class _Run:
    def __init__(self, builder: TranscriptBuilder) -> None:
        self.builder = builder
        self.partial_words: list[str] = []
        self.costs: dict[str, float] = {}
        self.tokens: dict[str, int] = {}
        self.durations: dict[str, float] = {}
        self.used: dict[str, int] = {}
        self.saw_steps = False
        self.saw_result = False

    def assistant(self, record: Json) -> None:
        self.saw_steps = True
        if is_cursor_piece(record):
            self.partial_words.append(blocks_text(mapping(record, "message").get("content")))
            return
        if self.partial_words:
            self.partial_words.clear()
        builder = self.builder
        at = moment(record, "timestamp") if "timestamp" in record else None
        if at is not None and "sessionId" in record:
            self._session_usage(record)
        parent = _parent(record)
        for block in _blocks(record):
            kind = block.get("type")
            if kind == "text":
                builder.message(Role.ASSISTANT, word(block, "text"), at=at, parent=parent)
            elif kind == "tool_use" or kind in OTHER_CALLS:
                name, id = word(block, "name"), word(block, "id")
                builder.call(id, name, block.get("input"), at=at, parent=parent)

    def _session_usage(self, record: Json) -> None:
        """A session file has no result: each answer tells its own use, once a content block."""
        message = mapping(record, "message")
        used = used_tokens(mapping(message, "usage"))
        if used is not None and len(self.used) < KEPT_ANSWERS:
            self.used[word(message, "id")] = used

    def user(self, record: Json) -> None:
        self.saw_steps = True
        for block in _blocks(record):
            kind = block.get("type")
            if kind == "tool_result":
                content = block.get("content")
                output = content if isinstance(content, str) else blocks_text(content)
                is_error = block.get("is_error") is True
                self.builder.result(word(block, "tool_use_id"), output, is_error=is_error)
            elif kind == "text" and not record.get("isMeta"):
                at, parent = moment(record, "timestamp"), _parent(record)
                self.builder.message(Role.USER, word(block, "text"), at=at, parent=parent)

    def partial(self, record: Json) -> None:
        delta = mapping(mapping(record, "event"), "delta")
        if _parent(record) is None and len(self.partial_words) < 100_000:
            self.partial_words.append(text(delta, "text"))

    def system(self, record: Json) -> None:
        """A retry of the API tells why a run that breaks off did so; a refusal is told at once."""
        if record.get("subtype") == "permission_denied":
            id = text(record, "tool_use_id")
            self.builder.refused(id)
            self.builder.denied(text(record, "tool_name") or "tool", id=id)
        elif record.get("subtype") == "api_retry" and self.builder.end is EndStatus.UNKNOWN:
            status = record.get("error_status")
            self.builder.end_detail = f"API retry: {text(record, 'error') or 'error'} {status}"

    def result(self, record: Json) -> None:
        builder = self.builder
        self.saw_result = True
        said = text(record, "result")
        _end(record, said, builder)
        is_told = said.strip() in builder.final_message or (
            # Cursor's result is everything it said, joined.
            builder.final_message != "" and said.strip().endswith(builder.final_message.strip())
        )
        if not is_told:
            is_new = not builder.end_detail or not builder.final_message
            if is_new:
                builder.message(Role.ASSISTANT, said)
        for denial in mappings(listing(record, "permission_denials")):
            id = text(denial, "tool_use_id")
            builder.denied(text(denial, "tool_name"), denial.get("tool_input"), id=id)
        if (structured := record.get("structured_output")) is not None:
            builder.structured = canonical(structured, 100_000)
        self._spent(record)

    def _spent(self, record: Json) -> None:
        """A session may report more than once; its last report holds the whole sum."""
        session = text(record, "session_id")
        if (cost := number(record, "total_cost_usd", "cost_usd")) is not None:
            self.costs[session] = cost
        if tokens := _tokens(record):
            self.tokens[session] = tokens
        if (duration := number(record, "duration_ms")) is not None:
            self.durations[session] = duration / 1000
        if (turns := whole(record, "num_turns")) is not None:
            self.builder.turns = turns

    def finish(self) -> None:
        builder = self.builder
        if words := "".join(self.partial_words):
            builder.message(Role.ASSISTANT, words)
        builder.cost_usd = sum(self.costs.values()) if self.costs else None
        used = self.tokens or self.used
        builder.tokens = sum(used.values()) if used else None
        builder.duration_s = sum(self.durations.values()) if self.durations else None
        if self.saw_result and not self.saw_steps:
            builder.format = "claude-result"


def _blocks(record: Json) -> list[Json]:
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if type(content) is list:
        if len(content) == 1 and type(content[0]) is dict:
            return content
        return mappings(content)
    return [{"type": "text", "text": content}] if content else []


def _end(record: Json, said: str, builder: TranscriptBuilder) -> None:
    subtype = text(record, "subtype")
    errors = "; ".join(item for item in listing(record, "errors") if isinstance(item, str))
    status = ENDS.get(subtype, EndStatus.ERROR if subtype else EndStatus.UNKNOWN)
    if status in (EndStatus.FINISHED, EndStatus.UNKNOWN) and record.get("is_error") is True:
        status = EndStatus.ERROR
    if status is EndStatus.FINISHED:
        builder.ended(status)
    else:
        builder.ended(status, said or errors or text(record, "error") or subtype)


def _tokens(record: Json) -> int | None:
    """Of all models where they are told apart, since `usage` leaves the sub-agents out."""
    models = mappings(mapping(record, "modelUsage").values())
    counts = [count for model in models if (count := total(model, *MODEL_USAGE)) is not None]
    return sum(counts) if counts else used_tokens(mapping(record, "usage"))


def _parent(record: Json) -> str | None:
    parent = record.get("parent_tool_use_id")
    if isinstance(parent, str) and parent:
        return parent
    return "sidechain" if record.get("isSidechain") is True else None


FORMAT = JsonFormat(
    name="claude-stream",
    recognises=recognises,
    read=read,
    array_name="claude-array",
    partial=PARTIAL,
    skips=skips,
    bounds_depth=True,
)
