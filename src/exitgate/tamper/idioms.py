"""How each language writes a test, skips one and focuses on one. All patterns work on one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

LOOK_AHEAD = 40
"""Lines between a test's marker and its name: other annotations and rows may stand there."""


@dataclass(frozen=True, slots=True)
class Idioms:
    test: str
    """A test's definition with its name as a group; or its marker where `named` is set."""
    skip: str
    focus: str = r"(?!)"
    named: str = ""
    """The line that carries the name, below the marker."""


_NEVER = r"(?!)"
_TITLE = r"""\(?\s*(?:'([^'\n]{1,200})|"([^"\n]{1,200})|`([^`\n]{1,200}))"""
_IDIOMS = {
    "python": Idioms(
        test=r"\s*(?:async\s+)?def\s+(test\w*)\s*\(",
        skip=r"\s*(?:@(?:pytest\.mark\.|mark\.)?(?:skip|xfail|skipif)\b"
        r"|@(?:unittest\.)?(?:skip|expectedFailure|skipIf|skipUnless)\b"
        r"|pytest\.(?:skip|xfail)\(|(?:self\.)?skipTest\("
        r"|raise\s+(?:unittest\.)?SkipTest|pytestmark\s*=.*\b(?:skip|xfail)"
        r"|[\w.]{0,80}__test__\s*=\s*False|pytest\.importorskip\()|.{0,300}?marks=(?:pytest\.)?(?:mark\.)?(?:skip|xfail)",
    ),
    "js": Idioms(
        test=r"\s*(?:it|test|specify)(?:\.\w{1,20}(?:\([^()\n]{0,120}\))?){0,4}\s*" + _TITLE,
        skip=r"\s*(?:(?:it|test|describe|context|suite)(?:\.\w{1,20})?\.(?:skip|todo|fixme|fails|failing|skipIf|runIf)\b"
        r"|x(?:it|test|describe|specify|context)\s*\(|\w{1,20}\.skip\(|test\.fixme\(|pending\()"
        r"|.{0,300}?\{\s*(?:skip|todo):\s*(?:true|['\"])",
        focus=r"\s*(?:(?:it|test|describe|context|suite)\.only\b|f(?:it|describe|context)\s*\()",
    ),
    "go": Idioms(
        test=r"func\s+((?:Test|Fuzz|Example)\w*)\s*\(",
        skip=r"\s*\w{1,20}\.Skip(?:f|Now)?\(|//go:build\s+\S|// \+build\s+\S",
    ),
    "rust": Idioms(
        test=r"\s*#\[(?:\w+::)*(?:test|rstest)\b",
        named=r"\s*(?:pub\s+)?(?:async\s+)?fn\s+(\w+)",
        skip=r"\s*#\[(?:ignore\b|cfg_attr\([^\n]{1,120},\s*ignore|cfg\(all\(test|cfg\((?:any\(\)|FALSE|false|feature\b|not\())"
        r"|\s*#!?\[cfg\(any\(\)\)\]",
    ),
    "java": Idioms(
        test=r"\s*@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b",
        named=r".{0,200}?(?:void|fun)\s+[`]?([\w ]+)[`]?\s*\(",
        skip=r"\s*@(?:[\w.]{1,80}\.)?(?:Disabled|Ignore|EnabledIf|DisabledIf)\w*|\s*x(?:should|test|it|describe|context"
        r"|given|when|then|scenario|feature|expect)\s*\(|.{0,200}?\.config\([^\n]{0,80}?enabled\w*\s*=\s*(?!true)"
        r"|\s*[\"']![^\"'\n]{1,200}[\"']\s*(?:\{|\()|.{0,100}?@Test\([^)\n]{0,80}enabled\s*=\s*false"
        r"|\s*(?:[\w.]{1,80}\.)?assume(?:True|False|That)\(|\s*throw\s+new\s+SkipException",
    ),
    "csharp": Idioms(
        test=r"\s*\[(?:Fact|Theory|Test|TestMethod|TestCase|DataTestMethod)\b",
        named=r".{0,200}?(?:void|Task)\s+(\w+)\s*\(",
        skip=r"\s*\[(?:Fact|Theory)\([^)\n]{0,200}Skip\s*=|\s*\[[^\]\n]{0,120}?\b(?:Ignore|Explicit|IgnoreReason)\b|\s*Assert\.(?:Ignore|Inconclusive|Pass)\(|\s*#if\s+!?\w",
    ),
    "ruby": Idioms(
        test=r"\s*(?:(?:it|specify|example|scenario|test)\s*" + _TITLE + r"|def\s+(test_\w+))",
        skip=r"\s*(?:x(?:it|describe|context|specify)\b|skip\b|pending\b)|.{0,300}?,\s*(?:skip:|:skip\b|pending:)",
        focus=r"\s*(?:f(?:it|describe|context)\b)|.{0,300}?,\s*(?:focus:\s*true|:focus\b)",
    ),
    "php": Idioms(
        test=r".{0,100}?function\s+(test\w*)\s*\(|\s*(?:it|test)" + _TITLE,
        skip=r"\s*(?:\$this->|self::|static::)markTest(?:Skipped|Incomplete)\(|.{0,300}?->(?:skip|todo)(?:On\w+)?\("
        r"|.{0,20}?@(?:group\s+skip|doesNotPerformAssertions)",
        focus=r".{0,300}?->only\(\)",
    ),
}  # fmt: skip


