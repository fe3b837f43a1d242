"""Text made comparable: what varies between two runs of the same thing is taken out."""

from __future__ import annotations

import re
from functools import cache

from exitgate.core.reading import Reading

READ_CHARS = 4_000
"""Text beyond this is not compared: the head tells repetition, and the cost stays bounded."""
DIGEST_CHARS = 600

_PLACEHOLDERS = {
    "uuid": "<id>",
    "stamp": "<time>",
    "clock": "<time>",
    "took": "<duration>",
    "address": "<hex>",
    "line": "line <n>",
    "place": ":<n>",
    "process": "pid <n>",
    "hex": "<hex>",
    "long": "<n>",
}


@cache
def _ansi() -> re.Pattern[str]:
    return re.compile(r"\x1b(?:\[[0-9;?]*+[ -/]*+[@-~]|\][^\x07\x1b]*+\x07?|[@-Z\\^_])")


@cache
def _noise() -> re.Pattern[str]:
    """Every part that varies without meaning; alternatives start at a word and never nest."""
    return re.compile(
        r"(?P<uuid>\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b)"
        r"|(?P<stamp>\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?"
        r"(?:Z|[+-]\d\d:?\d\d)?)"
        r"|(?P<clock>\b\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?|\b\d{1,2}(?::\d\d)?\s?[ap]m\b)"
        r"|(?P<took>\b\d{1,9}(?:\.\d{1,9})?\s?"
        r"(?:[mnuµ]s|s|secs?|seconds?|min|mins|minutes?|h|hours?)\b)"
        r"|(?P<address>\b0x[0-9a-f]{1,32}\b)"
        r"|(?P<line>\bline\s{1,3}#?\d{1,9}(?:\s?-\s?\d{1,9})?)"
        r"|(?P<process>\bpid[ =:]{1,2}\d{1,9})"
        r"|(?P<path>(?<![\w.@~+/\\-])(?:[a-z]:)?(?:[\w.@~+-]*+[/\\])++(?P<name>[\w.@+-]*+))"
        r"|(?P<place>(?<=\w):\d{1,9}(?::\d{1,9})?\b)"
        r"|(?P<long>\b\d{5,30}\b)"
        r"|(?P<hex>\b(?=[a-f]{0,63}\d)[0-9a-f]{7,64}\b)",
        re.IGNORECASE,
    )


def _placeholder(match: re.Match[str]) -> str:
    kind = match.lastgroup or ""
    if kind in ("path", "name"):
        return _file_name(match["name"] or match["path"])
    return _PLACEHOLDERS.get(kind, match[0])


def _file_name(name: str) -> str:
    """A temporary file's made-up name is noise too."""
    return "<tmp>" if name.startswith("tmp") and len(name) > 8 else name


def normalise(text: str) -> str:
    """The text without colours, times, ids, folders, line numbers and odd spacing.

    Small numbers stay: "3 failed" and "2 failed" are different results.
    """
    bounded = without_status_block(without_colours(text[:READ_CHARS]))
    return " ".join(_noise().sub(_placeholder, bounded).split())


def readable(text: str, most: int) -> str:
    """The text on one line, for people: nothing taken out but colours and odd spacing."""
    return " ".join(without_colours(text[: most * 2]).split())[:most]


def without_colours(text: str) -> str:
    """The text without a terminal's control sequences."""
    return _ansi().sub("", text) if "\x1b" in text else text


def without_status_block(text: str) -> str:
    """Boilerplate that every iteration repeats makes no two messages alike."""
    if "_STATUS" not in text:
        return text
    kept: list[str] = []
    inside = False
    for line in text.split("\n"):
        bare = line.strip().strip("`*")
        if _opens_block(bare):
            inside = True
        elif inside and _closes_block(bare):
            inside = False
        elif not inside:
            kept.append(line)
    return "\n".join(kept)


def _opens_block(bare: str) -> bool:
    return bare.endswith(("_STATUS---", "_STATUS:")) and not bare.startswith("---END_")


def _closes_block(bare: str) -> bool:
    return not bare or bare.startswith("---END_")


def message_digest(text: str) -> str:
    """Head of the final message, normalised and in lower case, for telling repetition."""
    return normalise(text).lower()[:DIGEST_CHARS]


def question_of(reading: Reading) -> str | None:
    """The last question that waits for a person, made comparable."""
    if not reading.questions:
        return None
    return normalise(reading.questions[-1]).lower()[: DIGEST_CHARS // 2] or None
