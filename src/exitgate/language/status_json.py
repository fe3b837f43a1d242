"""A status given as JSON: in the message instead of text, or as the run's structured output."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from exitgate.core.reading import BlockStyle, StatusBlock
from exitgate.language.lines import Kind, Line
from exitgate.language.status_fields import HEADERS, KEYS, block_from
from exitgate.language.status_text import Found, introduced_as_example

MOST_TRIES = 12
"""JSON candidates tried from the end; text full of braces must not cost more."""
MOST_CHARS = 20_000
MARKS = ("EXIT_SIGNAL", "exit_signal", "PHASE_COMPLETE", "phase_complete", *HEADERS)
WANTED = (*MARKS, *(name.casefold() for name in HEADERS))
STRUCTURED_DONE = ("exit_signal", "phase_complete", "done", "complete", "completed", "is_complete")


def json_blocks(lines: Sequence[Line]) -> Iterator[Found]:
    """The JSON objects in the message that are a status, the last one first."""
    tries = 0
    for place in range(len(lines) - 1, -1, -1):
        line = lines[place]
        if line.kind is Kind.QUOTE or not line.raw.lstrip().startswith("{"):
            continue
        tries += 1
        if tries > MOST_TRIES:
            return
        text = _from(lines, place)
        if any(mark in text for mark in WANTED) and (value := _decoded(text)) is not None:
            opener = line.fence - 1 if line.fence else place
            block = _block(value, line.number)
            if block is not None and not introduced_as_example(lines, opener):
                yield Found(block, line.number, line.number + _height(text) - 1)


def _height(text: str) -> int:
    """How many lines the object at the head of the text takes."""
    _, end = json.JSONDecoder().raw_decode(text.lstrip())
    return text.lstrip()[:end].count("\n") + 1


def structured_block(text: str | None) -> StatusBlock | None:
    """The agent's structured output, where it says whether the work is done."""
    if not text:
        return None
    value = _decoded(text.strip()[: MOST_CHARS * 10])
    if value is None:
        return None
    if (block := _block(value, 0)) is not None:
        return replace(block, style=BlockStyle.STRUCTURED)
    for key in STRUCTURED_DONE:
        if isinstance(answer := value.get(key), (bool, str)):
            fields = {"EXIT_SIGNAL": [_text(answer)], "STATUS": [_text(value.get("status", ""))]}
            for field in ("TESTS_STATUS", "REMAINING_WORK"):
                if (given := value.get(field.casefold())) is not None:
                    fields[field] = [_text(given)]
            block = block_from(BlockStyle.RALPH, fields, 0)
            return block and replace(block, style=BlockStyle.STRUCTURED)
    return None


def _from(lines: Sequence[Line], place: int) -> str:
    kept: list[str] = []
    size = 0
    for line in lines[place:]:
        size += len(line.raw) + 1
        if size > MOST_CHARS:
            break
        kept.append(line.raw)
    return "\n".join(kept)


def _decoded(text: str) -> dict[str, object] | None:
    try:
        value, _ = json.JSONDecoder().raw_decode(text.lstrip())
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _block(value: dict[str, object], line: int) -> StatusBlock | None:
    for name, style in HEADERS.items():
        inner = value.get(name, value.get(name.casefold()))
        if isinstance(inner, dict):
            return _fields_block(inner, style, line)
    if "EXIT_SIGNAL" in value or "exit_signal" in value:
        return _fields_block(value, BlockStyle.RALPH, line)
    if "PHASE_COMPLETE" in value or "phase_complete" in value:
        return _fields_block(value, BlockStyle.DOYAKEN, line)
    return None


def _fields_block(value: dict[str, object], style: BlockStyle, line: int) -> StatusBlock | None:
    fields: dict[str, list[str]] = {}
    for key in sorted(KEYS[style] | {"TASKS_COMPLETED"}):
        given = value.get(key, value.get(key.casefold()))
        if given is not None:
            name = "TASKS_COMPLETED_THIS_LOOP" if key == "TASKS_COMPLETED" else key
            fields.setdefault(name, []).append(_text(given))
    return block_from(style, fields, line)


def _text(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str() | int() | float():
            return str(value)
        case _:
            return ""
