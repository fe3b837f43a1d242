"""From bytes to JSON records: one a line, elements of one array, or values over many lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache

from exitgate.ingest.builder import TOO_DEEP, TranscriptBuilder
from exitgate.ingest.clip import clean, clip, too_deep
from exitgate.ingest.fields import Json
from exitgate.ingest.formats.base import JsonFormat
from exitgate.ingest.json_window import DECODER, Window, decoded
from exitgate.ingest.source import Source

MAX_BROKEN = 100
"""Objects tried in vain before the rest is given up: each may cost a look at all that follows."""
MAX_PREFIX = 200
"""Characters a terminal or a log may put in front of a record on its line."""


class Layout(StrEnum):
    LINES = "lines"
    ARRAY = "array"
    VALUES = "values"
    TEXT = "text"


_SCAN: Callable[[str, int], tuple[object, int]] = DECODER.scan_once  # type: ignore[attr-defined]


def line_records(line: str) -> list[Json]:
    """The records on one line: usually one, after noise or one another sometimes more."""
    whole = decoded(line)
    if whole is not None and whole[1] == len(line):
        return [whole[0]] if isinstance(whole[0], dict) else []
    line = clean(line).strip("\x04\x08 \t\r\n").removeprefix("^D").lstrip("\x08 \t")
    start = line.find('{"')
    records: list[Json] = []
    while records or 0 <= start <= MAX_PREFIX:
        found = decoded(line, start)
        if found is None or not isinstance(found[0], dict):
            return []
        records.append(found[0])
        start = found[1]
        while start < len(line) and line[start] in " \t":
            start += 1
        if start == len(line):
            return records
        if line[start] != "{":
            return []
    return []


def by_lines(source: Source, builder: TranscriptBuilder, format: JsonFormat) -> Iterator[Json]:
    """One record a line. A whole and clean line, the usual case, takes the short way.

    How deep it nests is only asked where it has brackets enough to nest too deep.
    """
    noise = builder.noise
    parse = _parser(source)
    partial = format.partial
    depth = source.limits.depth
    asks_depth = not format.bounds_depth
    for raw in source.lines():
        if raw.startswith(partial) and format.skips(raw):
            continue
        try:
            value = parse(raw)
        except (ValueError, RecursionError):
            yield from _rough_line(raw, source, builder)
            continue
        if type(value) is not dict:
            yield from _rough_line(raw, source, builder)
        elif asks_depth and raw.count(b"{") + raw.count(b"[") > depth and too_deep(value, depth):
            builder.unreadable += 1
            builder.tell(f"{source.name}: {TOO_DEEP}")
        else:
            if noise:
                noise.clear()
            yield value


def _parser(source: Source) -> Callable[[bytes], object]:
    """What a long stream is read with has to be loaded first: a short one is read before that.

    It refuses what the standard library takes (NaN, half surrogate pairs, control characters):
    such lines go the rough way, so that both read the same but for digits beyond 64 bits.
    """
    if source.at_end:
        return _whole_value
    import orjson

    return orjson.loads


def _whole_value(raw: bytes) -> object:
    line = raw.decode()
    try:
        value, end = _SCAN(line, 0)
    except StopIteration as error:
        raise ValueError("no JSON value") from error
    if end != len(line) and not line[end:].isspace():
        raise ValueError("more than one value")
    return value


def _rough_line(raw: bytes, source: Source, builder: TranscriptBuilder) -> Iterator[Json]:
    line = raw.decode("utf-8", "replace").strip()
    if not line:
        return
    records = line_records(line)
    if not records:
        _not_a_record(line, builder)
        if line.startswith("{") and nests_deeper(line, source.limits.depth):
            builder.tell(f"{source.name}: {TOO_DEEP}")
        return
    builder.noise.clear()
    for record in records:
        if too_deep(record, source.limits.depth):
            builder.unreadable += 1
            builder.tell(f"{source.name}: {TOO_DEEP}")
        else:
            yield record


def nests_deeper(text: str, depth: int) -> bool:
    level = 0
    for token in _structure().finditer(text):
        if token[0] in "[{":
            level += 1
            if level > depth:
                return True
        elif token[0] in "]}":
            level -= 1
    return False


def by_elements(
    source: Source, builder: TranscriptBuilder, knows: Callable[[Json], bool]
) -> Iterator[Json]:
    """The objects in an array, without ever holding all of them.

    After a broken one reading goes on at the next object that the format `knows`.
    """
    window = Window(source)
    window.seek("[")
    window.position += 1
    while window.skip_to_value():
        found = window.value()
        if found is None:
            builder.unreadable += 1
            if builder.unreadable <= MAX_BROKEN and window.skip_broken(knows):
                builder.tell(f"{source.name}: a part of the array is broken and was left out")
                continue
            what = window.too_long or "the array is broken or cut off; its rest was left out"
            builder.tell(f"{source.name}: {what}")
            return
        if isinstance(found, dict) and not too_deep(found, source.limits.depth):
            yield found
        else:
            builder.unreadable += 1


def by_values(source: Source, builder: TranscriptBuilder) -> Iterator[Json]:
    """Objects that are printed over many lines, with anything between them."""
    window = Window(source)
    while window.seek("{"):
        found = window.value()
        if found is None:
            builder.unreadable += 1
            if builder.unreadable > MAX_BROKEN:
                builder.tell(f"{source.name}: too many broken objects; the rest was left out")
                return
            what = window.too_long or "a JSON object is broken or cut off"
            builder.tell(f"{source.name}: {what}")
            found = mended(window.up_to_next("{"), source.limits.depth)
        if isinstance(found, dict) and not too_deep(found, source.limits.depth):
            yield found


@cache
def _structure() -> re.Pattern[str]:
    return re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[\[\]{},]', re.S)


def mended(text: str, depth: int) -> object:
    """What is whole of a JSON text that was cut off, then closed.

    That is all of it where it ends on a whole value, else what stands before its last comma.
    """
    stack: list[str] = []
    whole, closing = 0, ""
    for token in _structure().finditer(text):
        sign = token[0]
        if sign in "[{":
            stack.append("]" if sign == "[" else "}")
            if len(stack) > depth:
                return None
        elif sign == ",":
            whole, closing = token.start(), "".join(reversed(stack))
        elif sign in "]}" and stack:
            stack.pop()
    found = decoded(text + "".join(reversed(stack))) if stack else None
    if found is None and whole:
        found = decoded(text[:whole] + closing)
    return found[0] if found else None


def _not_a_record(line: str, builder: TranscriptBuilder) -> None:
    """Every line that is no record is counted; a shell's own words are kept aside as well."""
    builder.unreadable += 1
    if line[0] not in "{[" and '":' not in line[:2000]:
        builder.noise.append(clip(line, 400))
