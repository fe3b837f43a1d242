"""Numbers that the agent gives of its own work, counted again in the diff."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from exitgate.core.absence import Missing
from exitgate.core.changes import ChangeSet
from exitgate.core.facts import Facts
from exitgate.core.verification import CheckedClaim, Matter, Standing
from exitgate.core.wording import counted
from exitgate.language.counts import NUMBER_WORDS
from exitgate.tamper.paths import is_test, language_of
from exitgate.tamper.scene import Scene, adds_table, scene_of

SHOWN = 200
MAX_LINES = 400
_NUMBER = rf"(\d{{1,5}}|{'|'.join(NUMBER_WORDS)})"


@cache
def _tests_added() -> re.Pattern[str]:
    gap = r"(?:(?:new|more|additional|unit|regression|integration|e2e|test)\s+){0,3}"
    verb = r"(?:added|wrote|created|written|implemented|adds)"
    return re.compile(
        rf"\b{verb}\s+{_NUMBER}\s+{gap}"
        r"(?:tests?|specs?|test cases?|cases)\b(?!\s+(?:files?|suites?))"
        rf"|\b{_NUMBER}\s+new\s+{gap}(?:tests?|specs?|test cases?)\b(?!\s+(?:files?|suites?))",
        re.IGNORECASE,
    )


@cache
def _files_changed() -> re.Pattern[str]:
    verb = r"(?:changed|modified|edited|updated|touched|created|added)"
    gap = r"(?:(?:new|source|test|existing|different)\s+){0,2}"
    return re.compile(
        rf"\b{verb}\s+{_NUMBER}\s+{gap}files?\b|\b{_NUMBER}\s+{gap}files?\s+(?:were\s+)?{verb}\b",
        re.IGNORECASE,
    )


def check_counts(facts: Facts) -> Iterator[CheckedClaim]:
    for line in facts.reading.reported.split("\n")[:MAX_LINES]:
        text = line.strip()[:1_000]
        if hit := _tests_added().search(text):
            yield _tests(text[:SHOWN], _number(hit), facts)
        if hit := _files_changed().search(text):
            yield files_count(text[:SHOWN], _number(hit), facts)


def _number(hit: re.Match[str]) -> int:
    said = next(group for group in hit.groups() if group).lower()
    return int(said) if said.isdigit() else NUMBER_WORDS[said]


def _tests(text: str, claimed: int, facts: Facts) -> CheckedClaim:
    """A table of cases is many tests in one function, so fewer functions prove nothing then."""
    scene = scene_of(facts)
    if isinstance(scene, Missing):
        return _claim(text, Standing.UNVERIFIABLE, "no diff in which tests could be counted")
    added = len(scene.added_tests)
    if added >= claimed:
        return _claim(text, Standing.VERIFIED, f"the diff adds {counted(added, 'test')}")
    if not _has_whole_diff(facts) or scene.cut:
        because = f"{counted(added, 'added test')} could be seen, and not the whole diff"
        return _claim(text, Standing.UNVERIFIABLE, because)
    if _may_hide(scene):
        because = f"the diff adds {counted(added, 'test function')}, with tables or unread files"
        return _claim(text, Standing.UNVERIFIABLE, because)
    return _claim(text, Standing.CONTRADICTED, f"the diff adds {counted(added, 'test')}")


def _may_hide(scene: Scene) -> bool:
    tables = any(adds_table(file.added) for file in scene.files)
    foreign = any(is_test(file.path) and language_of(file.path) is None for file in scene.files)
    return tables or foreign or any(file.status in "A?M" for file in scene.listed)


def _has_whole_diff(facts: Facts) -> bool:
    """The agent's own edits show only what its tools wrote, not what a sub-agent did."""
    changes = facts.changes
    return isinstance(changes, ChangeSet) and changes.patch is not None and not changes.cut


def files_count(text: str, claimed: int, facts: Facts) -> CheckedClaim:
    changes = facts.changes
    if not isinstance(changes, ChangeSet) or changes.cut:
        because = "the changes could not be measured"
        return CheckedClaim(text, Standing.UNVERIFIABLE, because, about=Matter.FILES)
    known = len(_distinct(changes, facts.transcript.edits))
    if not known and changes.tree is None and changes.patch is None:
        because = "the list of changes is empty"
        return CheckedClaim(text, Standing.UNVERIFIABLE, because, about=Matter.FILES)
    standing = Standing.VERIFIED if claimed <= known else Standing.CONTRADICTED
    # The agent counts this iteration, the diff goes back to the base.
    told = f"{counted(known, 'file')} changed{' in all' if claimed < known else ''}"
    return CheckedClaim(text, standing, told, about=Matter.FILES)


def _distinct(changes: ChangeSet, edits: tuple[str, ...]) -> set[str]:
    """The agent's tools name files by their whole path, the diff from the repository's top."""
    names = {file.path for file in changes.files}
    ends = ({"/".join(path.split("/")[at:]) for at in range(path.count("/") + 1)} for path in edits)
    return names | {path for path, tails in zip(edits, ends, strict=True) if not tails & names}


def _claim(text: str, standing: Standing, because: str) -> CheckedClaim:
    return CheckedClaim(text, standing, because, about=Matter.TESTS)
