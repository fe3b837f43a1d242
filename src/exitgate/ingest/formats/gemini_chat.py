"""Gemini CLI's own session files: one document, or one message a line that may be told again."""

from __future__ import annotations

from collections.abc import Iterable

from exitgate.core.transcript import EndStatus, Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.clip import blocks_text
from exitgate.ingest.fields import Json, listing, mapping, mappings, moment, text, whole, words
from exitgate.ingest.formats.base import JsonFormat

TYPES = words("user gemini info error warning quit")
KEPT_MESSAGES = 100_000


def recognises(record: Json) -> bool:
    if record.get("type") == "gemini":
        return "content" in record and "id" in record
    if "$set" in record:
        return not mapping(record, "$set").keys().isdisjoint({"lastUpdated", "messages"})
    return "projectHash" in record and "sessionId" in record


def read(records: Iterable[Json], builder: TranscriptBuilder) -> None:
    run = _Run(builder)
    for record in records:
        if "messages" in record or "$set" in record:
            for message in mappings(listing(mapping(record, "$set") or record, "messages")):
                run.message(message)
        elif text(record, "type") in TYPES:
            run.message(record)
        elif not recognises(record):
            builder.unknown += 1
    run.finish()


class _Run:
    """A message is written anew, with the same id, when its tools are done."""

    def __init__(self, builder: TranscriptBuilder) -> None:
        self.builder = builder
        self.said: dict[str, str] = {}
        self.tokens: dict[str, int] = {}

    def message(self, message: Json) -> None:
        builder = self.builder
        id, at = text(message, "id"), moment(message, "timestamp")
        content = blocks_text(message.get("content"))
        kind = message.get("type")
        if kind == "error":
            builder.ended(EndStatus.ERROR, content)
        if kind not in ("user", "gemini"):
            return
        if content != self.said.get(id, "") and len(self.said) < KEPT_MESSAGES:
            self.said[id] = content
            role = Role.USER if kind == "user" else Role.ASSISTANT
            builder.message(role, content, at=at)
            builder.ended(EndStatus.UNKNOWN)
        for call in mappings(listing(message, "toolCalls")):
            self._call(call, at)
        if (used := whole(mapping(message, "tokens"), "total")) is not None:
            self.tokens[id] = used

    def _call(self, call: Json, at: str | None) -> None:
        id, name, given = text(call, "id"), text(call, "name"), call.get("args")
        status = text(call, "status")
        if f"call {id}" in self.said:
            return
        self.builder.call(id, name, given, at=moment(call, "timestamp") or at)
        if status == "cancelled":
            self.builder.denied(name, given, id=id)
        if status in ("success", "error", "cancelled"):
            self.said[f"call {id}"] = status
            self.builder.result(id, _answer(call), is_error=status != "success")

    def finish(self) -> None:
        self.builder.tokens = sum(self.tokens.values()) if self.tokens else None


def _answer(call: Json) -> str:
    for result in mappings(listing(call, "result")):
        response = mapping(mapping(result, "functionResponse"), "response")
        if said := text(response, "output", "error"):
            return said
    return text(call, "resultDisplay")


FORMAT = JsonFormat(name="gemini-chat", recognises=recognises, read=read)
