"""The structured signal of a message: the last real block, promise or structured output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exitgate.core.reading import StatusBlock
from exitgate.language.lines import Kind, Line
from exitgate.language.promise import kept_promise
from exitgate.language.signal_echo import asked_lines, is_echo
from exitgate.language.status_json import json_blocks, structured_block
from exitgate.language.status_text import block_spans, text_blocks

MOST_BLOCKS = 20
"""Blocks looked at from the end."""


def find_status(
    lines: Sequence[Line], *, promise: str, asked: str = "", structured: str | None = None
) -> StatusBlock | None:
    """An explicit "not done" wins, then a block in the text, a promise, structured output."""
    told = asked_lines(asked)
    block = _last_block(lines, told)
    output = structured_block(structured)
    kept = kept_promise(lines, promise, told)
    for one in (block, output):
        if one is not None and one.done is False:
            return one
    if block is not None and block.done is None and kept is not None:
        return replace(block, done=True)
    return block or kept or output


def _last_block(lines: Sequence[Line], asked: str) -> StatusBlock | None:
    newest = list(text_blocks(lines))[: -MOST_BLOCKS - 1 : -1]
    last = next((one.block for one in newest if not is_echo(lines, one, asked)), None)
    found = (one.block for one in json_blocks(lines) if not is_echo(lines, one, asked))
    in_json = next(found, None)
    if in_json is not None and (last is None or in_json.line > last.line):
        return in_json
    return last


def without_status(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The same lines, those of every block or form marked as such: a key is not a claim."""
    hidden = {number for first, last in block_spans(lines) for number in range(first, last + 1)}
    return tuple(
        Line(line.number, Kind.STATUS, line.raw, fence=line.fence)
        if line.number in hidden or _is_key(line.raw)
        else line
        for line in lines
    )


def _is_key(raw: str) -> bool:
    """ "TASKS_COMPLETED_THIS_LOOP: 3" or a promise tag on a line by itself."""
    text = raw.strip().lstrip("-*_` ")
    if "promise>" in text:
        return True
    name = text[:40].split(":", 1)[0].strip("*_` ")
    return len(name) > 3 and name.isupper() and "_" in name and ":" in text[:42]
