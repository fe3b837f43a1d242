"""One line of a message and what it is there for."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """The first five are the agent speaking; all others it only shows."""

    PROSE = "prose"
    HEADING = "heading"
    ITEM = "item"
    BOX = "box"
    TABLE = "table"
    BLANK = "blank"
    CODE = "code"
    OUTPUT = "output"
    """A fence without a language: usually something a tool printed."""
    DIFF = "diff"
    QUOTE = "quote"
    LOG = "log"
    DATA = "data"
    CONTENTS = "contents"
    EXAMPLE = "example"
    STATUS = "status"


ASSERTED = frozenset({Kind.PROSE, Kind.HEADING, Kind.ITEM, Kind.BOX, Kind.TABLE})


class Line(NamedTuple):
    number: int
    """Counted from one."""
    kind: Kind
    raw: str
    text: str = ""
    """What is asserted, markers and inline code taken away; empty where nothing is."""
    fence: int = 0
    """Number of the line that opened the fence around it, 0 outside."""

    @property
    def is_asserted(self) -> bool:
        return self.kind in ASSERTED
