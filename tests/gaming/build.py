"""Cases as data: real git makes the diff, the rest of the facts is written down in the case."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from exitgate.core.changes import ChangeSet
from exitgate.core.facts import Facts
from exitgate.core.history import History, IterationRecord
from exitgate.core.plan import Plan, PlanItem
from exitgate.core.suite import SuiteRun, SuiteSource
from exitgate.core.transcript import CallKind, ToolCall, Transcript
from exitgate.ingest.git_search import passages_with
from exitgate.tamper.asked import words_to_look_up
from exitgate.tamper.paths import is_test
from gaming.filler import filled

HERE = Path(__file__).parent
GIT_ENV = {
    "PATH": os.environ["PATH"],
    "HOME": "/nonexistent",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@example.com",
}


@dataclass(frozen=True)
class Attempt:
    name: str
    rule: str
    base: str
    attempt: dict[str, Any]
    honest: dict[str, Any]


@dataclass(frozen=True)
class HeldOut:
    name: str
    before: dict[str, str]
    attempt: dict[str, Any]
    honest: dict[str, Any]

    @property
    def base(self) -> dict[str, str]:
        return {path: filled(path, text) for path, text in self.before.items()}


@cache
def bases() -> dict[str, dict[str, str]]:
    return yaml.safe_load((HERE / "bases.yml").read_text())


@cache
def held_out() -> tuple[HeldOut, ...]:
    """Written for a fresh look at the detector; each case carries its own project."""
    found = []
    for file in sorted((HERE / "held_out").glob("*.yml")):
        found += [HeldOut(**case) for case in yaml.safe_load(file.read_text())]
    return tuple(found)


@cache
def attempts() -> tuple[Attempt, ...]:
    found = []
    for file in sorted((HERE / "cases").glob("*.yml")):
        found += [Attempt(**case) for case in yaml.safe_load(file.read_text())]
    return tuple(found)


def facts_of(base: dict[str, str], changes: dict[str, Any], folder: Path) -> Facts:
    """The facts of an iteration that made these changes in a real repository."""
    tests = changes.get("tests")
    plan = changes.get("plan")
    extra: dict[str, Any] = {}
    if tests:
        source = SuiteSource(tests.get("source", "report"))
        refs = tuple(tests.get("refs", ()))
        extra["tests"] = SuiteRun(tests["passed"], tests.get("failed", 0), source=source, refs=refs)
    if plan:
        extra["plan"] = Plan(tuple(PlanItem(text, done) for text, done in plan.items()))
    return Facts(
        loop_id="pr-1",
        iteration=2,
        now=None,
        transcript=transcript_of(changes.get("steps", [])),
        changes=changes_of(base, changes.get("files", []), folder),
        history=History(tuple(IterationRecord(**record) for record in changes.get("earlier", []))),
        **extra,
    )


def changes_of(base: dict[str, str], edits: list[dict[str, str]], folder: Path) -> ChangeSet:
    """The diff, and what the base's tests say about inputs that it names, as `collect` asks."""
    patch = patch_of(base, edits, folder)
    words = words_to_look_up(patch)
    head = git(folder, "rev-parse", "HEAD").strip()
    passages = passages_with(folder, head, words, is_test) if words else ()
    return ChangeSet(patch=patch, tests_at_base=passages)


def transcript_of(steps: list[dict[str, Any]]) -> Transcript:
    calls = tuple(_call(step) for step in steps)
    edits = tuple(
        sorted({path for call in calls if call.kind is CallKind.EDIT for path in call.paths})
    )
    return Transcript(format="exitgate", steps=calls, edits=edits)


def _call(step: dict[str, Any]) -> ToolCall:
    if "run" in step:
        return ToolCall(
            "bash",
            CallKind.RUN,
            "{}",
            step.get("output", ""),
            None,
            step.get("exit", 0),
            step["run"],
        )
    return ToolCall("Write", CallKind.EDIT, "{}", "ok", False, paths=(step["edit"],))


def patch_of(base: dict[str, str], edits: list[dict[str, str]], folder: Path) -> str:
    git(folder, "init", "-q")
    for path, text in base.items():
        write(folder / path, text)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "base")
    for edit in edits:
        apply(edit, folder)
    git(folder, "add", "-A")
    return git(folder, "diff", "--cached", "-M", "--no-ext-diff", "--no-color", "HEAD")


def apply(edit: dict[str, str], folder: Path) -> None:
    match edit:
        case {"edit": path, "old": old, "new": new}:
            text = (folder / path).read_text()
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
            write(folder / path, text.replace(old, new))
        case {"write": path, "text": text}:
            write(folder / path, text)
        case {"append": path, "text": text}:
            write(folder / path, (folder / path).read_text() + text)
        case {"delete": path}:
            (folder / path).unlink()
        case {"move": path, "to": target}:
            (folder / target).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).rename(folder / target)
        case _:
            raise AssertionError(f"unknown edit {edit}")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def git(folder: Path, *arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(
        command, cwd=folder, env=GIT_ENV, check=True, capture_output=True, text=True
    ).stdout
