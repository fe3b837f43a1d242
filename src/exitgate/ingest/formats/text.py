"""Markdown and plain text: what is left when nothing else is known. All of it is the message."""

from __future__ import annotations

import re
from collections.abc import Iterable

from exitgate.core.transcript import Role
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.formats.base import TextFormat

MARKDOWN = re.compile(
    r"^(?:#{1,6} \S|```|~~~|\|.{1,400}\|[ \t]*$|[-*+] \[[ xX]\] |[-*+] .{0,400}(?:\*\*|`))"
    r"|\*\*[^*\n]{1,200}\*\*|\]\(https?://",
    re.M,
)


def read(lines: Iterable[str], builder: TranscriptBuilder) -> None:
    text = _bounded(lines, builder)
    builder.message(Role.ASSISTANT, text.strip("\n"))
    if builder.format not in ("text", "markdown"):
        return
    builder.format = "markdown" if MARKDOWN.search(builder.final_message[:65_536]) else "text"


def _bounded(lines: Iterable[str], builder: TranscriptBuilder) -> str:
    """The head and the tail of a long text, without holding its middle."""
    half = max(1, (builder.message_chars - 1) // 2)
    head: list[str] = []
    tail: list[str] = []
    room, tail_size, dropped = half, 0, 0
    for line in lines:
        if room > 0:
            head.append(line[:half])
            room -= len(line) + 1
            if len(line) <= half:
                continue
            line = line[half:]
        kept = line[-half:]
        dropped += len(line) - len(kept)
        tail.append(kept)
        tail_size += len(kept) + 1
        if tail_size > 2 * half and len(tail) > 1:
            tail, lost = _last(tail, half)
            dropped, tail_size = dropped + lost, tail_size - lost
    if dropped:
        builder.tell(f"about {dropped} characters in the middle of a text were left out")
    return "\n".join([*head, *tail])


def _last(tail: list[str], wanted: int) -> tuple[list[str], int]:
    kept, size = len(tail), 0
    while kept > 1 and size < wanted:
        kept -= 1
        size += len(tail[kept]) + 1
    return tail[kept:], sum(len(line) + 1 for line in tail[:kept])


FORMAT = TextFormat(name="text", recognises=lambda head: True, read=read)  # noqa: ARG005
