"""Bytes from a file, standard input or memory, within limits: never more than is safe to hold."""

from __future__ import annotations

import codecs
import io
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, cast

from exitgate.core.policy import Limits
from exitgate.ingest.middle import without_middle

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

HEAD_BYTES = 262_144
CHUNK_BYTES = 262_144
SAFE_EXPANSION = 200
"""Logs shrink 5 to 50 times; what shrinks more was made to explode."""
FREE_EXPANSION = 67_108_864

MOST_SKIPPED = 20
"""Lines beyond the limit that are passed over while the format is still unknown."""

LOOK_BYTES = 8_192
MOSTLY = 0.3
"""Share of characters that no text holds above which it is none."""


def is_binary(head: bytes) -> bool:
    """True where the first bytes are no text: control characters and what is not UTF-8."""
    text = head[:LOOK_BYTES].decode("utf-8", "replace").strip("\x00")
    odd = sum(1 for char in text if char == "\ufffd" or (char < " " and char not in "\t\n\r\x1b\b"))
    return odd > MOSTLY * len(text)


class Source:
    """A stream that can be looked at before it is read once, by lines or by chunks."""

    def __init__(self, name: str, stream: BinaryIO, limits: Limits, packed: int | None = None):
        self.name = name
        self.limits = limits
        self.bytes = 0
        self.cut: list[str] = []
        self.overlong = 0
        self.at_end = False
        self.ends = 0
        """Where set, only so many bytes at both ends are wanted, and what is about them."""
        self._left = limits.file_bytes
        self._packed = packed
        self._stream = stream
        self.head = self._filled()
        if self.head[:2] == b"\x1f\x8b":
            self._unpack()
        if self.head[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            self._from_utf16()
        self.head = self.head.removeprefix(codecs.BOM_UTF8)

    def grow(self) -> bool:
        """Look further ahead; False where the stream or the line limit ends."""
        if self.at_end or len(self.head) >= self.limits.line_bytes:
            return False
        self.head += self._read(len(self.head))
        return True

    def skip_overlong(self) -> bool:
        """Past a first line that is longer than the limit, so that the second can be seen."""
        is_long = len(self.head) > self.limits.line_bytes
        if self.at_end or self.overlong >= MOST_SKIPPED or not is_long or b"\n" in self.head:
            return False
        size, rest = len(self.head), b""
        while not rest and (chunk := self._read(CHUNK_BYTES)):
            end = chunk.find(b"\n")
            size += len(chunk) if end < 0 else end
            rest = chunk[end:] if end >= 0 else b""
        self._whole([], size)
        self.head = self._filled(rest[1:])
        return True

    def lines(self) -> Iterator[bytes]:
        """Each line; one that is longer than the limit is skipped, counted and told."""
        limit = self.limits.line_bytes
        started: list[bytes] = []
        size = 0
        for chunk in self.chunks():
            end = chunk.find(b"\n")
            first = chunk if end < 0 else chunk[:end]
            size += len(first)
            if size <= limit:
                started.append(first)
            else:
                started = []
            if end < 0:
                continue
            yield self._whole(started, size)
            # One slice at a time stays in the processor's cache; a split of all does not.
            start = end + 1
            while (end := chunk.find(b"\n", start)) >= 0:
                yield chunk[start:end] if end - start <= limit else self._whole([], end - start)
                start = end + 1
            started, size = [chunk[start:]], len(chunk) - start
        yield self._whole(started, size)

    def _whole(self, pieces: list[bytes], size: int) -> bytes:
        limit = self.limits.line_bytes
        if size <= limit:
            return b"".join(pieces)
        self.overlong += 1
        self._tell(f"{self.name}: a line longer than {limit} bytes was left out")
        return b""

    def chunks(self) -> Iterator[bytes]:
        if not self.ends:
            return self._chunks()
        return without_middle(self._chunks(), self.ends, self._tell_passed)

    def _tell_passed(self, count: int) -> None:
        self._tell(f"{self.name}: {count} bytes in the middle of the text were passed over")

    def _chunks(self) -> Iterator[bytes]:
        yield self.head
        self.head = b""
        while chunk := self._read(CHUNK_BYTES):
            yield chunk

    def _filled(self, head: bytes = b"") -> bytes:
        """A full look, or all there is: a pipe may hand over less at a time."""
        while len(head) < HEAD_BYTES and not self.at_end:
            head += self._read(HEAD_BYTES - len(head))
        return head

    def _read(self, size: int) -> bytes:
        try:
            data = self._stream.read(min(size, max(self._left, 0)))
        except (OSError, EOFError, ValueError, zlib.error) as error:
            self._tell(f"{self.name}: the rest could not be read ({type(error).__name__})")
            data = b""
        return self._counted(data)

    def _counted(self, data: bytes) -> bytes:
        self.bytes += len(data)
        self._left -= len(data)
        if not data:
            self.at_end = True
        elif self._left <= 0:
            self.at_end = True
            self._tell(f"{self.name}: only the first {self.bytes} bytes were read")
        return data

    def _tell(self, what: str) -> None:
        if what not in self.cut:
            self.cut.append(what)

    def _unpack(self) -> None:
        """Read through gzip, and no further than an honest file would expand."""
        import gzip

        joined = cast(BinaryIO, io.BufferedReader(_Joined(self.head, self._stream), CHUNK_BYTES))
        packed = self._packed if self._packed is not None else self.limits.file_bytes
        self._left = min(self.limits.file_bytes, packed * SAFE_EXPANSION + FREE_EXPANSION)
        opened: object = gzip.GzipFile(fileobj=joined)
        self._stream = cast(BinaryIO, opened)
        self.bytes, self.at_end = 0, False
        self.head = self._filled()

    def _from_utf16(self) -> None:
        """What a Windows shell writes with `>`."""
        joined = io.BufferedReader(_Joined(self.head, self._stream), CHUNK_BYTES)
        self._stream = cast(BinaryIO, codecs.EncodedFile(joined, "utf-8", "utf-16", "replace"))
        self.bytes, self.at_end = 0, False
        self.head = self._filled()


class _Joined(io.RawIOBase):
    """Bytes that were already taken from a stream, put back in front of it."""

    def __init__(self, taken: bytes, rest: BinaryIO) -> None:
        self._taken = io.BytesIO(taken)
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer).cast("B")
        data = self._taken.read(len(view)) or self._rest.read(len(view))
        view[: len(data)] = data
        return len(data)
