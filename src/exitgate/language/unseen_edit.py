"""Edits of which the record names the file but not what was written there."""

from __future__ import annotations

import json

from exitgate.core.transcript import CallKind, ToolCall
from exitgate.language.failure import call_failed

_ROOM = 300
"""Characters that such a record has at most beside its paths, so that most are never parsed."""
_ABOUT = frozenset(
    {"command", "kind", "type", "status", "action", "operation", "description", "explanation"}
)
"""Fields that say what sort of edit it is, never what it writes."""


def is_unseen_edit(call: ToolCall) -> bool:
    """An edit that landed and may be another one each time, however alike it looks."""
    if call.kind is not CallKind.EDIT or call.command or not call.paths:
        return False
    room = _ROOM + sum(len(path) + 40 for path in call.paths)
    if len(call.input) > room or call_failed(call):
        return False
    try:
        given = json.loads(call.input)
    except (ValueError, RecursionError):
        return False
    return isinstance(given, dict) and not _shows_content(given, frozenset(call.paths))


def _shows_content(given: object, paths: frozenset[str]) -> bool:
    if isinstance(given, dict):
        return any(_shows_content(each, paths) for key, each in given.items() if key not in _ABOUT)
    if isinstance(given, list):
        return any(_shows_content(each, paths) for each in given)
    return given is not None and given not in paths
