"""Which format is this? Told by content, never by the file's name."""

from __future__ import annotations

from typing import NamedTuple

from exitgate.ingest.clip import clean, noise_end
from exitgate.ingest.fields import Json
from exitgate.ingest.formats import format_named, json_formats, text_formats
from exitgate.ingest.formats.base import Format, JsonFormat
from exitgate.ingest.json_window import decoded
from exitgate.ingest.layout import Layout, line_records, mended
from exitgate.ingest.source import Source

SAMPLE_RECORDS = 40
SAMPLE_LINES = 2_000
SAMPLED_VALUES = 8
TEXT_HEAD = 65_536
BROKEN = frozenset({'{"', "[[", "[{", '["'})
"""A line that begins so and is no record is a broken one: it speaks neither for nor against."""


class Recognised(NamedTuple):
    format: Format
    layout: Layout
    is_guess: bool = False
    """Only the beginning of one long document was seen."""


class Sample:
    """What the first lines look like."""

    def __init__(self) -> None:
        self.records: list[Json] = []
        self.record_chars = 0
        self.other_chars = 0
        self.other_after = 0
        self.opener = ""
        """Text from the first line that opens a JSON value and does not close it."""


def recognise(source: Source, format_of: str = "auto") -> Recognised:
    while b"\n" not in source.head and source.grow():
        pass
    sample = _sample(source)
    if format_of != "auto" and (named := format_named(format_of)) is not None:
        return Recognised(named, _forced_layout(named, sample))
    for layout, records in _readings(source, sample):
        if (format := best_format(records)) is not None:
            is_guess = layout is Layout.VALUES and not source.at_end
            return Recognised(format, layout, is_guess)
    if source.skip_overlong():
        return recognise(source, format_of)
    return Recognised(_text_format(source), Layout.TEXT)


def _forced_layout(format: Format, sample: Sample) -> Layout:
    if not isinstance(format, JsonFormat):
        return Layout.TEXT
    if sample.opener.startswith("["):
        return Layout.ARRAY
    return Layout.VALUES if sample.opener and not sample.records else Layout.LINES


def _readings(source: Source, sample: Sample) -> list[tuple[Layout, list[Json]]]:
    """Ways to read it as records, with some of the records, the likeliest first."""
    if sample.opener.startswith("["):
        return [(Layout.ARRAY, _elements(sample.opener))]
    if sample.records:
        mostly = sample.record_chars >= min(sample.other_chars, sample.other_after)
        return [(Layout.LINES, sample.records)] if mostly else []
    if sample.opener:
        return [(Layout.VALUES, _first_values(source, sample.opener))]
    return []


def best_format(records: list[Json]) -> JsonFormat | None:
    """The first format that knows half of the records, else the one that knows most."""
    best: JsonFormat | None = None
    most = 0
    if not records:
        return None
    for format in json_formats():
        known = sum(1 for record in records if format.recognises(record))
        if known * 2 >= len(records):
            return format
        if known > most:
            best, most = format, known
    return best


def _sample(source: Source) -> Sample:
    """Look at the first lines, outside of Markdown's code fences."""
    sample = Sample()
    fenced = False
    offset = 0
    lines = source.head.split(b"\n", SAMPLE_LINES)
    complete = len(lines) if source.at_end else len(lines) - 1
    for number, raw in enumerate(lines[:SAMPLE_LINES]):
        line = raw.decode("utf-8", "replace").rstrip()
        if line.startswith(("```", "~~~")):
            fenced = not fenced
        elif line and not fenced:
            is_whole = number < complete and len(raw) <= source.limits.line_bytes
            _look_at(line, is_whole, sample)
            if not sample.records and not sample.opener and _opens(line, lines[number + 1 :]):
                opener = source.head[offset:].decode("utf-8", "replace")
                sample.opener = opener[noise_end(opener) :]
        offset += len(raw) + 1
        if len(sample.records) >= SAMPLE_RECORDS:
            break
    return sample


def _look_at(line: str, is_complete: bool, sample: Sample) -> None:
    records = line_records(line) if is_complete and line[0] not in " \t[" else []
    if records:
        sample.records += records
        sample.record_chars += len(line)
        sample.other_after = 0 if len(sample.records) == len(records) else sample.other_after
        return
    if is_complete and line[:2] not in BROKEN:
        sample.other_chars += len(line)
        sample.other_after += len(line)


def _opens(line: str, following: list[bytes]) -> bool:
    line = line[noise_end(line) :]
    if line[:1] == "{":
        return line == "{" or line[1:].lstrip()[:1] == '"'
    if line[:1] != "[":
        return False
    inside = line[1:].lstrip() or next((raw.strip() for raw in following if raw.strip()), b"")
    return inside[:1] in ("{", b"{")


def _elements(text: str) -> list[Json]:
    """The first elements of an array."""
    records: list[Json] = []
    position = 1
    while len(records) < SAMPLE_RECORDS:
        while position < len(text) and text[position] in " \t\r\n,":
            position += 1
        found = decoded(text, position)
        if found is None:
            break
        if isinstance(found[0], dict):
            records.append(found[0])
        position = found[1]
    return records or _cut_element(text)


def _cut_element(text: str) -> list[Json]:
    part = mended(text, 200)
    return [item for item in part if isinstance(item, dict)] if isinstance(part, list) else []


def _first_values(source: Source, opener: str) -> list[Json]:
    """The first objects; of a first one that does not fit or was cut off, as much as there is."""
    found = decoded(opener)
    while found is None and source.grow():
        skipped = source.head.decode("utf-8", "replace").find(opener[:200])
        opener = source.head.decode("utf-8", "replace")[max(skipped, 0) :]
        found = decoded(opener)
    if found is None:
        value = mended(opener, source.limits.depth)
        return [value] if isinstance(value, dict) else []
    values: list[Json] = []
    while found is not None and len(values) < SAMPLED_VALUES:
        if isinstance(found[0], dict):
            values.append(found[0])
        opener = opener[found[1] :].lstrip()
        found = decoded(opener) if opener else None
    return values


def _text_format(source: Source) -> Format:
    head = clean(source.head[:TEXT_HEAD].decode("utf-8", "replace"))
    return next(format for format in text_formats() if format.recognises(head))
