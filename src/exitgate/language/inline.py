"""Inside one line: code, quotations and addresses are shown, not said."""

from __future__ import annotations

import re
from functools import cache

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


def asserted_text(line: str) -> str:
    """The line without what it only shows; the text of a link stays, it is said."""
    if any(mark in line for mark in "`\"'“«「『[:<"):
        line = _shown().sub(lambda found: found.group("link") or GAP, line)
    return line.translate(MARKUP).replace("__", "").strip()
