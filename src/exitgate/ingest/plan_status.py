"""The words and signs by which plans tell what is done, what is open and what was dropped."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache

CELL_CHARS = 200
DONE_SIGNS = "✅☑✓✔🟢"
OPEN_SIGNS = "⬜☐🔲◻⏳🚧🔄❌🔴🟡⚠"


class State(StrEnum):
    DONE = "done"
    OPEN = "open"
    DROPPED = "dropped"


@cache
def _words() -> re.Pattern[str]:
    """A status may be explained behind its word: `done (#12)`, `pending review`."""
    done = (
        "done|completed?|finished|pass(?:ed|ing)?|closed|resolved|verified|merged|shipped|yes|100%"
    )
    open_ = (
        r"to-?do|open|pending|in[ _-]?progress|wip|not\b|incomplete|partial(?:ly)?|blocked|planned"
        r"|started|ongoing|fail(?:ed|ing|s)?|broken|no|\d{1,2}%"
    )
    dropped = "optional|deferred|cancell?ed|skipped|skip|wontfix|won't fix|dropped|backlog|n/a"
    return re.compile(
        rf"(?:(?P<done>{done})|(?P<open>{open_})|(?P<dropped>{dropped}))(?![\w-])", re.IGNORECASE
    )


@cache
def _reserve() -> re.Pattern[str]:
    """`done except the docs`, `complete, tests failing`."""
    words = "except|but|pending|remain(?:s|ing)|not|fail(?:s|ed|ing)|partial(?:ly)?|todo|wip"
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


def status_of(told: str) -> State | None:
    """What a status says, by its sign or its first word; None where it is no status."""
    bare = told[:CELL_CHARS].strip(" \t*_`~")
    if bare[:1] and bare[0] in DONE_SIGNS:
        return State.DONE
    if bare[:1] and bare[0] in OPEN_SIGNS:
        return State.OPEN
    if boxed := re.fullmatch(r"\[\s*+([xX✓✔✅]?)\ufe0f?\s*+\]", bare):
        return State.DONE if boxed[1] else State.OPEN
    hit = _words().match(bare)
    if hit is None:
        return None
    if hit["done"] and not _reserve().search(bare, hit.end()):
        return State.DONE
    return State.DROPPED if hit["dropped"] else State.OPEN
