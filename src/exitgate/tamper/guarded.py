"""Checks that stayed, under a new condition: where it does not hold, nothing is checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from exitgate.core.finding import Finding, Place, notable, serious
from exitgate.language.diff import DiffLine, FileDiff, Hunk, Side
from exitgate.tamper.conditions import platform_asked
from exitgate.tamper.scene import Scene, test_hunks
from exitgate.tamper.statements import short
from exitgate.tamper.strength import is_assertion

_IF = re.compile(r"\s*(?:\}\s*)?(?:if|unless|when)\b\s*(.{1,300})")
_WITHOUT = re.compile(r"\belse\b|\bfail|\bFail|\braise\b|\bthrow\b|panic!")
BELOW = 8


def find(scene: Scene) -> Iterator[Finding]:
    for file, hunk in test_hunks(scene):
        yield from _hunk(file, hunk)


def _hunk(file: FileDiff, hunk: Hunk) -> Iterator[Finding]:
    removed = {line.text.strip(): _indent(line.text) for line in hunk.lines if _went(line)}
    lines = hunk.after
    for index, line in enumerate(lines):
        if line.side is not Side.ADDED or not removed or _REPORT.match(line.text):
            continue
        asked = _condition(lines, index)
        if asked is None or platform_asked(asked.text):
            continue
        depth = removed.get(line.text.strip())
        is_deeper = depth is not None and _indent(line.text) > depth
        if not is_deeper and not _repeats(asked.text, line.text):
            continue
        place = Place(file.path, asked.number or None, f"{asked.text} {line.text}")
        sentence = f"the check runs only where `{short(asked.text)}` holds: `{short(line.text)}`"
        rule = (
            notable if any(_WITHOUT.search(near.text) for near in _rest(lines, index)) else serious
        )
        yield rule("guarded-assertion", place, sentence)
        return


_REPORT = re.compile(r"\s*(?:t|b)\.(?:Error|Fatal|Fail|Log)")
"""Go fails under an `if`: the condition is the check."""
_NAME = re.compile(r"""[A-Za-z_]\w*|\d[\w.]*|"[^"\n]*"|'[^'\n]*'""")


def _repeats(condition: str, check: str) -> bool:
    """`if x == 6: assert x == 6`: the check asks what is known already."""
    asked = set(_NAME.findall(condition)) - {"if", "unless", "when", "and", "not", "is"}
    return is_assertion(check) and len(asked) > 1 and asked <= set(_NAME.findall(check))


def _went(line: DiffLine) -> bool:
    return line.side is Side.REMOVED and is_assertion(line.text)


def _condition(lines: Sequence[DiffLine], index: int) -> DiffLine | None:
    """The added `if` that the line stands under, or None."""
    depth = _indent(lines[index].text)
    for line in reversed(lines[max(0, index - BELOW) : index]):
        if line.text.strip() and _indent(line.text) < depth:
            return line if line.side is Side.ADDED and _IF.match(line.text) else None
    return None


def _rest(lines: Sequence[DiffLine], index: int) -> Sequence[DiffLine]:
    return [line for line in lines[index + 1 : index + 4] if line.side is Side.ADDED]


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
