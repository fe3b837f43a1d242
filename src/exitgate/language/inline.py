"""Inside one line: code, quotations and addresses are shown, not said."""

from __future__ import annotations

import re
from functools import cache

TEST_GAP = "test …"
"""Stands where a test was named: `test_login` fails, and with it a test."""
GAP = "…"
"""Stands where something shown was, so that the sentence around it keeps its shape."""
MARKUP = str.maketrans("", "", "*\u200b\u200c\u200d\u2060\ufeff")


@cache
def _shown() -> re.Pattern[str]:
    return re.compile(
        r"(?P<bars>`{1,3})[^`]{0,400}(?P=bars)"
        r"|!?\[(?P<link>[^\[\]]{0,200})\]\([^()\s]{0,400}\)"
        r"|https?://[^\s)>\"]{1,400}"
        r"|<!--[^>]{0,400}-->"
        r"|\"[^\"]{1,200}\"|“[^“”]{1,200}”|«[^«»]{1,200}»|「[^「」]{1,200}」|『[^『』]{1,200}』"
        r"|(?<![\w'])'[^'\s][^']{0,60}'(?!\w)"
    )


@cache
def _test_name() -> re.Pattern[str]:
    return re.compile(
        r"`{1,3}(?:\S{0,200}[/.:])?(?:test_\w|Test[A-Z]|\w{1,80}(?:_test\b|\.test\b))\S*$"
    )


@cache
def _failing_count() -> re.Pattern[str]:
    """A result in the shape of words: `2 failed, 40 passed`."""
    return re.compile(
        r"`{1,3}[\w ,:;]{0,60}\b[1-9]\d{0,6} (?:\w{1,20} ){0,3}"
        r"(?:fail(?:ed|ing|s|ures?)?|errors?)\b"
    )


def asserted_text(line: str) -> str:
    """The line without what it only shows; the text of a link stays, it is said."""
    if any(mark in line for mark in "`\"'“«「『[:<"):
        line = _shown().sub(_said, line)
    return line.translate(MARKUP).replace("__", "").strip()


def _said(shown: re.Match[str]) -> str:
    """What a reader takes from it: the text of a link, a test, a count of failures."""
    if shown["link"]:
        return shown["link"]
    if shown["bars"]:
        if _failing_count().match(shown[0]):
            return shown[0].strip("`")
        if _test_name().match(shown[0]):
            return TEST_GAP
    return GAP
