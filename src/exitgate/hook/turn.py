"""The part of a session's transcript that belongs to the newest request of the person."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory

from exitgate.errors import InputError
from exitgate.hook.event import StopEvent

NOT_ASKED = (
    "Stop hook feedback",
    "[Request interrupted",
    "<local-command",
    "<task-notification",
    "<system-reminder",
)
"""Beginnings of user records that no person wrote."""


@dataclass(frozen=True, slots=True)
class Turn:
    offset: int = 0
    """Where in the transcript the person's newest request stands."""
    number: int = 0
    """How many requests there were up to it."""


@contextmanager
def newest_turn(event: StopEvent) -> Iterator[tuple[Turn, str]]:
    """The turn and the path of a file that holds just its part of the transcript."""
    if event.transcript is None or not event.transcript.is_file():
        raise InputError("the session's transcript is not there", hint="nothing can be judged")
    turn = find_turn(event.transcript)
    with TemporaryDirectory(prefix="exitgate-") as folder:
        part = Path(folder) / "session.jsonl"
        with event.transcript.open("rb") as whole, part.open("wb") as copy:
            whole.seek(turn.offset)
            copyfileobj(whole, copy)
        _add_last_message(part, event.last_message)
        yield turn, str(part)


def find_turn(transcript: Path) -> Turn:
    turn, offset = Turn(), 0
    with transcript.open("rb") as lines:
        for line in lines:
            if _is_request(line):
                turn = Turn(offset, turn.number + 1)
            offset += len(line)
    return turn


def _is_request(line: bytes) -> bool:
    # Most lines are calls and results; only a likely one is worth parsing.
    if b'"user"' not in line or b'"tool_use_id"' in line:
        return False
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return False
    if not isinstance(record, dict) or record.get("type") != "user":
        return False
    if any(record.get(mark) for mark in ("isMeta", "isSidechain", "isCompactSummary")):
        return False
    said = _words(record.get("message")).lstrip()
    return bool(said) and not said.startswith(NOT_ASKED)


def _words(message: object) -> str:
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    texts = [block.get("text") for block in blocks if isinstance(block, dict)]
    return next((text for text in texts if isinstance(text, str) and text.strip()), "")


def _add_last_message(part: Path, said: str) -> None:
    """The event may come before the transcript's last line is written."""
    if not said.strip() or _encoded(said) in _tail(part):
        return
    record = {
        "type": "assistant",
        "message": {"role": "assistant", "content": [{"type": "text", "text": said}]},
    }
    with part.open("ab") as out:
        out.write(b"\n" + _encoded(record) + b"\n")


def _encoded(value: object) -> bytes:
    """Half a character, as an agent's cut text may end with, has no UTF-8."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")


def _tail(part: Path, most: int = 1_000_000) -> bytes:
    with part.open("rb") as stream:
        stream.seek(max(0, part.stat().st_size - most))
        return stream.read()
