"""Status blocks written as text, wherever the agent put them in its message."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from exitgate.core.reading import BlockStyle, StatusBlock
from exitgate.language.fences import fence_mark
from exitgate.language.lines import Kind, Line
from exitgate.language.status_fields import FREE_TEXT, HEADERS, KEYS, block_from

DRESS = " \t*_`#-=:>"
"""What may stand around a header: bold, dashes, a colon."""
STATUS_INFO = frozenset({"", "text", "txt", "plain", "plaintext", "yaml", "yml", "status",
                         "markdown", "md", "console", "output"})  # fmt: skip


@cache
def _field() -> re.Pattern[str]:
    return re.compile(r"\s*(?:[-*+]\s+)?[*_`]{0,3}([A-Z_]{4,30})[*_`]{0,3}\s?:[*_`]{0,3}(.*)")


@cache
def _example_words() -> re.Pattern[str]:
    """Words that call what follows an example, a rule, or something of another time."""
    return re.compile(
        r"\b(?:example|e\.g\.|for instance|format|template|sample|looks? like|such as|instructions?"
        r"|instructed|prompt says|must (?:output|end|print|include)|will (?:output|end|print|emit)"
        r"|would (?:be|output|print)|should (?:output|look|be)|when (?:done|finished|complete)"
        r"|when I am (?:done|finished)|earlier|previous(?:ly)?|last (?:loop|iteration|run)"
        r"|asked (?:me|for)"
        r"|ejemplo|exemple|beispiel|exemplo|例如|示例|例)\b",
        re.IGNORECASE,
    )


class Found(NamedTuple):
    """A block with the lines it took, counted from one."""

    block: StatusBlock
    first: int
    last: int


def text_blocks(lines: Sequence[Line]) -> Iterator[Found]:
    """Every real block in order: quotes, examples and forms to fill in are passed over."""
    place = 0
    while place < len(lines):
        style = header_style(lines[place].raw)
        if style is None:
            place += 1
            continue
        fields, end = _fields(lines, place + 1, style)
        if _counts(lines, place) and (block := block_from(style, fields, lines[place].number)):
            yield Found(block, lines[place].number, lines[end - 1].number)
        place = max(end, place + 1)


def block_spans(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """First and last line of everything in the shape of a block, real or a form to fill in."""
    place = 0
    while place < len(lines):
        style = header_style(lines[place].raw)
        fields, end = _fields(lines, place + 1, style) if style else ({}, place + 1)
        if fields:
            yield lines[place].number, lines[end - 1].number
        place = max(end, place + 1)


def header_style(raw: str) -> BlockStyle | None:
    """The style whose header this line is, alone on it."""
    if "_STATUS" not in raw or len(raw) > 80 or raw.lstrip().startswith(">"):
        return None
    return HEADERS.get(raw.strip().strip(DRESS))


def _is_end(raw: str) -> bool:
    name = raw.strip().strip(DRESS)
    return name.startswith("END_") and name[4:] in HEADERS


def _fields(
    lines: Sequence[Line], start: int, style: BlockStyle
) -> tuple[dict[str, list[str]], int]:
    """The block's fields, and the place behind its last line. The end marker may be missing."""
    fields: dict[str, list[str]] = {}
    key = ""
    for place in range(start, len(lines)):
        raw = lines[place].raw
        if _is_end(raw):
            return fields, place + 1
        if header_style(raw) or fence_mark(raw):
            return fields, place
        field = _field().match(raw[:2_000])
        if field:
            key = field[1] if field[1] in KEYS[style] else ""
            if key:
                fields.setdefault(key, []).append(field[2])
        elif not raw.strip():
            if fields and style is not BlockStyle.RALPH:
                return fields, place
        elif key in FREE_TEXT and lines[place - 1].raw.strip() and len(fields[key][-1]) < 1_000:
            fields[key][-1] += f" {raw.strip()[:500]}"
        else:
            return fields, place
    return fields, len(lines)


def _counts(lines: Sequence[Line], place: int) -> bool:
    """Not in a quote, in program code, or behind words that call it an example."""
    line = lines[place]
    if line.kind in (Kind.QUOTE, Kind.EXAMPLE, Kind.DIFF):
        return False
    before = place
    if line.fence:
        opener = fence_mark(lines[line.fence - 1].raw)
        if opener is None or opener[2].split(" ")[0] not in STATUS_INFO:
            return False
        before = line.fence - 1
    elif line.kind is Kind.CODE:
        return False
    return not introduced_as_example(lines, before)


def introduced_as_example(lines: Sequence[Line], place: int) -> bool:
    """The last words above end in a colon and speak of a format, a prompt or another time."""
    for line in reversed(lines[max(0, place - 3) : place]):
        if text := line.raw.strip().strip("*_` "):
            leads = text.endswith((":", "：")) or line.kind is Kind.HEADING
            return leads and _example_words().search(text[-300:]) is not None
    return False
