"""The structured signal of a message: the last real block, promise or structured output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exitgate.core.reading import StatusBlock
from exitgate.language.lines import Kind, Line
from exitgate.language.promise import kept_promise
from exitgate.language.status_json import json_block, structured_block
from exitgate.language.status_text import Found, text_blocks

MOST_BLOCKS = 20
"""Blocks looked at from the end."""


def find_status(
    lines: Sequence[Line], *, promise: str, prompt: str = "", structured: str | None = None
) -> StatusBlock | None:
    """An explicit "not done" wins, then a block in the text, a promise, structured output."""
    block = _last_block(lines, prompt)
    output = structured_block(structured)
    kept = kept_promise(lines, promise, prompt)
    for one in (block, output):
        if one is not None and one.done is False:
            return one
    if block is not None and block.done is None and kept is not None:
        return replace(block, done=True)
    return block or kept or output


def _last_block(lines: Sequence[Line], prompt: str) -> StatusBlock | None:
    asked = "\n".join(line.strip() for line in prompt.splitlines())
    newest = list(text_blocks(lines))[: -MOST_BLOCKS - 1 : -1]
    last = next((one.block for one in newest if not _is_echo(lines, one, asked)), None)
    in_json = json_block(lines)
    if in_json is not None and (last is None or in_json.line > last.line):
        return in_json
    return last


def _is_echo(lines: Sequence[Line], found: Found, asked: str) -> bool:
    """A block that stands in the prompt word for word, unless the message ends with it."""
    if not asked:
        return False
    own = "\n".join(line.raw.strip() for line in lines[found.first - 1 : found.last])
    behind = (line.raw.strip().strip("`~") for line in lines[found.last :])
    if not any(behind):
        return False
    return own in asked


def without_status(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The same lines, those of every status block marked as such: a key is not a claim."""
    hidden = {
        number for found in text_blocks(lines) for number in range(found.first, found.last + 1)
    }
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
