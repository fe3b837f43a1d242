"""Assertions as whole statements, with what they say and how much it is worth."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from exitgate.language.diff import DiffLine, Side
from exitgate.tamper.idioms import is_code, tests_in
from exitgate.tamper.strength import Strength, is_assertion, strength_of

STATEMENT_LINES = 12
_LITERAL = re.compile(
    r"""(?:\b[rbf]{1,2})?(?:"[^"\n]*"|'[^'\n]*'|`[^`\n]*`)"""
    r"|(?<=[\s(\[,]):[a-z_]\w*[?!]?(?![\w:])|\b\d[\w.]*|\b(?:True|False|true|false|None|null|nil)\b"
)
_CHAINED = re.compile(r"\s*(?:\.|->|\?\.)\w")
"""A line that goes on with the call chain of the line above."""
_WORD = re.compile(r"[A-Za-z_]\w*")
_FRAMEWORK = re.compile(
    r"[aA]ssert\w*|expect|should\w*|be(?:_\w{1,24})?|eql?|self|this|t|require|not|is|in|or|and"
    r"|to(?:(?:Be|Equal|Strict|Have|Match|Contain|Throw|Return|Satisfy|Include|Resolve)\w{0,24})?"
    r"|Equals?|NotNull|True|False|Should|with|raises|pytest|isinstance|len|new|if|Error\w*|Fatal\w*"
)


@dataclass(frozen=True, slots=True)
class Assertion:
    text: str
    line: DiffLine
    strength: Strength
    test: str
    """Name of the test around it, as far as the hunk shows."""
    changed: bool
    skeleton: str
    """The statement with a mark in place of every literal."""
    words: frozenset[str]
    """The names it speaks of, without the framework's own vocabulary."""

    @property
    def key(self) -> str:
        return "".join(self.text.split()).rstrip(",;")


def assertions_in(lines: Sequence[DiffLine], language: str) -> Iterator[Assertion]:
    texts = [line.text for line in lines]
    names = dict(tests_in(texts, language))
    around = ""
    for index, line in enumerate(lines):
        around = names.get(index, around)
        if not is_assertion(line.text) or not is_code(line.text, language):
            continue
        taken = lines[index : index + _length(texts, index)]
        text = "\n".join(other.text for other in taken)
        yield Assertion(
            text.strip(),
            line,
            strength_of(text, language),
            around,
            any(other.side is not Side.CONTEXT for other in taken),
            skeleton_of(text),
            _words(text),
        )


_SIGN = re.compile(r"(?<![\w§)\]\s])\s*-\s*§|(?<=[=<>,(]\s)-\s*§")
_IS = re.compile(r"\bis\s+§")


def skeleton_of(text: str) -> str:
    """A sign belongs to its number, and `is None` compares as `== None` does."""
    marked = _SIGN.sub("§", _LITERAL.sub("§", text))
    return "".join(_IS.sub("==§", marked).split())


def _words(text: str) -> frozenset[str]:
    names = _WORD.findall(_LITERAL.sub("", text))
    return frozenset(name for name in names if not _FRAMEWORK.fullmatch(name))


def _length(texts: Sequence[str], index: int) -> int:
    """How many lines the statement takes: until its brackets close."""
    depth = 0
    for taken, text in enumerate(texts[index : index + STATEMENT_LINES], start=1):
        bare = _LITERAL.sub("", text)
        depth += sum(map(bare.count, "([{")) - sum(map(bare.count, ")]}"))
        goes_on = index + taken < len(texts) and _CHAINED.match(texts[index + taken])
        if (depth <= 0 and not goes_on) or bare.rstrip().endswith("{"):
            return taken
    return 1


def short(text: str) -> str:
    """One line for a sentence, with nothing that could end its backticks."""
    return " ".join(text.split()).replace("`", "'")[:90]
