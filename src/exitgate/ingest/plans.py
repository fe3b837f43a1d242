"""Plans: Markdown task lists and JSON task files, and where they lie."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from exitgate.core.absence import Missing
from exitgate.core.plan import Plan, PlanItem
from exitgate.core.policy import Limits
from exitgate.ingest.fence import bounded_text, is_inside, leads_out
from exitgate.ingest.plan_optional import is_optional_text, is_optional_title

PLAN_BYTES = 8 * 1024 * 1024
LINE_CHARS = 2_000
TEXT_CHARS = 300
DONE_FOLDERS = frozenset({"done", "completed", "complete", "finished"})
TASK_KEYS = ("userStories", "stories", "tasks", "items", "todos", "features", "steps", "subtasks")
TEXT_KEYS = ("title", "text", "name", "description", "content", "task", "id")
DONE_KEYS = ("passes", "done", "completed", "complete", "is_done", "checked", "finished")
DONE_WORDS = frozenset(
    {"done", "complete", "completed", "finished", "passed", "closed", "resolved"}
)
OPTIONAL_WORDS = frozenset({"optional", "deferred", "cancelled", "canceled", "skipped", "wontfix"})
JSON_DEPTH = 6
BOLD_LEVEL, LABEL_LEVEL = 7, 8
FRONT_MATTER = "---"


@cache
def _item() -> re.Pattern[str]:
    """A task: bullet or number, box, text. `[~]` and `[/]` mean begun, `[-]` dropped."""
    return re.compile(
        r"(?P<indent>\s*+)(?:[-*+]|\d{1,9}[.)])\s++\[(?P<box>[ xX~/-])\](?!\()(?P<text>.*+)"
    )


@cache
def _heading() -> re.Pattern[str]:
    """A heading, or a line that is all bold or ends in a colon, which many plans use as one."""
    bold = r"\*\*(?P<bold>[^*]{1,200}+)\*\*:?\s*+$"
    label = r"(?P<label>[^\W\d_][^:：]{0,80}+)[:：]\s*+$"
    return re.compile(rf" {{0,3}}(?:(?P<level>#{{1,6}})\s++(?P<text>.*+)|{bold}|{label})")


@cache
def _underline() -> re.Pattern[str]:
    return re.compile(r" {0,3}(?:=+|-+)\s*$")


def parse_plan(text: str, *, name: str = "plan") -> Plan | Missing:
    """Every task of a plan, in its order. Text that holds no task gives a plan without items."""
    if "\x00" in text[:LINE_CHARS]:
        return Missing(f"{name}: binary data")
    start = text.lstrip("\ufeff \t\r\n")
    if start[:1] in ("{", "["):
        from_json = _json_items(start, name)
        if from_json is not None:
            return Plan(tuple(from_json), (name,))
    items = tuple(_markdown_items(text, name))
    if not items and (name.lower().endswith(".json") or _opens_object(start)):
        return Missing(f"{name}: not JSON; was it cut off while it was written?")
    return Plan(items, (name,))


def _opens_object(start: str) -> bool:
    return start[:1] == "{" and start[1:LINE_CHARS].lstrip()[:1] in ('"', "}")


def _markdown_items(text: str, name: str) -> Iterator[PlanItem]:
    section_level, parent_indent = 0, -1
    lines = dict(_visible_lines(text))
    for number, line in lines.items():
        item = _item().match(line)
        if item is None:
            level, title = _title_of(line, lines.get(number + 1, ""))
            if level and (not section_level or level <= section_level):
                section_level = level if is_optional_title(title) else 0
            parent_indent = -1 if level else parent_indent
        else:
            indent = len(item["indent"])
            if indent <= parent_indent:
                parent_indent = -1
            if parent_indent < 0 and _is_optional_item(item):
                parent_indent = indent
            yield PlanItem(
                text=item["text"].strip()[:TEXT_CHARS],
                done=item["box"] in "xX",
                optional=section_level > 0 or parent_indent >= 0,
                ref=f"{name}:{number}",
            )


def _title_of(line: str, below: str) -> tuple[int, str]:
    """The level and the words of a heading; level 0 where the line is none."""
    if heading := _heading().match(line):
        if heading["level"]:
            return len(heading["level"]), heading["text"]
        return (BOLD_LEVEL, heading["bold"]) if heading["bold"] else (LABEL_LEVEL, heading["label"])
    if _underline().match(below) and line.strip()[:1] not in ("", *"-=*+>|"):
        return (1 if "=" in below else 2), line
    return 0, ""


def _visible_lines(text: str) -> Iterator[tuple[int, str]]:
    """Numbered lines outside front matter, code fences and comments, whose tasks are examples."""
    closing = FRONT_MATTER if text.startswith(f"{FRONT_MATTER}\n") else ""
    for number, whole in enumerate(text.splitlines(), start=1):
        line = whole[:LINE_CHARS].expandtabs(4)
        start = line.strip()
        if closing:
            ends = closing in line if closing == "-->" else start.startswith(closing)
            ends = ends and (closing != FRONT_MATTER or number > 1)
            closing = "" if ends else closing
        elif start[:3] in ("```", "~~~") and start[:3] not in start[3:].lstrip(start[0]):
            closing = start[:3]
        elif start.startswith("<!--") and "-->" not in start:
            closing = "-->"
        else:
            yield number, line


def _is_optional_item(item: re.Match[str]) -> bool:
    """Dropped by its box (`[-]`), struck through, or marked: `(optional)`, `Optional: ...`."""
    text = item["text"].strip()[:TEXT_CHARS]
    if item["box"] == "-" or (text.startswith("~~") and text.endswith("~~") and len(text) > 4):
        return True
    return is_optional_text(text)


def _json_items(text: str, name: str) -> list[PlanItem] | None:
    """Tasks of a JSON file, or None where it is no JSON after all."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return [
        PlanItem(title, done, optional, f"{name}#{number}")
        for number, (title, done, optional) in enumerate(_tasks(value, 0), start=1)
    ]


