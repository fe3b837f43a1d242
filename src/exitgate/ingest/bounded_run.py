"""Run one program with a limit on its time and on what is kept of its output."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import IO

from exitgate.core.verification import RunEnd, VerifyRun
from exitgate.ingest.shield import children, close_to_children, end_leftovers
from exitgate.system import kill_family

LAST_WORDS_S = 2.0
"""How long a killed group's output is still read: a child that got away may hold the pipe."""


@dataclass(frozen=True, slots=True)
class Limits:
    seconds: float
    output_bytes: int


def run_bounded(
    arguments: Sequence[str], folder: Path, env: Mapping[str, str], limits: Limits
) -> VerifyRun:
    """The program's end as data. It and all that it started are gone afterwards."""
    command = " ".join(arguments)
    started, before = time.monotonic(), children()
    try:
        process = _start(arguments, folder, env)
    except (OSError, ValueError) as problem:
        return VerifyRun(command=command, end=RunEnd.NOT_STARTED, output=str(problem))
    tail = _Tail(limits.output_bytes)
    reader = Thread(target=tail.read, args=(process.stdout,), daemon=True)
    reader.start()
    end = _wait(process, limits.seconds)
    _kill_group(process)
    end_leftovers(process.pid, before)
    reader.join(LAST_WORDS_S)
    return VerifyRun(
        command=command,
        end=end,
        exit_code=process.returncode,
        output=tail.text(),
        duration_s=time.monotonic() - started,
        cut=tail.cut,
    )


def _start(
    arguments: Sequence[str], folder: Path, env: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        list(arguments),
        cwd=folder,
        env=dict(env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=close_to_children(),
    )


def _wait(process: subprocess.Popen[bytes], seconds: float) -> RunEnd:
    try:
        code = process.wait(seconds)
    except subprocess.TimeoutExpired:
        return RunEnd.TIMED_OUT
    return RunEnd.PASSED if code == 0 else RunEnd.FAILED


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    kill_family(process)
    process.wait()


@dataclass(slots=True)
class _Tail:
    """Keeps the newest bytes of a stream and forgets the rest."""

    limit: int
    cut: bool = False
    chunks: list[bytes] = field(default_factory=list)
    size: int = 0

    def read(self, stream: IO[bytes] | None) -> None:
        while stream is not None and (chunk := os.read(stream.fileno(), 65_536)):
            self.chunks.append(chunk)
            self.size += len(chunk)
            if self.size > 2 * self.limit + 65_536:
                self._shrink()

    def _shrink(self) -> None:
        kept = b"".join(self.chunks)[-self.limit :]
        self.chunks, self.size, self.cut = [kept], len(kept), True

    def text(self) -> str:
        if self.size > self.limit:
            self._shrink()
        return b"".join(self.chunks).decode("utf-8", "replace")
