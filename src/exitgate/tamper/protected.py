"""Files that judge the agent: CI workflows, the gate's settings and state, the plan."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exitgate.core.finding import Finding, Place, notable, serious
from exitgate.core.plan import Plan
from exitgate.language.diff import DiffLine, FileDiff, Side
from exitgate.tamper import paths
from exitgate.tamper.own_templates import is_as_written
from exitgate.tamper.scene import Scene

_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)])\s+\[([ xX~-])\]\s+(.{1,500})")
_TRIGGER = re.compile(r"\s*(?:pull_request|push|merge_group|schedule)\s*:?\s*$|\s*on:\s*\[?")
_HELD_BACK = re.compile(
    r"""(?:paths|branches|tags)-ignore:\s*\[?\s*["']\*{1,2}(?:/\*{1,2})?["']"""
    r"""|types:\s*\[\s*(?:closed|labeled|unlabeled|assigned|locked|converted_to_draft)\s*\]"""
    r"""|^\s*-?\s*["']!\*\*["']|branches:\s*\[\s*["']?(?:never|none|disabled)\b"""
)
ALIKE = 0.6
MAX_ITEMS = 300
"""Open items of a plan that are looked for one by one."""


def find(scene: Scene) -> Iterator[Finding]:
    as_written = {file.path for file in scene.files if is_as_written(file)}
    for path in _changed(scene):
        if paths.is_gate(path) and path in as_written:
            yield notable("gate-added", Place(path), f"{path} is new, as `exitgate init` writes it")
        elif paths.is_gate(path):
            yield serious(
                "gate-edited",
                Place(path),
                f"{path} steers or remembers this gate; the base's version is used",
            )
    plans = set(scene.plan.refs) if isinstance(scene.plan, Plan) else set()
    for file in scene.files:
        if paths.is_ci(file.path):
            yield from _workflow(file)
        elif paths.is_plan(file.path) or file.path in {ref.split(":")[0] for ref in plans}:
            yield from _plan(file)


def _changed(scene: Scene) -> list[str]:
    shown = [path for file in scene.files for path in (file.path, file.old_path) if path]
    return sorted({*shown, *(file.path for file in scene.listed)})


def _workflow(file: FileDiff) -> Iterator[Finding]:
    if file.status == "D":
        yield serious("ci-edited", Place(file.path), f"the workflow {file.path} was deleted")
        return
    yield from _gate_step(file)
    kept = {line.text.strip() for line in file.added}
    lost = [
        line for line in file.removed if _TRIGGER.match(line.text) and line.text.strip() not in kept
    ]
    gained = [line for line in file.added if _TRIGGER.match(line.text)]
    if lost and len(gained) < len(lost):
        yield serious(
            "ci-edited",
            _at(file, lost[0]),
            f"the workflow no longer starts on `{lost[0].text.strip()}`",
        )
    elif held := next((line for line in file.added if _HELD_BACK.search(line.text)), None):
        sentence = f"the workflow no longer starts: `{held.text.strip()[:80]}`"
        yield serious("ci-edited", _at(file, held), sentence)
    elif file.status != "A":
        yield notable("ci-edited", Place(file.path), f"the workflow {file.path} was edited")


_GATE_STEP = re.compile(
    r"^\s*(?:-\s*)?(?:uses:\s*\S*/exitgate(?:/\S*)?@|run:.*\bexitgate\s+\w|exitgate\s+\w)"
)


def _gate_step(file: FileDiff) -> Iterator[Finding]:
    """The step that runs this gate went, and none like it came."""
    lost = [line for line in file.removed if _GATE_STEP.match(line.text)]
    if len(lost) > sum(1 for line in file.added if _GATE_STEP.match(line.text)):
        sentence = f"the workflow no longer runs this gate: `{lost[0].text.strip()[:80]}`"
        yield serious("gate-edited", _at(file, lost[0]), sentence)


def _plan(file: FileDiff) -> Iterator[Finding]:
    if file.status == "D":
        open_items = [line for line in file.removed if _is_open(line)]
        if open_items:
            yield serious(
                "plan-item-deleted",
                Place(file.path),
                f"{file.path} was deleted with {len(open_items)} open items",
            )
        return
    yield from _json_items(file)
    left = [text for line in file.added if (text := _item(line))][:MAX_ITEMS]
    for line in [line for line in file.removed if _is_open(line)][:MAX_ITEMS]:
        if text := _item(line):
            yield from _missing_item(_at(file, line), text, left)


_TITLE = re.compile(r'"(?:title|story|task|name)"\s*:\s*"([^"\n]{1,300})"')
_DESCRIPTION = re.compile(r'"description"\s*:\s*"([^"\n]{1,300})"')
_IS_DONE = re.compile(r'"(?:passes|done|completed?)"\s*:\s*true')


def _json_items(file: FileDiff) -> Iterator[Finding]:
    """The same for a list of stories in JSON: each title that was open is still there."""
    if paths.extension(file.path) != "json":
        return
    lines = [line for hunk in file.hunks for line in hunk.lines]
    # Under a title the description may be refined; alone it is what names the item.
    name = _TITLE if any(_TITLE.search(line.text) for line in lines) else _DESCRIPTION
    before, after = ("\n".join(line.text for line in side) for side in (file.removed, file.added))
    titles = list(name.finditer(before))[:MAX_ITEMS]
    left = name.findall(after)[:MAX_ITEMS]
    ends = [*(hit.start() for hit in titles[1:]), len(before)]
    for hit, end in zip(titles, ends, strict=False):
        if not _IS_DONE.search(before[hit.end() : end]):
            yield from _missing_item(Place(file.path, None, hit[1]), hit[1], left)


def _missing_item(place: Place, text: str, left: list[str]) -> Iterator[Finding]:
    """A ticked item comes back under the same words; a deleted one does not."""
    best = max(left, key=lambda other: _alike(text, other), default="")
    if best and _alike(text, best) == 1.0:
        left.remove(best)
    elif best and _alike(text, best) >= ALIKE:
        left.remove(best)
        yield notable(
            "plan-item-reworded",
            place,
            f"the plan's item `{text[:80]}` became `{best[:80]}`",
        )
    else:
        yield serious(
            "plan-item-deleted",
            place,
            f"the open item `{text[:80]}` was deleted, not done",
        )


def _item(line: DiffLine) -> str:
    match = _ITEM.match(line.text)
    return match[2].strip() if match else ""


def _is_open(line: DiffLine) -> bool:
    match = _ITEM.match(line.text)
    return line.side is Side.REMOVED and match is not None and match[1] == " "


def _alike(one: str, other: str) -> float:
    """How much of the first item's words the other still has; notes may be added to it."""
    left, right = set(re.findall(r"\w+", one.lower())), set(re.findall(r"\w+", other.lower()))
    return len(left & right) / (len(left) or 1)


def _at(file: FileDiff, line: DiffLine) -> Place:
    return Place(file.path, line.number or None, line.text)
