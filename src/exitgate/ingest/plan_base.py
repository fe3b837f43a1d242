"""The plan as it stood before the work: what was to do then is what must be done."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from exitgate.core.plan import Plan
from exitgate.ingest.git_file import file_at
from exitgate.ingest.plans import parse_plan


def plan_at(repo: Path, revision: str, paths: tuple[Path, ...]) -> Plan:
    """The items of these files in the revision; a file that it does not have adds none."""
    plans = (_one(repo.resolve(), revision, path) for path in paths)
    return Plan(tuple(item for plan in plans for item in plan.items))


def _one(repo: Path, revision: str, path: Path) -> Plan:
    place = path.resolve()
    if not place.is_relative_to(repo):
        return Plan()
    name = place.relative_to(repo).as_posix()
    data = file_at(repo, revision, name)
    if not isinstance(data, bytes):
        return Plan()
    plan = parse_plan(data.decode("utf-8", "replace"), name=name)
    if not isinstance(plan, Plan):
        return Plan()
    return Plan(tuple(replace(item, ref=f"{item.ref} of the base") for item in plan.items))
