"""Files that the agent says it changed, looked up in the diff and in its own edits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from exitgate.core.changes import ChangeSet
from exitgate.core.facts import Facts
from exitgate.core.verification import CheckedClaim, Standing

MAX_LINES = 400
MAX_PATHS = 30


@cache
def _said() -> re.Pattern[str]:
    return re.compile(
        r"\s*(?:[-*+>]|\d{1,3}[.)])?\s*(?:\*\*)?(?:I(?:'ve| have)?\s+|we\s+)?(?:also\s+)?"
        r"(?:created?|added|updated?|modified|edited|changed|wrote|rewrote|refactored"
        r"|implemented|fixed)\b(.{1,300})",
        re.I,
    )


@cache
def _path() -> re.Pattern[str]:
    return re.compile(r"`((?:[\w.@-]+/)+[\w.@-]+\.[A-Za-z]\w{0,9})`")


def check_files(facts: Facts) -> Iterator[CheckedClaim]:
    for path in said_paths(facts.transcript.final_message):
        yield _look_up(path, facts)


def said_paths(message: str) -> tuple[str, ...]:
    """Paths in backticks, on lines that report a change; without a folder they are too vague."""
    found: dict[str, None] = {}
    for line in message.split("\n")[:MAX_LINES]:
        said = _said().match(line[:600])
        for path in _path().findall(said[1]) if said else ():
            found.setdefault(path.removeprefix("./"))
    return tuple(found)[:MAX_PATHS]


def _look_up(path: str, facts: Facts) -> CheckedClaim:
    text = f"changed {path}"
    if _names(path, facts.transcript.edits):
        return CheckedClaim(text, Standing.VERIFIED, "the transcript shows the edit", (path,))
    changes = facts.changes
    if isinstance(changes, ChangeSet) and _names(path, (file.path for file in changes.files)):
        return CheckedClaim(text, Standing.VERIFIED, "it differs from the base", (path,))
    if any(path in call.command for call in facts.transcript.calls):
        return CheckedClaim(text, Standing.UNVERIFIABLE, "a command names it", (path,))
    if isinstance(changes, ChangeSet) and changes.base and not changes.cut:
        return CheckedClaim(
            text, Standing.CONTRADICTED, "it does not differ from the base", (path,)
        )
    return CheckedClaim(text, Standing.UNVERIFIABLE, "no list of changes to look it up in", (path,))


def _names(path: str, known: Iterator[str] | tuple[str, ...]) -> bool:
    return any(path == one or one.endswith(f"/{path}") or path.endswith(f"/{one}") for one in known)
