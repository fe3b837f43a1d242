"""The shape of an agent format: how to know it, and how to read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.fields import Json


class JsonFormat(NamedTuple):
    """Records as JSON objects, whether they come by lines, in an array or as one document."""

    name: str
    recognises: Callable[[Json], bool]
    read: Callable[[Iterable[Json], TranscriptBuilder], None]
    array_name: str = ""
    """Its name where the records are elements of one JSON array, if that has one."""
    partial: tuple[bytes, ...] = ()
    """How a line begins that may need no parsing, for streams that consist mostly of them."""
    skips: Callable[[bytes], bool] = bool
    """Whether such a line needs none."""
    bounds_depth: bool = False
    """True where nothing of a record is followed deeper than the format itself goes, and a tool's
    input is given to the builder, which asks how deep it is: the reader need not ask as well."""


class TextFormat(NamedTuple):
    """Lines of text. `recognises` sees the first part of it."""

    name: str
    recognises: Callable[[str], bool]
    read: Callable[[Iterable[str], TranscriptBuilder], None]


Format = JsonFormat | TextFormat
