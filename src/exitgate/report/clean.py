"""Foreign text made visible: what a person cannot see is decoded or removed, never passed on."""

from __future__ import annotations

import re
from functools import cache
from html import unescape

ELLIPSIS = "…"


def visible(text: str) -> str:
    """The text as a person may read it: no control, hidden, bidi or terminal sequences."""
    if text.isascii() and text.isprintable() and "&" not in text:
        return text
    text = _patterns().huge_entity.sub("\ufffd", text)
    text = _patterns().ansi.sub("", unescape(text))
    text = _patterns().line_end.sub("\n", text).replace("\t", "    ")
    text = _patterns().surrogate.sub("\ufffd", text)
    return _patterns().stacked.sub(r"\1", _patterns().hidden.sub("", text))


def without_comments(text: str) -> str:
    """Each HTML comment becomes a space, so that its two sides cannot join into another one."""
    if "<!--" not in text:
        return text.replace("-->", " ")
    kept: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        kept += [text[at:start], " "]
        at = end + 3
    return ("".join(kept) + text[at:]).replace("<!--", " ").replace("-->", " ")


def one_line(text: str) -> str:
    return " ".join(text.split())


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters, ending at a word where one is near."""
    if len(text) <= limit:
        return text
    head = text[: max(0, limit - 1)]
    space = head.rfind(" ")
    if space > len(head) * 3 // 4:
        head = head[:space]
    return head.rstrip() + ELLIPSIS


class _Patterns:
    def __init__(self) -> None:
        # More digits than any character has; unescape() would refuse to count them.
        self.huge_entity = re.compile(r"&#(?:[0-9]{8,}+|[xX][0-9a-fA-F]{7,}+);?")
        self.ansi = re.compile(
            r"(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]?"
            r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*+(?:\x07|\x1b\\|\x9c)?"
            r"|\x1b[ -/]*+[0-~]?"
        )
        self.line_end = re.compile(r"\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
        self.surrogate = re.compile(r"[\ud800-\udfff]")
        self.hidden = re.compile(
            r"[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
            r"\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
            r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
        )
        # Piles of combining marks that would paint over neighbouring lines.
        marks = r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
        self.stacked = re.compile(rf"({marks}{{4}}){marks}++")


@cache
def _patterns() -> _Patterns:
    return _Patterns()