def _tasks(value: object, depth: int) -> Iterator[tuple[str, bool, bool]]:
    """Objects that say whether they are done, wherever the file's lists hold them."""
    if depth > JSON_DEPTH:
        return
    if isinstance(value, list):
        for entry in value:
            yield from _tasks(entry, depth + 1)
    elif isinstance(value, dict):
        done = _done(value)
        if done is not None and depth > 0:
            yield _title(value), done, _json_optional(value)
        for key in TASK_KEYS:
            if isinstance(value.get(key), list):
                yield from _tasks(value[key], depth + 1)


def _done(task: dict[str, object]) -> bool | None:
    """An explicit flag beats a status word; a task that has neither is no task."""
    for key in DONE_KEYS:
        if isinstance(flag := task.get(key), bool):
            return flag
    status = task.get("status", task.get("state"))
    return status.strip().lower() in DONE_WORDS if isinstance(status, str) else None


def _json_optional(task: dict[str, object]) -> bool:
    words = (str(task.get("status", "")).lower(), str(task.get("priority", "")).lower())
    return task.get("optional") is True or any(word in OPTIONAL_WORDS for word in words)


def _title(task: dict[str, object]) -> str:
    for key in TEXT_KEYS:
        if isinstance(title := task.get(key), str) and title.strip():
            return title.strip()[:TEXT_CHARS]
    return "(untitled task)"


def read_plans(
    paths: Sequence[Path], *, limits: Limits, root: Path | None = None
) -> Plan | Missing:
    """Several plan files as one. A file that is gone but lies in `done/` was moved there.

    With a root, a link that leads out of it is not followed.
    """
    plans: list[Plan] = []
    unread: list[str] = []
    for path in paths:
        plan = _read_one(path, root, min(limits.file_bytes, PLAN_BYTES))
        if isinstance(plan, Missing):
            unread.append(plan.why)
        else:
            plans.append(plan)
    items = tuple(item for plan in plans for item in plan.items)
    if not plans or (unread and all(item.done for item in items)):
        why = f"the plan cannot be read: {', '.join(unread)}" if unread else "no plan was found"
        return Missing(why)
    refs = tuple(ref for plan in plans for ref in plan.refs)
    moved = not unread and all(plan.moved_to_done for plan in plans)
    return Plan(items, refs, moved_to_done=moved)


def _read_one(path: Path, root: Path | None, most: int) -> Plan | Missing:
    where = path if path.is_file() else _moved_to(path)
    if where is None:
        return Missing(f"{path.name} ({'a folder' if path.is_dir() else 'no such file'})")
    if leads_out(where) if root is None else not is_inside(where, root):
        return Missing(f"{path.name} (leads outside the workspace)")
    text = bounded_text(where, most)
    if text is None:
        return Missing(f"{path.name} (too large, or not readable for this user)")
    name = where.name if where == path else f"{where.parent.name}/{where.name}"
    moved = where.parent.name.lower() in DONE_FOLDERS
    plan = parse_plan(text, name=name)
    return replace(plan, moved_to_done=moved) if isinstance(plan, Plan) else plan


def _moved_to(path: Path) -> Path | None:
    """Where a task file went: `tasks/done/x.md` for `tasks/x.md` or `tasks/todo/x.md`."""
    for folder in (path.parent, path.parent.parent):
        for name in sorted(DONE_FOLDERS):
            candidate = folder / name / path.name
            if candidate.is_file() and is_inside(candidate, folder):
                return candidate
    return None


def find_plans(root: Path, candidates: Sequence[str]) -> tuple[Path, ...]:
    """The first candidate that is there decides; a glob may bring several files."""
    for candidate in candidates:
        if candidate.startswith("/") or ".." in Path(candidate).parts or not candidate.strip():
            continue
        try:
            hits = sorted(path for path in root.glob(candidate) if path.is_file())
        except (OSError, ValueError, NotImplementedError):
            continue
        inside = tuple(path for path in hits if is_inside(path, root))
        if inside:
            return inside
    return ()