@cache
def _compiled(language: str, part: str) -> re.Pattern[str]:
    idioms = _IDIOMS.get(language)
    return re.compile(getattr(idioms, part) or _NEVER) if idioms else re.compile(_NEVER)


def is_skip(line: str, language: str) -> bool:
    return bool(_compiled(language, "skip").match(line[:500]))


def is_focus(line: str, language: str) -> bool:
    return bool(_compiled(language, "focus").match(line[:500]))


def is_marker(line: str, language: str) -> bool:
    """True for an annotation that makes the next function a test."""
    return bool(_compiled(language, "named").pattern != _NEVER) and opens_test(line, language)


def opens_test(line: str, language: str) -> bool:
    return bool(_compiled(language, "test").match(line[:500]))


def tests_in(lines: Sequence[str], language: str) -> Iterator[tuple[int, str]]:
    """Index and name of each test that the lines define."""
    named = _compiled(language, "named")
    for index, line in enumerate(lines):
        opened = _compiled(language, "test").match(line[:500])
        if not opened:
            continue
        if named.pattern == _NEVER:
            yield index, _group(opened)
        else:
            yield index, _name_below(lines, index, named)


def _group(opened: re.Match[str]) -> str:
    return next((name.strip() for name in opened.groups() if name), "")


def _name_below(lines: Sequence[str], index: int, named: re.Pattern[str]) -> str:
    for line in lines[index : index + LOOK_AHEAD]:
        if match := named.match(line[:500]):
            return match[1].strip()
        if not line.strip() or line.strip() in {"}", "});"}:
            return ""
    return ""


def skips_below(line: str, language: str) -> bool:
    """True for a skip that is written above the function, as an annotation of it."""
    return bool(_compiled(language, "named").pattern != _NEVER) and line.lstrip()[:1] in "@[#"


def name_below(lines: Sequence[str], index: int, language: str) -> tuple[int, str]:
    """Where the function that an annotation belongs to is named, and how; -1 where nowhere."""
    named = _compiled(language, "named")
    for at in range(index, min(index + LOOK_AHEAD, len(lines))):
        if match := named.match(lines[at][:500]):
            return at, match[1].strip()
    return -1, ""


_COMMENTS = {"python": ("#",), "ruby": ("#",), "php": ("//", "#", "/*", "*")}
_C_COMMENTS = ("//", "/*", "*")


def uncomment(line: str, language: str | None) -> str | None:
    """The text of a comment line without its marker, or None where the line is no comment."""
    text = line.strip()
    for marker in _COMMENTS.get(language or "", _C_COMMENTS):
        if text.startswith(marker):
            return text.removeprefix(marker).removesuffix("*/").strip()
    return None


def is_code(line: str, language: str | None) -> bool:
    """Neither blank nor a comment."""
    return bool(line.strip()) and uncomment(line, language) is None
