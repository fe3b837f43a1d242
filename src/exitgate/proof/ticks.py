"""Plan items that were ticked, beside the changes that could have done them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from exitgate.core.changes import ChangeSet, matches_any
from exitgate.core.facts import Facts
from exitgate.core.plan import Plan
from exitgate.core.verification import CheckedClaim, Matter, Standing
from exitgate.core.wording import counted
from exitgate.language.diff import FileDiff, Side, parse_diff
from exitgate.proof.files import changed_paths, is_named, paths_in
from exitgate.tamper import paths

MAX_ITEMS = 20
SHOWN = 160


@cache
def _box() -> re.Pattern[str]:
    return re.compile(r"\s*(?:[-*+]|\d{1,4}[.)])\s{1,4}\[([ xX])\]\s{1,4}(.{1,600})")


def check_ticks(facts: Facts) -> Iterator[CheckedClaim]:
    """Newly ticked items, by the plan's own diff, else by how many were ticked before."""
    if not isinstance(facts.plan, Plan):
        return
    ticked = _ticked_in_diff(facts)
    many = len(ticked) or _ticked_since(facts.plan, facts)
    if many <= 0:
        return
    if _nothing_else_differs(facts) or (not ticked and _loop_was_idle(facts)):
        because = "nothing changed that could have done them"
        text = f"{counted(many, 'plan item')} ticked"
        refs = facts.plan.refs
        yield CheckedClaim(text, Standing.CONTRADICTED, because, refs, Matter.PLAN, grave=True)
        return
    for item in ticked[:MAX_ITEMS]:
        yield from _named_files(item, facts)


def _ticked_since(plan: Plan, facts: Facts) -> int:
    last = facts.history.last
    return 0 if last is None or last.plan_done is None else plan.done_count - last.plan_done


def _ticked_in_diff(facts: Facts) -> tuple[str, ...]:
    """Items that the diff against the base turns from open to done, or adds as done."""
    changes = facts.changes
    if not isinstance(changes, ChangeSet) or not changes.patch:
        return ()
    files = (file for file in parse_diff(changes.patch).files if _is_plan(file.path, facts))
    return tuple(dict.fromkeys(item for file in files for item in _ticked(file)))


def _ticked(file: FileDiff) -> Iterator[str]:
    boxes = [(line.side, hit) for line in (*file.removed, *file.added)
             if (hit := _box().match(line.text[:700]))]  # fmt: skip
    before = {hit[2].strip() for side, hit in boxes if side is Side.REMOVED and hit[1] != " "}
    for side, hit in boxes:
        if side is Side.ADDED and hit[1] != " " and hit[2].strip() not in before:
            yield hit[2].strip()


def _is_plan(path: str, facts: Facts) -> bool:
    refs = facts.plan.refs if isinstance(facts.plan, Plan) else ()
    own = any(is_named(path, (ref.partition(":")[0],)) for ref in refs)
    return own or matches_any(path, paths.PLANS)


def _loop_was_idle(facts: Facts) -> bool:
    """Neither now nor before: an iteration that only verifies may tick what others have done."""
    now, before = facts.current, facts.history.recent
    worked = any(record.changed or (record.files or 0) > 0 for record in before)
    return now.changed is False and not now.files and not worked


def _nothing_else_differs(facts: Facts) -> bool:
    """Measured: against the base nothing but plans and notes differs, and nothing was edited."""
    changes = facts.changes
    if not isinstance(changes, ChangeSet) or changes.base is None or changes.cut:
        return False
    touched = (*(file.path for file in changes.files), *facts.transcript.edits)
    other = [path for path in touched if not _is_plan(path, facts)]
    return not any(not matches_any(path, facts.ignore) for path in other)


def _named_files(item: str, facts: Facts) -> Iterator[CheckedClaim]:
    """An item that names files is done by changing at least one of them."""
    named, changed = paths_in(item), changed_paths(facts)
    changes = facts.changes
    if not named or not isinstance(changes, ChangeSet) or changes.cut:
        return
    text = f"plan item: {item[:SHOWN]}"
    if hits := [path for path in named if is_named(path, changed)]:
        yield CheckedClaim(text, Standing.VERIFIED, f"{hits[0]} changed", (hits[0],), Matter.PLAN)
    elif _makes().match(item) and not _in_commands(named, facts):
        because = f"{named[0]} did not change"
        yield CheckedClaim(text, Standing.CONTRADICTED, because, (named[0],), Matter.PLAN)


@cache
def _makes() -> re.Pattern[str]:
    """An item that can only be done by writing the file it names."""
    return re.compile(r"[*_\s]{0,4}(?:create|write|add|implement|new|build)\b", re.IGNORECASE)


def _in_commands(named: tuple[str, ...], facts: Facts) -> bool:
    return any(path in call.command for path in named for call in facts.transcript.calls)
