"""The step's log: foreign text printed inert, annotations escaped and counted."""

from __future__ import annotations

import secrets
from collections import Counter
from enum import StrEnum
from typing import TextIO

ANNOTATIONS_A_LEVEL = 10
"""GitHub drops further annotations of a level silently, so we print them as text."""


class Level(StrEnum):
    NOTICE = "notice"
    WARNING = "warning"
    ERROR = "error"


class ActionsLog:
    """Writes to one stream. The runner reads every line of it as a possible command."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._spent: Counter[Level] = Counter()

    def text(self, words: str) -> None:
        """Print any text with no line of it able to act as a workflow command."""
        token = _token_for(words)
        self._write(f"::stop-commands::{token}\n{words}\n::{token}::\n")

    def annotate(self, level: Level, message: str, *, title: str = "ExitGate") -> None:
        """An annotation that people see on the run, at most ten a level."""
        if self._spent[level] >= ANNOTATIONS_A_LEVEL:
            self.text(f"{level}: {message}")
            return
        self._spent[level] += 1
        self._write(f"::{level} title={_property(title)}::{_data(message)}\n")

    def notice(self, message: str) -> None:
        self.annotate(Level.NOTICE, message)

    def warning(self, message: str) -> None:
        self.annotate(Level.WARNING, message)

    def error(self, message: str) -> None:
        self.annotate(Level.ERROR, message)

    def mask(self, secret: str) -> None:
        """Ask the runner to hide a value in everything that follows."""
        if secret.strip():
            self._write(f"::add-mask::{_data(secret)}\n")

    def _write(self, text: str) -> None:
        encoding = self._stream.encoding or "utf-8"
        self._stream.write(text.encode(encoding, "replace").decode(encoding))
        self._stream.flush()


def _token_for(words: str) -> str:
    while (token := secrets.token_hex(16)) in words:
        continue
    return token


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
