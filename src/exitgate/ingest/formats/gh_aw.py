"""GitHub Agentic Workflows: agent_output.json, the safe outputs that an agent asked for."""

from __future__ import annotations

from collections.abc import Iterable

from exitgate.core.transcript import Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import clip
from exitgate.ingest.fields import Json, listing, mappings, text
from exitgate.ingest.formats.base import JsonFormat


def recognises(record: Json) -> bool:
    items, errors = record.get("items"), record.get("errors")
    if not isinstance(items, list) or not isinstance(errors, list):
        return False
    return all(isinstance(item, dict) and "type" in item for item in items[:20])


def read(records: Iterable[Json], builder: TranscriptBuilder) -> None:
    for record in records:
        if not recognises(record):
            builder.unknown += 1
            continue
        for item in mappings(listing(record, "items")):
            builder.message(Role.ASSISTANT, _words(item))
            if item.get("type") == "missing_tool":
                builder.denied(text(item, "tool") or "missing tool")
        errors = [error for error in listing(record, "errors") if isinstance(error, str)]
        builder.end_detail = clip("; ".join(errors), 2000)


def _words(item: Json) -> str:
    """What the item tells people, under its title."""
    parts = [text(item, "title"), text(item, "body", "message", "summary", "text", "reason")]
    said = "\n\n".join(part for part in parts if part)
    if item.get("type") == "missing_tool":
        return f"Missing tool {text(item, 'tool')}: {said}"
    return said or text(item, "type")


FORMAT = JsonFormat(name="gh-aw", recognises=recognises, read=read)
