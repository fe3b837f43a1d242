"""Plans: Markdown task lists and JSON task files, and where they lie."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from exitgate.core.absence import Missing
from exitgate.core.plan import Plan, PlanItem
from exitgate.core.policy import Limits
from exitgate.ingest.fence import bounded_text, is_inside, leads_out
from exitgate.ingest.plan_json import json_items
from exitgate.ingest.plan_optional import is_optional_text, is_optional_title
from exitgate.ingest.plan_signs import signed_items
from exitgate.ingest.plan_status import State

PLAN_BYTES = 8 * 1024 * 1024
LINE_CHARS = 2_000
TEXT_CHARS = 300
DONE_FOLDERS = frozenset({"done", "completed", "complete", "finished"})
DONE_BOXES = frozenset({"x", "X", "✓", "✔", "✔\ufe0f", "✅", "☑", "☑\ufe0f", "DONE"})
BOLD_LEVEL, LABEL_LEVEL = 7, 8
FRONT_MATTER = "---"


@cache
def _item() -> re.Pattern[str]:
    """A task: bullet, number or heading, box, text. `[-]` means dropped, other signs begun.

    Without any of these only the two plain boxes are: `[!]` alone on a line may be anything.
    """
    sign = r"\s*+(?P<box>[xX]|[^\w\s\[\]]\ufe0f?|DONE|TODO|WIP|BLOCKED)?\s*+"
    return re.compile(
        r"(?P<indent>\s*+)(?:(?:[-*+]|\d{1,9}[.)]|(?P<level>#{1,6}))\s++"
        rf"\[{sign}\](?![(:])|\[(?P<bare>[ xX])\](?=\s))(?P<text>.*+)"
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
        from_json = json_items(start, name)
        if from_json is not None:
            return Plan(tuple(from_json), (name,))
    items = tuple(_markdown_items(text, name))
    if not items and (name.lower().endswith(".json") or _opens_object(start)):
        return Missing(f"{name}: not JSON; was it cut off while it was written?")
    return Plan(items, (name,))


def _opens_object(start: str) -> bool:
    return start[:1] == "{" and start[1:LINE_CHARS].lstrip()[:1] in ('"', "}")


def _markdown_items(text: str, name: str) -> Iterator[PlanItem]:
    """Tasks with a box; where there are none, those that a sign or a table tells of."""
    sections = _Sections()
    lines = dict(_visible_lines(text))
    boxed = {number: hit for number, line in lines.items() if (hit := _item().match(line))}
    signed = {} if boxed else {number: rest for number, *rest in signed_items(lines)}
    for number, line in lines.items():
        item = boxed.get(number)
        if item is None:
            sections.line(*_title_of(line, lines.get(number + 1, "")))
        elif item["level"]:
            sections.line(len(item["level"]), item["text"])
        if item is not None:
            yield PlanItem(
                text=item["text"].removeprefix("* ").strip()[:TEXT_CHARS],
                done=(item["box"] or item["bare"] or " ") in DONE_BOXES,
                optional=sections.is_optional(item),
                ref=f"{name}:{number}",
            )
        elif number in signed:
            state, words = signed[number]
            optional = state is State.DROPPED or sections.level > 0 or is_optional_text(words)
            done = state is State.DONE
            yield PlanItem(words.strip()[:TEXT_CHARS], done, optional, f"{name}:{number}")


class _Sections:
    """Whether what follows is optional: by its section, or by the task that it belongs to."""

    def __init__(self) -> None:
        self.level = 0
        self.parent_indent = -1

    def line(self, level: int, title: str) -> None:
        if level and (not self.level or level <= self.level):
            self.level = level if is_optional_title(title) else 0
        self.parent_indent = -1 if level else self.parent_indent

    def is_optional(self, item: re.Match[str]) -> bool:
        indent = len(item["indent"])
        if indent <= self.parent_indent:
            self.parent_indent = -1
        if self.parent_indent < 0 and _is_optional_item(item):
            self.parent_indent = indent
        return self.level > 0 or self.parent_indent >= 0


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
    """Dropped by its box (`[-]`, `[ ]*`), struck through, or marked `(optional)`."""
    text = item["text"].strip()[:TEXT_CHARS]
    if (
        item["box"] == "-"
        or item["text"].startswith("* ")
        or (text.startswith("~~") and text.endswith("~~") and len(text) > 4)
    ):
        return True
    return is_optional_text(text)


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
