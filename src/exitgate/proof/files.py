"""Files that the agent says it changed, looked up in the diff and in its own edits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from exitgate.core.changes import ChangeSet
from exitgate.core.facts import Facts
from exitgate.core.verification import CheckedClaim, Matter, Standing
from exitgate.tamper.paths import LANGUAGES, OTHER_CODE, TEMPLATES, extension

MAX_LINES = 400
MAX_PATHS = 30
KNOWN = frozenset(LANGUAGES) | OTHER_CODE | TEMPLATES | {
    "md", "rst", "txt", "json", "yml", "yaml", "toml", "ini", "cfg", "sh", "xml", "lock", "csv",
}  # fmt: skip
"""A bare name counts as a file only with one of these: `self.name` is none."""


@cache
def _said() -> re.Pattern[str]:
    return re.compile(
        r"\s*(?:[-*+>]|\d{1,3}[.)])?\s*(?:\*\*)?(?:I(?:'ve| have)?\s+|we\s+)?(?:also\s+)?"
        r"(?:created?|added|updated?|modified|edited|changed|wrote|rewrote|refactored"
        r"|implemented|fixed|deleted|removed|renamed)\b(.{1,300})",
        re.I,
    )


@cache
def _listing() -> re.Pattern[str]:
    """A title over a list of files: "Files changed:", "## Modified files", "Changes made"."""
    verbs = r"(?:changed|modified|created|added|updated|touched|edited|deleted)"
    return re.compile(
        r"[\s#*_>-]{0,8}(?:new |key |main )?"
        rf"(?:files?\s+(?:\w+\s+){{0,2}}?{verbs}|{verbs}\s+files?"
        r"|changes made)\b.{0,60}$",
        re.I,
    )


@cache
def _listed() -> re.Pattern[str]:
    return re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s+[*`_\[]{0,4}([\w.@/-]{1,200})[`*_\]]{0,4}")


@cache
def _quoted() -> re.Pattern[str]:
    return re.compile(r"`([\w.@/-]{1,200})`")


@cache
def _plain() -> re.Pattern[str]:
    return re.compile(r"(?<![\w./@:`-])((?:[\w.@-]{1,80}/){1,12}[\w.@-]{1,80}\.[A-Za-z]\w{0,9})\b")


def check_files(facts: Facts) -> Iterator[CheckedClaim]:
    for path in said_paths(facts.transcript.final_message):
        yield _look_up(path, facts)


def said_paths(message: str) -> tuple[str, ...]:
    """Paths on lines that report a change, or in a list of changed files."""
    found: dict[str, None] = {}
    in_list = False
    for line in message.split("\n")[:MAX_LINES]:
        short = line[:600]
        if _listing().match(short):
            in_list = True
        elif short.strip() and not (item := _listed().match(short)) and not short.startswith(" "):
            in_list = False
        if said := _said().match(short):
            found |= dict.fromkeys(paths_in(said[1]))
        elif in_list and (item := _listed().match(short)) and _is_path(item[1]):
            found.setdefault(item[1].removeprefix("./"))
    return tuple(found)[:MAX_PATHS]


def paths_in(text: str) -> tuple[str, ...]:
    """Files that a text names, in backticks or as a path with a folder."""
    named = (*_quoted().findall(text), *_plain().findall(text))
    return tuple(dict.fromkeys(one.removeprefix("./") for one in named if _is_path(one)))


def _is_path(word: str) -> bool:
    folder, _, name = word.rpartition("/")
    has_end = bool(re.fullmatch(r"[\w.@-]*\.[A-Za-z]\w{0,9}", name)) and not name.endswith(".")
    return has_end and (bool(folder) or extension(name) in KNOWN) and ".." not in word


def _is_whole(changes: ChangeSet, facts: Facts) -> bool:
    """All that the loop changed is listed: against a base, or since it began just now."""
    began = facts.iteration == 1 and bool(changes.files)
    return (bool(changes.base) or began) and not changes.cut


def _look_up(path: str, facts: Facts) -> CheckedClaim:
    text = f"changed {path}"
    changes = facts.changes
    if is_named(path, facts.transcript.edits):
        return _claim(text, Standing.VERIFIED, "the transcript shows the edit", path)
    if is_named(path, changed_paths(facts)):
        return _claim(text, Standing.VERIFIED, "it differs from the base", path)
    name = path.rsplit("/", 1)[-1]
    if any(name in call.command for call in facts.transcript.calls):
        return _claim(text, Standing.UNVERIFIABLE, "a command names it", path)
    if isinstance(changes, ChangeSet) and _is_whole(changes, facts):
        return _claim(text, Standing.CONTRADICTED, "it is not among what changed", path)
    return _claim(text, Standing.UNVERIFIABLE, "no list of changes to look it up in", path)


def changed_paths(facts: Facts) -> tuple[str, ...]:
    files = facts.changes.files if isinstance(facts.changes, ChangeSet) else ()
    old = (file.old_path for file in files if file.old_path)
    return (*(file.path for file in files), *old, *facts.transcript.edits)


def is_named(path: str, known: Iterable[str]) -> bool:
    return any(path == one or one.endswith(f"/{path}") or path.endswith(f"/{one}") for one in known)


def _claim(text: str, standing: Standing, because: str, path: str) -> CheckedClaim:
    return CheckedClaim(text, standing, because, (path,), Matter.FILES)
