"""SWE-agent's .traj files. `submitted (exit_...)` is what it hands in after it broke off."""

from __future__ import annotations

from collections.abc import Iterable

from exitgate.core.transcript import EndStatus, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import blocks_text
from exitgate.ingest.fields import Json, listing, mapping, mappings, number, text, total, whole
from exitgate.ingest.formats.base import JsonFormat
from exitgate.ingest.shell import patched_paths


def recognises(record: Json) -> bool:
    steps = record.get("trajectory")
    if not isinstance(steps, list):
        return False
    return "info" in record or any("action" in step for step in mappings(steps[:3]))


def read(records: Iterable[Json], builder: TranscriptBuilder) -> None:
    for record in records:
        if not recognises(record):
            builder.unknown += 1
            continue
        _task(record, builder)
        for number_, step in enumerate(mappings(listing(record, "trajectory"))):
            _step(f"step {number_}", step, builder)
        _info(mapping(record, "info"), builder)


def _task(record: Json, builder: TranscriptBuilder) -> None:
    for message in mappings(listing(record, "history")):
        if message.get("role") == "user" and not message.get("is_demo"):
            builder.message(Role.USER, blocks_text(message.get("content")))
            return


def _step(id: str, step: Json, builder: TranscriptBuilder) -> None:
    action = text(step, "action").strip()
    said = text(step, "thought") or text(step, "response")
    builder.message(Role.ASSISTANT, said)
    if action:
        name = "submit" if action == "submit" else "bash"
        builder.call(id, name, {"command": action})
        if "observation" in step:
            builder.result(id, text(step, "observation"))


def _info(info: Json, builder: TranscriptBuilder) -> None:
    status = text(info, "exit_status")
    if status:
        builder.ended(_end(status), "" if status == "submitted" else status)
    builder.edited(*patched_paths(text(info, "submission")))
    spent = mapping(info, "model_stats")
    builder.spent(
        cost_usd=number(spent, "instance_cost", "total_cost"),
        tokens=total(spent, "tokens_sent", "tokens_received"),
    )
    builder.turns = whole(spent, "api_calls")


def _end(status: str) -> EndStatus:
    if status == "submitted":
        return EndStatus.FINISHED
    if "cost" in status or "execution_time" in status:
        return EndStatus.BUDGET
    if "max_steps" in status or "call_limit" in status:
        return EndStatus.MAX_TURNS
    return EndStatus.ERROR


FORMAT = JsonFormat(name="swe-agent", recognises=recognises, read=read)
