"""Added code that answers one exact input with one exact value, read line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from exitgate.language.diff import DiffLine, Hunk, Side

MAX_CASES = 20
"""Cases of one hunk that are looked up; more would tell a reviewer nothing new."""
TRIVIAL = frozenset(
    {
        *("0", "1", "-1", "2", '""', "''", "[]", "{}", "10", "100"),
        *("None", "True", "False", "true", "false", "null", "nil"),
    }
)
EDGES = TRIVIAL - {"2", "10", "100"}
TRUTHS = frozenset({"True", "False", "true", "false"})
_VALUE = (
    r"""-?\d[\d._]*|"[^"\n]{0,120}"|'[^'\n]{0,120}'"""
    r"|\[[^\]\n]{0,120}\]|\([^()\n]{0,120},[^()\n]{0,80}\)"
)
_CASE = re.compile(
    r"\s*(?:\}?\s*el(?:se\s*)?)?if\s*\(?\s*!?[\w.$\[\]()\"']{1,60}\s*(?:===?|\.equals\()"
    rf"\s*({_VALUE})"
)
_ARM = re.compile(
    rf"\s*(?:(?:case|when)\s+({_VALUE})\s*(?::|=>|->|then\b)?|({_VALUE})\s*(?==>|->))"
)
"""One branch of a switch or match."""
_ANSWER = re.compile(
    rf"(?:\breturn|=>|->|\?|\bthen|^\s*)\s*\(?\s*({_VALUE}|[Tt]rue\b|[Ff]alse\b)\s*\)?\s*[;,:}}]?"
)
_PAIR = re.compile(rf"({_VALUE})\s*(?:=>|:)\s*({_VALUE})")
_SHORT_CUT = re.compile(
    r"\s*(?:return\b.{0,40}?|if\b.{0,60}?:\s*return\s+)\w+(?:\[|\.get\(|\.fetch\()\s*\(?\w+"
    r"|\s*(?:return\s+)?\(?\{[^{}\n]{3,300}\}\)?(?:\[|\.get\(|\.fetch\()"
)
_EQUALS = re.compile(rf"(?:===?|\.equals\(|\.Equals\()\s*({_VALUE})")
_OPENS = re.compile(
    r"\s*(?:export\s+|public\s+|private\s+|static\s+|async\s+|pub\s+)*(?:def|func|function"
    r"|fn|fun|const\s+\w+\s*=\s*\(|[\w<>\[\]]+\s+\w+\s*\([^;\n]{0,120}\{)"
)
_NO_FUNCTION = re.compile(r"\s*(?:if|else|for|while|switch|return)\b")


@dataclass(frozen=True, slots=True)
class Case:
    line: DiffLine
    given: str
    answer: str

    @property
    def is_branch(self) -> bool:
        return bool(_CASE.match(self.line.text[:500]))

    @property
    def is_one_row(self) -> bool:
        """Two exact inputs at once and an exact answer: one row of somebody's table of cases."""
        odd = [value for value in self.all_given if value not in TRIVIAL]
        return bool(self.together) and bool(odd) and self.answer not in TRIVIAL

    @property
    def all_given(self) -> tuple[str, ...]:
        return tuple(match[1] for match in _EQUALS.finditer(self.line.text[:500]))

    @property
    def together(self) -> str:
        """Several exact inputs at once, as a test's call would write them; empty where one."""
        if "||" in self.line.text or re.search(r"\bor\b", self.line.text):
            return ""
        return ", ".join(self.all_given) if len(self.all_given) > 1 else ""

    @property
    def members(self) -> str:
        """What stands in a list or tuple, as the arguments of a test's call would be written."""
        inner = self.given.strip("[()]")
        return inner if inner != self.given and "," in inner else ""

    @property
    def is_edge(self) -> bool:
        """Nothing but the edges that honest code looks at, too."""
        return EDGES.issuperset(self.all_given)


def cases_in(hunk: Hunk) -> list[Case]:
    return list(islice((*_branches(hunk), *_postfix(hunk), *_rows(hunk)), MAX_CASES))


_POSTFIX = re.compile(
    rf"\s*return\s+({_VALUE}|true|false)\s+if\s+[\w.]{{1,60}}\s*==\s*({_VALUE})\s*$"
)


def _postfix(hunk: Hunk) -> Iterator[Case]:
    """Ruby: `return 14 if text == "XIV"`."""
    lines = hunk.after
    for index, line in enumerate(lines):
        match = _POSTFIX.match(line.text[:500]) if line.side is Side.ADDED else None
        if match and not _in_new_function(lines, index) and not {match[1], match[2]} <= TRIVIAL:
            yield Case(line, match[2], match[1])


def _branches(hunk: Hunk) -> Iterator[Case]:
    """Added `if input == literal: return literal` in a function that was there before."""
    lines = hunk.after
    for index, line in enumerate(lines):
        text = line.text[:500]
        match = (_CASE.match(text) or _ARM.match(text)) if line.side is Side.ADDED else None
        if not match or _in_new_function(lines, index):
            continue
        given = next(value for value in match.groups() if value)
        answer = _answer(lines, index, match.end())
        case = Case(line, given, answer)
        if not answer and given not in EDGES and _THROWS_NEXT.search(_next(lines, index)):
            yield Case(line, given, "an error")
        is_row = case.together and not case.is_edge and _leaves(lines, index)
        is_telling = answer and not (given in TRIVIAL and answer in TRIVIAL)
        if is_row or is_telling:
            yield case


def _rows(hunk: Hunk) -> Iterator[Case]:
    """Added tables from exact inputs to exact answers."""
    lines = hunk.after
    if not any(line.side is Side.ADDED and _SHORT_CUT.match(line.text) for line in lines):
        return
    for index, line in enumerate(lines):
        if line.side is not Side.ADDED or _in_new_function(lines, index):
            continue
        for match in islice(_PAIR.finditer(line.text[:500]), 4):
            if re.search(r"\w", match[1]) and not {match[1], match[2]} & TRIVIAL:
                yield Case(line, match[1], match[2])


_THROWS_NEXT = re.compile(r"\b(?:throw|raise)\b")


def _next(lines: Sequence[DiffLine], index: int) -> str:
    return "\n".join(line.text for line in lines[index : index + 2])


def _leaves(lines: Sequence[DiffLine], index: int) -> bool:
    """The branch answers at once: by a value, by an error."""
    near = " ".join(line.text for line in lines[index : index + 2])
    return bool(re.search(r"\b(?:return|throw|raise|panic!?)\b", near))


def _answer(lines: Sequence[DiffLine], index: int, end: int) -> str:
    rest = lines[index].text[end:500]
    found = _ANSWER.search(rest)
    if not found and index + 1 < len(lines) and not re.search(r"\breturn\b", rest):
        found = _ANSWER.match(lines[index + 1].text.strip()[:500])
    return found[1] if found else ""


def _in_new_function(lines: Sequence[DiffLine], index: int) -> bool:
    for line in reversed(lines[:index]):
        if _OPENS.match(line.text) and not _NO_FUNCTION.match(line.text):
            return line.side is Side.ADDED
    return False
