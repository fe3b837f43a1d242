"""The agent's edit calls as a diff, for iterations that bring a transcript but no patch."""

from __future__ import annotations

import json
from collections.abc import Iterator

from exitgate.core.transcript import CallKind, ToolCall, Transcript
from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side

MAX_CALLS = 500
OLD_KEYS = ("old_string", "old_str", "old_text", "oldText", "search")
NEW_KEYS = ("new_string", "new_str", "new_text", "newText", "replace")


def files_of(transcript: Transcript) -> tuple[FileDiff, ...]:
    """Replacements in files that were there before the run; the agent's own new files stay out."""
    created = _created(transcript)
    edits = [call for call in transcript.calls if call.kind is CallKind.EDIT and not call.failed]
    return tuple(
        FileDiff(path, hunks=(hunk,))
        for call in edits[-MAX_CALLS:]
        for path, hunk in _replacements(call)
        if path not in created
    )


def _created(transcript: Transcript) -> frozenset[str]:
    """Paths whose first appearance in the run is that the agent wrote them."""
    seen: set[str] = set()
    created: set[str] = set()
    for call in transcript.calls:
        for path in call.paths:
            if path not in seen and call.kind is CallKind.EDIT and not _old_text(_fields(call)):
                created.add(relative(path))
            seen.add(path)
    return frozenset(created)


def _replacements(call: ToolCall) -> Iterator[tuple[str, Hunk]]:
    fields = _fields(call)
    many = fields.get("edits")
    parts = many if isinstance(many, list) else [fields]
    for part in parts[:MAX_CALLS]:
        if isinstance(part, dict) and call.paths and (old := _old_text(part)):
            yield relative(call.paths[0]), _hunk(old, _text(part, NEW_KEYS))


def _hunk(old: str, new: str) -> Hunk:
    """Lines that both ends share are context. Line numbers are not known to a replacement."""
    before, after = old.split("\n"), new.split("\n")
    head = _shared(before, after)
    tail = _shared(before[head:][::-1], after[head:][::-1])
    end_before, end_after = len(before) - tail, len(after) - tail
    lines = [DiffLine(Side.CONTEXT, text, 0) for text in before[:head]]
    lines += [DiffLine(Side.REMOVED, text, 0) for text in before[head:end_before]]
    lines += [DiffLine(Side.ADDED, text, 0) for text in after[head:end_after]]
    lines += [DiffLine(Side.CONTEXT, text, 0) for text in before[end_before:]]
    return Hunk("", tuple(lines))


def _shared(left: list[str], right: list[str]) -> int:
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count


def _fields(call: ToolCall) -> dict[str, object]:
    """The call's input; one that its bound cut in the middle is no JSON and tells nothing."""
    try:
        fields = json.loads(call.input)
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}


def _old_text(fields: dict[str, object]) -> str:
    return _text(fields, OLD_KEYS)


def _text(fields: dict[str, object], keys: tuple[str, ...]) -> str:
    return next((text for key in keys if isinstance(text := fields.get(key), str)), "")


def relative(path: str) -> str:
    """Tools name absolute paths; the folder of the checkout says nothing about the file."""
    return path.lstrip("/") if path.startswith("/") else path.removeprefix("./")
