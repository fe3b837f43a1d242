"""mini-swe-agent: a chat in which each answer holds one shell command, and the run's info."""

from __future__ import annotations

import re
from collections.abc import Iterable

from exitgate.core.transcript import EndStatus, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import blocks_text
from exitgate.ingest.fields import (
    Json,
    exit_code,
    listing,
    mapping,
    mappings,
    moment,
    number,
    text,
    whole,
)
from exitgate.ingest.formats.base import JsonFormat
from exitgate.ingest.formats.chat import is_response, read_message, read_response
from exitgate.ingest.shell import patched_paths

RETURN_CODE = re.compile(r"<returncode>\s{0,10}(-?\d{1,9})\s{0,10}</returncode>")
OPENING, CLOSING = "<output>", "</output>"
FENCE = re.compile(r"^```(?:mswea_bash_command|bash|sh)[ \t]*\n", re.M)


def recognises(record: Json) -> bool:
    if "trajectory_format" in record:
        return str(record["trajectory_format"]).startswith("mini-swe-agent")
    info = record.get("info")
    return (
        isinstance(record.get("messages"), list)
        and isinstance(info, dict)
        and ("exit_status" in info or "model_stats" in info)
    )


def read(records: Iterable[Json], builder: TranscriptBuilder) -> None:
    for record in records:
        if not isinstance(record.get("messages"), list):
            builder.unknown += 1
            continue
        waiting = ""
        for number_, message in enumerate(mappings(listing(record, "messages"))):
            waiting = _message(f"step {number_}", message, waiting, builder)
        _info(mapping(record, "info"), builder)


def _message(id: str, message: Json, waiting: str, builder: TranscriptBuilder) -> str:
    """Read one message; returns the id of the command that waits for its output."""
    if is_response(message):
        read_response(message, builder)
        return ""
    if message.get("type") == "function_call_output":
        output = blocks_text(message.get("output"))
        builder.result(text(message, "call_id"), output, code=_code(message, output))
        return ""
    content = blocks_text(message.get("content"))
    at = moment(mapping(message, "extra"), "timestamp")
    match message.get("role"):
        case "assistant" if not message.get("tool_calls"):
            said, command = split_command(content)
            builder.message(Role.ASSISTANT, said.removeprefix("THOUGHT:").strip(), at=at)
            if not command:
                return ""
            builder.call(id, "bash", {"command": command}, at=at)
            return id
        case "user" if waiting:
            builder.result(waiting, unwrapped(content), code=_code(message, content))
        case "tool":
            id = text(message, "tool_call_id")
            builder.result(id, unwrapped(content), code=_code(message, content))
        case "exit":
            _info(mapping(message, "extra"), builder)
        case _:
            read_message(message, builder)
    return ""


def _code(message: Json, content: str) -> int | None:
    found = RETURN_CODE.search(content[:200])
    return int(found[1]) if found else exit_code(mapping(message, "extra"), "returncode")


def unwrapped(content: str) -> str:
    """What the command printed, without the tags that every observation has around it."""
    head, opened, output = content.partition(OPENING)
    head = RETURN_CODE.sub("", head[:200]) + head[200:]
    if not opened or head.strip() or not output.rstrip().endswith(CLOSING):
        return content
    return output.rstrip().removesuffix(CLOSING).removeprefix("\n")


def split_command(content: str) -> tuple[str, str]:
    """The words around the one command block, and the command."""
    start = FENCE.search(content)
    if start is None:
        return content, ""
    end = content.find("\n```", start.end() - 1)
    command = content[start.end() : end if end >= 0 else len(content)]
    after = content[end + 4 :] if end >= 0 else ""
    return (content[: start.start()] + after).strip(), command.strip()


def _info(info: Json, builder: TranscriptBuilder) -> None:
    status = text(info, "exit_status")
    if status:
        builder.ended(_end(status), "" if status == "Submitted" else status)
    builder.edited(*patched_paths(text(info, "submission")))
    spent = mapping(info, "model_stats")
    if (cost := number(spent, "instance_cost")) is not None:
        builder.cost_usd = cost
    builder.turns = whole(spent, "api_calls") or builder.turns


def _end(status: str) -> EndStatus:
    if status.lower() == "submitted":
        return EndStatus.FINISHED
    is_limit = any(word in status for word in ("Limit", "cost", "TimeExceeded"))
    return EndStatus.BUDGET if is_limit else EndStatus.ERROR


FORMAT = JsonFormat(name="mini-swe-agent", recognises=recognises, read=read)
