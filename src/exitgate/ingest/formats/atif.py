"""ATIF: the trajectory format that Harbor writes for every agent it runs."""

from __future__ import annotations

from collections.abc import Iterable

from exitgate.core.transcript import Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import blocks_text
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
)
from exitgate.ingest.formats.base import JsonFormat

ROLES = {"agent": Role.ASSISTANT, "user": Role.USER, "system": Role.SYSTEM}


def recognises(record: Json) -> bool:
    if text(record, "schema_version").startswith("ATIF"):
        return True
    steps = mappings(listing(record, "steps")[:3])
    return "agent" in record and any("step_id" in step and "source" in step for step in steps)


def read(records: Iterable[Json], builder: TranscriptBuilder) -> None:
    for record in records:
        if not recognises(record):
            builder.unknown += 1
            continue
        for step in mappings(listing(record, "steps")):
            _step(step, builder)
        _totals(mapping(record, "final_metrics"), builder)


def _step(step: Json, builder: TranscriptBuilder) -> None:
    at = moment(step, "timestamp")
    source = text(step, "source")
    builder.message(ROLES.get(source, Role.SYSTEM), blocks_text(step.get("message")), at=at)
    for call in mappings(listing(step, "tool_calls")):
        name, id = text(call, "function_name"), text(call, "tool_call_id")
        builder.call(id, name, call.get("arguments"), at=at)
    for result in mappings(listing(mapping(step, "observation"), "results")):
        is_error = mapping(result, "extra").get("is_error") is True or None
        said = blocks_text(result.get("content"))
        builder.result(text(result, "source_call_id"), said, is_error=is_error)
    if source == "agent":
        builder.turns = (builder.turns or 0) + 1
        used = mapping(step, "metrics")
        builder.spent(
            cost_usd=number(used, "cost_usd"),
            tokens=total(used, "prompt_tokens", "completion_tokens"),
        )


def _totals(metrics: Json, builder: TranscriptBuilder) -> None:
    """The run's own sums beat what its steps add up to."""
    cost = number(metrics, "total_cost_usd")
    tokens = total(metrics, "total_prompt_tokens", "total_completion_tokens")
    builder.cost_usd = builder.cost_usd if cost is None else cost
    builder.tokens = builder.tokens if tokens is None else tokens
    builder.turns = builder.turns or whole(metrics, "total_steps")


FORMAT = JsonFormat(name="atif", recognises=recognises, read=read)
