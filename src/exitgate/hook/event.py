"""What the agent's command line tells a Stop hook on standard input."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from exitgate.errors import InputError

MOST_BYTES = 4 * 1024 * 1024
SESSION_CHARS = 100


@dataclass(frozen=True, slots=True)
class StopEvent:
    session: str
    transcript: Path | None
    folder: Path
    name: str = "Stop"
    is_sent_back: bool = False
    """A Stop hook, this one or another, has refused a stop of this request before."""
    last_message: str = ""
    """The final words, where the event carries them: the transcript may not hold them yet."""
    is_pause: bool = False
    """The session is not over: a plan waits for the person, or work in the background goes on."""


def read_event(stream: BinaryIO) -> StopEvent:
    data = stream.read(MOST_BYTES + 1)
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        told = None
    if len(data) > MOST_BYTES or not isinstance(told, dict):
        raise InputError(
            "standard input is not the JSON of a hook event",
            hint="this command is run by the agent; `exitgate init --hook` sets it up",
        )
    transcript = _text(told, "transcript_path")
    return StopEvent(
        session=_text(told, "session_id")[:SESSION_CHARS] or "unnamed",
        transcript=Path(transcript).expanduser() if transcript else None,
        folder=Path(_text(told, "cwd") or "."),
        name=_text(told, "hook_event_name") or "Stop",
        is_sent_back=told.get("stop_hook_active") is True,
        last_message=_text(told, "last_assistant_message"),
        is_pause=_text(told, "permission_mode") == "plan" or _is_waiting(told),
    )


def _is_waiting(told: dict[str, object]) -> bool:
    """A background task that runs wakes the session again, and that stop is judged."""
    tasks = told.get("background_tasks")
    listed = tasks if isinstance(tasks, list) else []
    return any(isinstance(task, dict) and task.get("status") == "running" for task in listed)


def project_of(event: StopEvent) -> Path:
    """The folder of the project: the agent may have moved into one of its sub-folders."""
    named = os.environ.get("CLAUDE_PROJECT_DIR")
    if named and Path(named).is_dir():
        return Path(named)
    around = (event.folder, *event.folder.absolute().parents)
    return next((folder for folder in around if (folder / ".git").exists()), event.folder)


def _text(told: dict[str, object], name: str) -> str:
    held = told.get(name)
    return held if isinstance(held, str) and "\0" not in held else ""
