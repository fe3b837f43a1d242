"""JSON values in a text that is too long to be held: a window moves over it and grows as needed."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable
from functools import cache

from exitgate.ingest.clip import SHELL_NOISE, noise_end
from exitgate.ingest.fields import Json
from exitgate.ingest.source import Source

MAX_LOOKS = 20
"""Objects tried in vain behind a broken element of an array."""
DECODER = json.JSONDecoder(strict=False)
_DECODE = DECODER.raw_decode


def decoded(text: str, start: int = 0) -> tuple[object, int] | None:
    """The JSON value that begins here and where it ends, or None."""
    try:
        return _DECODE(text, start)
    except (ValueError, RecursionError):
        return None


@cache
def _line_opening(sign: str) -> re.Pattern[str]:
    return re.compile(rf"\n{SHELL_NOISE}*+{re.escape(sign)}")


@cache
def _next_object() -> re.Pattern[str]:
    return re.compile(r',\s{0,200}+(?=\{\s{0,200}+")')


class Window:
    """A part of the text that moves forward and grows while a value does not fit in it."""

    def __init__(self, source: Source) -> None:
        self._chunks = source.chunks()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._limit = source.limits.line_bytes
        self._buffer = ""
        self.position = 0
        self.too_long = ""
        """What to tell of the last value, where its length alone kept it from being read."""

    def _more(self) -> bool:
        """Take in at least as much again, so that trying anew stays cheap in all."""
        self._buffer = self._buffer[self.position :]
        self.position = 0
        pieces = [self._buffer]
        wanted = len(self._buffer) + 1
        while wanted > 0 and (chunk := next(self._chunks, None)) is not None:
            pieces.append(self._decoder.decode(chunk))
            wanted -= len(chunk)
        grown = "".join(pieces)
        has_grown = len(grown) > len(self._buffer)
        self._buffer = grown
        return has_grown

    def seek(self, sign: str) -> bool:
        """To the next line that begins with the sign."""
        while True:
            start = self._line_start(sign)
            if start >= 0:
                self.position = start
                return True
            self.position = max(self.position, len(self._buffer) - 1)
            if not self._more():
                return False

    def _line_start(self, sign: str) -> int:
        if self.position == 0 and self._buffer.startswith(sign, start := noise_end(self._buffer)):
            return start
        found = _line_opening(sign).search(self._buffer, max(self.position - 1, 0))
        return found.end() - 1 if found else -1

    def skip_to_value(self) -> bool:
        """Past blanks and commas to the next element; False at the array's end."""
        while True:
            while self.position < len(self._buffer) and self._buffer[self.position] in " \t\r\n,":
                self.position += 1
            if self.position < len(self._buffer):
                return self._buffer[self.position] != "]"
            if not self._more():
                return False

    def value(self) -> object | None:
        while True:
            found = decoded(self._buffer, self.position)
            if found is not None and (found[1] < len(self._buffer) or isinstance(found[0], dict)):
                self.position = found[1]
                return found[0]
            if len(self._buffer) - self.position > self._limit:
                self.too_long = f"a JSON value longer than {self._limit} bytes was left out"
                return None
            if not self._more():
                self.too_long = ""
                return None

    def skip_broken(self, knows: Callable[[Json], bool]) -> bool:
        """To the next object that is known; what only looks like one may cost a few looks."""
        place, failures = self.position + 1, 0
        while failures < MAX_LOOKS and (start := _next_object().search(self._buffer, place)):
            found = decoded(self._buffer, start.end())
            if found is None:
                failures += 1
                place = start.end()
            elif isinstance(found[0], dict) and knows(found[0]):
                self.position = start.end()
                return True
            else:
                place = found[1]
        return False

    def up_to_next(self, sign: str) -> str:
        """What is given up on: from here to the next line that begins with the sign."""
        end = self._buffer.find("\n" + sign, self.position + 1)
        end = len(self._buffer) if end < 0 else end
        given_up = self._buffer[self.position : end]
        self.position = end
        return given_up
