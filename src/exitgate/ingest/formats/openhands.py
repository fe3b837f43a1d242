"""OpenHands: V1 event files, V0 event lists, and the resolver's output.jsonl."""

from __future__ import annotations

from collections.abc import Iterable

from exitgate.core.transcript import EndStatus, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import blocks_text
from exitgate.ingest.fields import (
    Json,
    exit_code,
    flag,
    listing,
    mapping,
    mappings,
    moment,
    number,
    text,
    total,
    words,
)
from exitgate.ingest.formats.base import JsonFormat
from exitgate.ingest.formats.openhands_v0 import is_v0_event, read_v0_event
from exitgate.ingest.shell import patched_paths

KINDS = words(
    """ActionEvent ObservationEvent MessageEvent AgentErrorEvent UserRejectObservation
    SystemPromptEvent ConversationStateUpdateEvent ConversationErrorEvent PauseEvent
    Condensation CondensationRequest CondensationSummaryEvent TokenEvent"""
)
OUTPUT_MARKS = frozenset({"git_patch", "test_result", "instruction", "instance_id", "issue"})
STATUS_ENDS = {
    "finished": EndStatus.FINISHED,
    "error": EndStatus.ERROR,
    "stuck": EndStatus.ERROR,
    "paused": EndStatus.CANCELLED,
    "stopped": EndStatus.CANCELLED,
}


def recognises(record: Json) -> bool:
    if text(record, "kind") in KINDS:
        return "source" in record or "id" in record
    if "execution_status" in record and "agent" in record:
        return True
    if isinstance(record.get("history"), list):
        return not OUTPUT_MARKS.isdisjoint(record)
    return is_v0_event(record) or bool(_page(record))


def read(records: Iterable[Json], builder: TranscriptBuilder) -> None:
    for record in records:
        kind = record.get("kind")
        if isinstance(kind, str) and kind in KINDS:
            _v1(kind, record, builder)
        elif "execution_status" in record:
            _status(text(record, "execution_status"), builder)
            _costs(mapping(record, "stats"), builder)
        elif isinstance(record.get("history"), list):
            _output(record, builder)
        elif is_v0_event(record):
            read_v0_event(record, builder)
        elif page := _page(record):
            read(page, builder)
        else:
            builder.unknown += 1


def _page(record: Json) -> list[Json]:
    """Events as the server hands them out, a page at a time."""
    events = mappings(listing(record, "items"))
    return events if any(text(event, "kind") in KINDS for event in events[:5]) else []


def _v1(kind: str, record: Json, builder: TranscriptBuilder) -> None:
    at = moment(record, "timestamp")
    id = text(record, "tool_call_id")
    match kind:
        case "ActionEvent":
            _action(record, at, id, builder)
        case "ObservationEvent":
            _observation(mapping(record, "observation"), id, builder)
        case "MessageEvent":
            role = Role.USER if record.get("source") == "user" else Role.ASSISTANT
            said = blocks_text(mapping(record, "llm_message").get("content"))
            builder.message(role, said, at=at)
        case "AgentErrorEvent":
            builder.result(id, text(record, "error"), is_error=True)
        case "UserRejectObservation":
            builder.denied(text(record, "tool_name") or "tool", id=id)
            builder.result(id, text(record, "rejection_reason"), is_error=True)
        case "ConversationStateUpdateEvent":
            if record.get("key") == "execution_status":
                _status(text(record, "value"), builder)
        case "ConversationErrorEvent":
            why = f"{text(record, 'code')}: {text(record, 'detail')}".strip(": ")
            builder.ended(_error_end(why.lower()), why)
        case "PauseEvent":
            builder.ended(EndStatus.CANCELLED, "paused by a person")


def _action(record: Json, at: str | None, id: str, builder: TranscriptBuilder) -> None:
    builder.message(Role.ASSISTANT, blocks_text(record.get("thought")), at=at)
    action = mapping(record, "action")
    given = {key: value for key, value in action.items() if key != "kind"}
    builder.call(id, text(record, "tool_name") or text(action, "kind"), given, at=at)
    if text(action, "kind") == "FinishAction" or record.get("tool_name") == "finish":
        builder.message(Role.ASSISTANT, text(action, "message"), at=at)
        builder.ended(EndStatus.FINISHED)


def _observation(seen: Json, id: str, builder: TranscriptBuilder) -> None:
    code = exit_code(seen, "exit_code")
    code = exit_code(mapping(seen, "metadata"), "exit_code") if code is None else code
    output = blocks_text(seen.get("content")) or text(seen, "output", "error", "message")
    is_error = True if text(seen, "error") else flag(seen, "is_error")
    builder.result(id, output, is_error=is_error, code=code)


def _status(status: str, builder: TranscriptBuilder) -> None:
    if (end := STATUS_ENDS.get(status)) is not None:
        builder.ended(end, "" if end is EndStatus.FINISHED else builder.end_detail or status)
    elif status == "running" and builder.end is not EndStatus.UNKNOWN:
        builder.ended(EndStatus.UNKNOWN)


def _costs(stats: Json, builder: TranscriptBuilder) -> None:
    for usage in mapping(stats, "usage_to_metrics", "service_to_metrics").values():
        if isinstance(usage, dict):
            _spent(usage, builder)


def _output(record: Json, builder: TranscriptBuilder) -> None:
    """One solved issue or benchmark task a line."""
    builder.format = "openhands-output"
    if instruction := text(record, "instruction"):
        builder.message(Role.USER, instruction)
    for entry in listing(record, "history"):
        for event in entry if isinstance(entry, list) else [entry]:
            if isinstance(event, dict):
                read([event], builder) if "history" not in event else None
    result = mapping(record, "test_result")
    builder.edited(*patched_paths(text(record, "git_patch") or text(result, "git_patch")))
    _spent(mapping(record, "metrics"), builder)
    if error := text(record, "error"):
        builder.ended(_error_end(error.lower()), error)
    if not builder.final_message:
        builder.message(Role.ASSISTANT, _explanation(record))


def _error_end(error: str) -> EndStatus:
    if "maximum iteration" in error or "maxiterations" in error:
        return EndStatus.MAX_TURNS
    return EndStatus.BUDGET if "maximum budget" in error else EndStatus.ERROR


def _spent(metrics: Json, builder: TranscriptBuilder) -> None:
    used = mapping(metrics, "accumulated_token_usage")
    builder.spent(
        cost_usd=number(metrics, "accumulated_cost"),
        tokens=total(used, "prompt_tokens", "completion_tokens"),
    )


def _explanation(record: Json) -> str:
    """The resolver's own opinion: it only stands in for an agent that said nothing."""
    said = record.get("result_explanation")
    return said if isinstance(said, str) and not said.startswith("[") else ""


FORMAT = JsonFormat(name="openhands-events", recognises=recognises, read=read)
