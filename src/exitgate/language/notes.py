"""What a changed file is for: the work itself, its tests, or notes that an agent keeps of it."""

from __future__ import annotations

import re
from functools import cache

from exitgate.core.changes import ChangeSet, matches_any
from exitgate.core.facts import Facts

_NOTE_WORDS = frozenset(
    {"changelog", "handoff", "journal", "log", "logs", "memory", "notes", "plan", "progress"}
    | {"report", "retro", "retrospective", "scratch", "scratchpad", "session", "sessions"}
    | {"state", "status", "summary", "todo", "version", "worklog"}
)
_NOTE_KINDS = frozenset({"md", "txt", "rst", "log", "json", "jsonl", "yaml", "yml", ""})
"""Prose and data: `session.ts` is work, `session.md` is a note."""
GENERATED = (
    *("node_modules/", "__pycache__/", "dist/", "build/", "target/", "coverage/", ".next/"),
    *(".pytest_cache/", ".mypy_cache/", "*.pyc", "*.min.js", "*.min.css", "*.map", "*.lock"),
    *("package-lock.json", "pnpm-lock.yaml", "go.sum", "*.tsbuildinfo", ".coverage"),
)
"""What tools write by themselves, whatever the agent gets done."""
_TEST_FOLDERS = frozenset({"test", "tests", "__tests__", "spec", "specs", "e2e"})


def has_substance(facts: Facts, changed: bool | None) -> bool | None:
    """Did this iteration change more than notes? What its own edits name beats the whole diff."""
    if not changed:
        return changed
    paths = touched_paths(facts)
    # Content that differs is work, even where nobody says in which file.
    return not paths or not all(is_note(path, facts.ignore) or is_generated(path) for path in paths)


def touched_paths(facts: Facts) -> tuple[str, ...]:
    """The files of the agent's own edits; without any, those that differ from the base."""
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


def is_generated(path: str) -> bool:
    return matches_any(path, GENERATED)


def is_test_path(path: str) -> bool:
    """A test by its folder or its own name, as most languages have it."""
    *folders, name = path.lower().split("/")
    stem = name.partition(".")[0]
    marked = stem.startswith("test_") or stem.endswith(("_test", "_spec", "_tests"))
    return marked or ".test." in name or ".spec." in name or bool(_TEST_FOLDERS & {*folders})


@cache
def _words() -> re.Pattern[str]:
    return re.compile(r"[\W_]+")
