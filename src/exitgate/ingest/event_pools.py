"""OpenHands writes one event a file: the files of a conversation are one transcript."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from exitgate.core.policy import Limits
from exitgate.core.transcript import Transcript
from exitgate.ingest.builder import TranscriptBuilder
from exitgate.ingest.fields import Json, moment
from exitgate.ingest.source import Source

POOLED = "openhands-events"
POOL_BYTES = 100_000_000
"""Events are sorted by time before they are read, so they are held; this many bytes at most."""
LAST = "~"
"""Sorts after every time: a state file tells how the conversation ended."""


class EventPools:
    def __init__(self, limits: Limits) -> None:
        self.cut: list[str] = []
        self._limits = limits
        self._events: dict[str, list[tuple[str, Json]]] = {}
        self._sizes: dict[str, int] = {}

    def add(self, folder: str, events: Iterable[Json], source: Source) -> None:
        home = conversation(folder)
        if sum(self._sizes.values()) > POOL_BYTES:
            self.cut[:] = [f"{home}: only the first {POOL_BYTES} bytes of events were read"]
            return
        keyed = [(moment(event, "timestamp") or LAST, event) for event in events]
        self._events.setdefault(home, []).extend(keyed)
        self._sizes[home] = self._sizes.get(home, 0) + source.bytes

    def transcripts(self) -> Iterator[tuple[str, Transcript]]:
        """Each conversation, its events in the order of their times."""
        if not self._events:
            return
        from exitgate.ingest.formats.openhands import FORMAT

        for home, keyed in sorted(self._events.items()):
            keyed.sort(key=lambda pair: pair[0])
            builder = TranscriptBuilder(self._limits, POOLED)
            FORMAT.read((event for _, event in keyed), builder)
            builder.bytes = self._sizes[home]
            yield home, builder.build()


def conversation(folder: str) -> str:
    """Events lie in a folder of their own beside the conversation's state."""
    path = Path(folder)
    return str(path.parent if path.name == "events" else path)
