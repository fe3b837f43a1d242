"""Tells what an agent asserts from what it only shows, line by line."""

from __future__ import annotations

import re
from functools import cache

from exitgate.language.fences import bare_diffs, regions
from exitgate.language.inline import asserted_text
from exitgate.language.lines import Kind, Line

TEXT_WIDTH = 4_000
"""Longer lines are data that someone pasted; prose is read from their head."""
HEAD_WIDTH = 400
OPEN_MARKS = ("❌", "✗", "✘", "⏳", "🚧", "⬜", "☐", "🔄")
LOG_STARTS = (
    "npm ERR!", "npm WARN", "$ ", "# > ", "Traceback (most recent", "  File \"", "E   ",
    "make: ", "make[", "error[E", "PASS ", "FAIL ", "ok ", "not ok ", "--- FAIL", "--- PASS",
    "Test Suites:", "Snapshots:", "=====", "-----", "━", "[master ", "[main ",
)  # fmt: skip


@cache
def _log() -> re.Pattern[str]:
    return re.compile(
        r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|[<>]?\d{1,3}:\d\d:\d\d "
        r"|\[(?:OK|INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE|PASS|FAIL)\]"
        r"|(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE)[: ]+\S+[:|]"
        r"|at [\w.$<>]+ ?\(\S+:\d+|[0-9a-f]{7,40} (?:feat|fix|chore|docs|test|refactor)"
        r"|\s*[✓✔√✕×] |test \S+ \.\.\. (?:ok|FAILED|ignored)|Tests:\s+\d"
    )


@cache
def _contents() -> re.Pattern[str]:
    return re.compile(r"\[[^\[\]]{1,200}\]\(#[^()\s]{0,200}\)$")


@cache
def _item() -> re.Pattern[str]:
    return re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+(?P<box>\[[ xX~/-]\]\s+)?")


def mask(text: str) -> tuple[Line, ...]:
    """Every line of the message with its kind; line numbers are kept."""
    raws = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    found: list[Line] = []
    in_list = False
    after_blank = True
    bare_diff = bare_diffs(raws)
    for number, (raw, (region, fence)) in enumerate(zip(raws, regions(raws), strict=True), 1):
        line = (
            Line(number, region, raw, fence=fence)
            if region is not None
            else Line(number, Kind.DIFF, raw)
            if number in bare_diff
            else _outside(number, raw, code_may_start=after_blank and not in_list)
        )
        if line.kind is Kind.BLANK:
            after_blank = True
        else:
            in_list = line.kind in (Kind.ITEM, Kind.BOX) or (in_list and raw[:1] in (" ", "\t"))
            after_blank = after_blank and line.kind is Kind.CODE
        found.append(line)
    return tuple(found)


def _outside(number: int, raw: str, *, code_may_start: bool) -> Line:
    """A line outside every region. Its first characters tell most of it."""
    stripped = raw.strip()
    if not stripped:
        return Line(number, Kind.BLANK, raw)
    kind = _shown_kind(raw, stripped, code_may_start=code_may_start)
    if kind is not None:
        return Line(number, kind, raw)
    return _asserted_line(number, raw, stripped[:TEXT_WIDTH])


def _shown_kind(raw: str, stripped: str, *, code_may_start: bool) -> Kind | None:
    first = stripped[0]
    if first == ">":
        return Kind.QUOTE
    if code_may_start and raw.startswith(("    ", "\t")):
        return Kind.CODE
    if first in '{}"' and stripped[-1] in '{}[],"' and (":" in stripped or len(stripped) < 4):
        return Kind.DATA
    if raw.startswith(LOG_STARTS) or _log().match(stripped[:HEAD_WIDTH]):
        return Kind.LOG
    if "](#" in stripped and _contents().search(stripped[-HEAD_WIDTH:]):
        return Kind.CONTENTS
    return None


def _asserted_line(number: int, raw: str, stripped: str) -> Line:
    if stripped.startswith("#") and (words := stripped.lstrip("#")) and words[0] in " \t":
        return Line(number, Kind.HEADING, raw, asserted_text(words))
    if stripped.startswith("|"):
        return Line(number, Kind.TABLE, raw, asserted_text(stripped))
    item = _item().match(stripped)
    if item is None:
        kind = Kind.BOX if stripped.startswith(OPEN_MARKS) else Kind.PROSE
        return Line(number, kind, raw, asserted_text(stripped))
    rest = stripped[item.end() :]
    boxed = item["box"] is not None or rest.lstrip("* ").startswith(OPEN_MARKS)
    return Line(number, Kind.BOX if boxed else Kind.ITEM, raw, asserted_text(rest))


def box_is_open(line: Line) -> bool:
    """True for an unticked box and for an item marked with a cross or an hourglass."""
    item = _item().match(line.raw)
    box = item["box"] if item else None
    return "[ ]" in box or "[~]" in box if box else line.kind is Kind.BOX
