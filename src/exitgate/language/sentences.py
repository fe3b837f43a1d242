"""Asserted lines cut into sentences, each with the title it stands under."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from exitgate.language.lines import Kind, Line
from exitgate.language.masking import box_is_open

SENTENCE_WIDTH = 1_000
"""No sentence is longer; more is a paste without a full stop, and its head is enough."""
ABBREVIATIONS = ("e.g.", "i.e.", "etc.", "vs.", "cf.", "approx.", "no.", "fig.")


class Sentence(NamedTuple):
    text: str
    line: int
    kind: Kind
    title: str = ""
    """The heading or the line ending in a colon above a list item."""
    open_box: bool = False
    asks: bool = False


@cache
def _ends() -> re.Pattern[str]:
    # Only an ellipsis behind a word ends a sentence: one by itself stands for code that was shown.
    return re.compile(r"(?<=[.!?])\s+|(?<=\w…)\s+|(?<=[。！？])")


def sentences(lines: Iterable[Line]) -> tuple[Sentence, ...]:
    return tuple(_cut(lines))


def _cut(lines: Iterable[Line]) -> Iterator[Sentence]:
    title = ""
    for block in _joined(lines):
        if block.kind is Kind.HEADING:
            title = block.text
        under = title if block.kind in (Kind.ITEM, Kind.BOX) else ""
        for part in _parts(block.text):
            is_open = block.kind is Kind.BOX and box_is_open(block)
            asks = part.endswith(("?", "？"))
            yield Sentence(part[:SENTENCE_WIDTH], block.number, block.kind, under, is_open, asks)
        if block.kind is Kind.PROSE:
            title = block.text if block.text.endswith((":", "：")) else ""


def _joined(lines: Iterable[Line]) -> Iterator[Line]:
    """Hard-wrapped prose put together again, under the number of its first line."""
    held: list[str] = []
    first: Line | None = None
    for line in lines:
        if first is not None and _goes_on(held[-1], line) and len(held) < 40:
            held.append(line.text)
            continue
        if first is not None:
            yield Line(first.number, first.kind, first.raw, " ".join(held))
        first, held = (line, [line.text]) if line.is_asserted and line.text else (None, [])
    if first is not None:
        yield Line(first.number, first.kind, first.raw, " ".join(held))


def _goes_on(before: str, line: Line) -> bool:
    return (
        line.kind is Kind.PROSE
        and line.text[:1].islower()
        and not before.endswith((".", "!", "?", ":", ";"))
    )


def _parts(text: str) -> Iterator[str]:
    held = ""
    for piece in _ends().split(text):
        held = f"{held} {piece}".strip() if held else piece.strip()
        if held and (len(held) > SENTENCE_WIDTH or not held.casefold().endswith(ABBREVIATIONS)):
            yield held
            held = ""
    if held:
        yield held
