"""Notes about the work are not the work: files in which an agent keeps its own books."""

from __future__ import annotations

import re
from functools import cache

from exitgate.core.changes import ChangeSet, matches_any
from exitgate.core.facts import Facts

_NOTE_WORDS = frozenset(
    {"changelog", "handoff", "journal", "log", "logs", "memory", "notes", "plan", "progress"}
    | {"report", "retro", "retrospective", "scratch", "scratchpad", "session", "sessions"}
    | {"state", "status", "summary", "todo", "worklog"}
)
_NOTE_KINDS = frozenset({"md", "txt", "rst", "log", "json", "jsonl", "yaml", "yml", ""})
"""Prose and data: `session.ts` is work, `session.md` is a note."""


def has_substance(facts: Facts, changed: bool | None) -> bool | None:
    """Did this iteration change more than notes? What its own edits name beats the whole diff."""
    if not changed:
        return changed
    paths = _paths(facts)
    # Content that differs is work, even where nobody says in which file.
    return not paths or any(not is_note(path, facts.ignore) for path in paths)


def _paths(facts: Facts) -> tuple[str, ...]:
    if facts.transcript.edits:
        return facts.transcript.edits
    changes = facts.changes
    return tuple(file.path for file in changes.files) if isinstance(changes, ChangeSet) else ()


def is_note(path: str, ignore: tuple[str, ...]) -> bool:
    """A file by whose name an agent tells of its own work, or bookkeeping by configuration."""
    name = path.rsplit("/", 1)[-1].lower()
    stem, _, kind = name.rpartition(".") if "." in name[1:] else (name, "", "")
    words = set(_words().split(stem))
    return matches_any(path, ignore) or (kind in _NOTE_KINDS and bool(words & _NOTE_WORDS))


@cache
def _words() -> re.Pattern[str]:
    return re.compile(r"[\W_]+")
