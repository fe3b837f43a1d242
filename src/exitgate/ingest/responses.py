"""The agent's output, whatever wrote it, as one Transcript."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

from exitgate.core.decision import InputFile
from exitgate.core.policy import Limits
from exitgate.core.transcript import Transcript
from exitgate.errors import InputError, why_unread
from exitgate.ingest.agent_files import Found, find_files
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.event_pools import POOLED, EventPools
from exitgate.ingest.fence import MOST_UTF8, open_input
from exitgate.ingest.fields import Json
from exitgate.ingest.formats import NAMES
from exitgate.ingest.formats.base import JsonFormat
from exitgate.ingest.layout import Layout, by_elements, by_lines, by_values
from exitgate.ingest.merge import merge
from exitgate.ingest.recognise import Recognised, best_format, recognise
from exitgate.ingest.source import FREE_EXPANSION, SAFE_EXPANSION, Source, is_binary

GZIP_MAGIC = b"\x1f\x8b"
RECODED = 4
"""More than a text can grow when it is recoded as UTF-8."""
GROWTH_BYTES = 1_048_576
"""What a file may grow by while it is read: one that never stops growing would never end."""
TEXT_SUFFIXES = frozenset({".md", ".txt", ".log", ".out", ""})


@dataclass(frozen=True, slots=True)
class Responses:
    transcript: Transcript
    inputs: tuple[InputFile, ...]


class _Read(NamedTuple):
    shown: str
    transcript: Transcript
    is_certain: bool
    """False for a text met in a folder, which is only read where nothing better is there."""


def read_responses(
    paths: Sequence[str],
    *,
    format_of: str = "auto",
    limits: Limits,
    stdin: BinaryIO | None = None,
    root: Path | None = None,
) -> Responses:
    """Read files, globs and folders ("-" is standard input) into one transcript."""
    _check_name(format_of)
    search = find_files([path for path in paths if path != "-"], limits, root)
    cut = list(search.cut)
    reads = list(_read_files(search.files, format_of, limits, cut))
    if "-" in paths:
        source = Source("standard input", stdin or sys.stdin.buffer, limits)
        reads.append(_Read("-", read_source(source, format_of), True))
    if not reads:
        cut.append(f"{', '.join(paths)}: no agent output is there")
    certain = [read for read in reads if read.is_certain] or reads
    transcript = merge([(read.shown, read.transcript) for read in certain], limits)
    transcript = replace(transcript, cut=(*transcript.cut, *cut[:50]))
    return Responses(transcript, tuple(_input_file(read) for read in certain))


def read_recorded(text: str, *, limits: Limits, format_of: str = "auto") -> Transcript:
    """The same for output that a recording holds as a string."""
    _check_name(format_of)
    data = io.BytesIO(text.encode("utf-8", "replace"))
    return read_source(Source("response", data, limits), format_of)


def read_source(source: Source, format_of: str = "auto") -> Transcript:
    return _transcribe(source, recognise(source, format_of))


def _check_name(format_of: str) -> None:
    if format_of != "auto" and format_of not in NAMES:
        hint = "one of auto, " + ", ".join(sorted(NAMES))
        raise InputError(f"{format_of[:80]}: no such agent format", hint=hint)


def _transcribe(source: Source, seen: Recognised) -> Transcript:
    format = seen.format
    builder = TranscriptBuilder(source.limits, format.name)
    if isinstance(format, JsonFormat):
        if seen.layout is Layout.ARRAY and format.array_name:
            builder.format = format.array_name
        records = _records(source, format, seen.layout, builder)
        if seen.is_guess:
            format, records = _look_again(format, records)
            builder.format = format.name
        format.read(records, builder)
    elif is_binary(source.head):
        builder.unreadable += 1
        builder.tell(f"{source.name}: binary data or not UTF-8, not read as text")
    else:
        source.ends = MOST_UTF8 * source.limits.message_chars if format.name == "text" else 0
        format.read(_text_lines(source), builder)
        if not builder.message_count and not source.overlong:
            builder.tell(f"{source.name}: the output is empty")
    builder.bytes = source.bytes
    builder.unreadable += source.overlong
    builder.cut += source.cut
    return builder.build()


def _records(
    source: Source, format: JsonFormat, layout: Layout, builder: TranscriptBuilder
) -> Iterable[Json]:
    match layout:
        case Layout.ARRAY:
            return by_elements(source, builder, format.recognises)
        case Layout.VALUES:
            return by_values(source, builder)
        case Layout.LINES | Layout.TEXT:
            return by_lines(source, builder, format)


def _look_again(format: JsonFormat, records: Iterable[Json]) -> tuple[JsonFormat, Iterable[Json]]:
    """A document that was recognised by its beginning is asked for again once it is whole."""
    reading = iter(records)
    first = list(islice(reading, 1))
    return best_format(first) or format, chain(first, reading)


def _text_lines(source: Source) -> Iterator[str]:
    for raw in source.lines():
        yield raw.decode("utf-8", "replace").rstrip("\r\n").rsplit("\r", 1)[-1]


def _read_files(
    files: Sequence[Found], format_of: str, limits: Limits, cut: list[str]
) -> Iterator[_Read]:
    """A broken file that was named is an error; one met in a folder is a note."""
    pools = EventPools(limits)
    for file in files:
        try:
            yield from _read_file(file, format_of, limits, pools)
        except (OSError, InputError) as error:
            why = why_unread(error) if isinstance(error, OSError) else str(error)
            if file.folder is None:
                raise InputError(f"{file.shown}: {why}", hint=getattr(error, "hint", "")) from error
            cut.append(f"{file.shown}: not read, {why}")
    for folder, transcript in pools.transcripts():
        yield _Read(folder, transcript, True)
    cut += pools.cut


def _read_file(file: Found, format_of: str, limits: Limits, pools: EventPools) -> Iterator[_Read]:
    with open_input(file.path) as stream:
        for source in _sources(file, stream, limits):
            seen = recognise(source, format_of)
            if file.folder is not None and (events := _events(seen)) is not None:
                builder = TranscriptBuilder(limits, POOLED)
                pools.add(file.folder, _records(source, events, seen.layout, builder), source)
            elif (read := _read_one(file, source, seen)) is not None:
                yield read


def _events(seen: Recognised) -> JsonFormat | None:
    """The format of a file that holds one event of many, or None."""
    pooled = seen.format.name == POOLED and seen.layout is not Layout.ARRAY
    return seen.format if pooled and isinstance(seen.format, JsonFormat) else None


def _read_one(file: Found, source: Source, seen: Recognised) -> _Read | None:
    if file.folder is not None and seen.format.name == "text":
        is_prose = file.path.suffix.lower() in TEXT_SUFFIXES and b"\x00" not in source.head[:8192]
        return _Read(source.name, _transcribe(source, seen), False) if is_prose else None
    return _Read(source.name, _transcribe(source, seen), True)


def _sources(file: Found, stream: BinaryIO, limits: Limits) -> Iterator[Source]:
    """The file itself, or each member of a zip."""
    if not stream.seekable():
        yield Source(file.shown, stream, limits)
        return
    magic = stream.read(4)
    stream.seek(0)
    if magic == b"PK\x03\x04":
        yield from _members(file, stream, limits)
    else:
        size = file.path.stat().st_size
        most = limits.file_bytes if magic[:2] == GZIP_MAGIC else size * RECODED + GROWTH_BYTES
        bounded = replace(limits, file_bytes=min(limits.file_bytes, most))
        yield Source(file.shown, stream, bounded, packed=size)


def _members(file: Found, stream: BinaryIO, limits: Limits) -> Iterator[Source]:
    import zipfile

    left = file.path.stat().st_size * SAFE_EXPANSION + FREE_EXPANSION
    try:
        with zipfile.ZipFile(stream) as packed:
            for member in sorted(packed.infolist(), key=lambda info: info.filename)[: limits.files]:
                if member.is_dir():
                    continue
                # One bound for all members: many that share their bytes explode together.
                bounded = replace(limits, file_bytes=min(limits.file_bytes, max(left, 0)))
                with packed.open(member) as opened:
                    source = Source(f"{file.shown}!{member.filename}", opened, bounded)  # type: ignore[arg-type]
                    yield source
                    left -= source.bytes
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise InputError(
            f"{file.shown}: broken zip file", hint="was the upload cut off?"
        ) from error


def _input_file(read: _Read) -> InputFile:
    counts = read.transcript.counts
    return InputFile(
        path=read.shown,
        format=read.transcript.format,
        messages=counts.messages,
        tool_calls=counts.tool_calls,
        bytes=counts.bytes,
        unreadable=counts.unreadable,
    )
