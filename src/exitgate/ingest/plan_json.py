"""Tasks of a JSON file: lists, tables by id, phases of them, or one task a line."""

from __future__ import annotations

import json
from collections.abc import Iterator

from exitgate.core.plan import PlanItem
from exitgate.ingest.plan_status import State, status_of

TEXT_CHARS = 300
TASK_KEYS = (
    "userStories", "stories", "tasks", "items", "todos", "features", "steps", "subtasks", "phases",
    "epics", "milestones", "requirements", "issues",
)  # fmt: skip
TEXT_KEYS = ("title", "text", "name", "description", "content", "task", "id")
DONE_KEYS = ("passes", "done", "completed", "complete", "is_done", "checked", "finished")
OPTIONAL_WORDS = frozenset({"optional", "deferred", "cancelled", "canceled", "skipped", "wontfix"})
JSON_DEPTH = 6


def json_items(text: str, name: str) -> list[PlanItem] | None:
    """Tasks of a JSON file, or None where it is no JSON after all."""
    value = _parsed(text)
    if value is None:
        return None
    return [
        PlanItem(title, done, optional, f"{name}#{number}")
        for number, (title, done, optional) in enumerate(_tasks(value, 0), start=1)
    ]


def _parsed(text: str) -> object:
    """The file as one value, or as a list of its lines."""
    for written in (text, f"[{','.join(line for line in text.splitlines() if line.strip())}]"):
        try:
            value: object = json.loads(written)
        except (ValueError, RecursionError):
            continue
        return value
    return None


def _tasks(value: object, depth: int) -> Iterator[tuple[str, bool, bool]]:
    """Objects that say whether they are done, wherever the file's lists hold them."""
    if depth > JSON_DEPTH:
        return
    if isinstance(value, list):
        for entry in value:
            yield from _tasks(entry, depth + 1)
    elif isinstance(value, dict):
        done = _done(value)
        if done is not None and depth > 0:
            yield _title(value), done, _optional(value)
        for key, held in value.items():
            if key in TASK_KEYS and isinstance(held, dict):
                yield from _tasks(list(held.values()), depth + 1)
            elif key in TASK_KEYS and isinstance(held, list):
                yield from _tasks(held, depth + 1)
            elif depth == 0 and isinstance(held, dict) and not held.keys().isdisjoint(TASK_KEYS):
                yield from _tasks(held, depth)


def _done(task: dict[str, object]) -> bool | None:
    """An explicit flag beats a status word; a task that has neither is no task."""
    for key in DONE_KEYS:
        if isinstance(flag := task.get(key), bool):
            return flag
    status = task.get("status", task.get("state"))
    return status_of(status) is State.DONE if isinstance(status, str) else None


def _optional(task: dict[str, object]) -> bool:
    words = (str(task.get("status", "")).lower(), str(task.get("priority", "")).lower())
    return task.get("optional") is True or any(word in OPTIONAL_WORDS for word in words)


def _title(task: dict[str, object]) -> str:
    for key in TEXT_KEYS:
        if isinstance(title := task.get(key), str) and title.strip():
            return title.strip()[:TEXT_CHARS]
    return "(untitled task)"
