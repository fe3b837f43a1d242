"""GitHub Agentic Workflows: agent_output.json, the safe outputs that an agent asked for."""

from __future__ import annotations

from collections.abc import Iterable

from exitgate.core.transcript import Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import clip
from exitgate.ingest.fields import Json, listing, mappings, text, words
from exitgate.ingest.formats.base import JsonFormat

ASKED = words(
    """create_issue create_pull_request create_discussion add_comment add_labels missing_tool noop
    update_issue update_pull_request push_to_pull_request_branch close_issue close_pull_request
    create_pull_request_review_comment create_code_scanning_alert upload_asset assign_milestone
    assign_to_agent create_agent_task missing_data report_incomplete"""
)


def recognises(record: Json) -> bool:
    items, errors = record.get("items"), record.get("errors")
    if not isinstance(items, list):
        return False
    kinds = [item.get("type") if isinstance(item, dict) else None for item in items[:20]]
    if isinstance(errors, list):
        return None not in kinds
    # A file that was cut off before its `errors` is known by what it asks for.
    return bool(kinds) and all(isinstance(kind, str) and kind in ASKED for kind in kinds)


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
