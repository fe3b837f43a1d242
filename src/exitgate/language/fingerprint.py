"""Text made comparable: what varies between two runs of the same thing is taken out."""

from __future__ import annotations

import re
from functools import cache

from exitgate.core.reading import Reading

READ_CHARS = 4_000
"""Text beyond this is not compared: the head tells repetition, and the cost stays bounded."""
DIGEST_CHARS = 600
_SENTENCE_END = ". "

_BLOCK_WORDS = ("RECOMMENDATION", "REMAINING_WORK", "NEEDS", "STATUS")
_PLACEHOLDERS = {
    "uuid": "<id>",
    "given": "<id>",
    "stamp": "<time>",
    "clock": "<time>",
    "took": "<duration>",
    "address": "<hex>",
    "line": "line <n>",
    "place": ":<n>",
    "spot": ":<n>",
    "process": "pid <n>",
    "hex": "<hex>",
    "long": "<n>",
}


@cache
def _ansi() -> re.Pattern[str]:
    return re.compile(r"\x1b(?:\[[0-9;?]*+[ -/]*+[@-~]|\][^\x07\x1b]*+\x07?|[@-Z\\^_])")


@cache
def _noise() -> re.Pattern[str]:
    """Every part that varies without meaning; alternatives start at a word and never nest.

    One look at the first character spares most places the rest.
    """
    return re.compile(
        r"\b(?:(?P<uuid>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b)"
        r"|(?=\d)(?:(?P<stamp>\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?"
        r"(?:Z|[+-]\d\d:?\d\d)?)"
        r"|(?P<clock>\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?|\d{1,2}(?::\d\d)?\s?[ap]m\b)"
        r"|(?P<took>\d{1,9}(?:h\s?\d{1,2}m(?:\s?\d{1,2}s)?|m\s?\d{1,2}(?:\.\d{1,9})?s"
        r"|(?:\.\d{1,9})?\s?(?:[mnuµ]s|s|secs?|seconds?|min|mins|minutes?|h|hours?))\b)"
        r"|(?P<address>0x[0-9a-f]{1,32}\b)"
        r"|(?P<spot>\d{1,6}:\d{1,6}(?= {1,4}(?:error|warning)\b)))"
        r"|(?P<line>line\s{1,3}#?\d{1,9}(?:\s?-\s?\d{1,9})?)"
        r"|(?P<process>pid[ =:]{1,2}\d{1,9})"
        r"|(?P<given>(?:req|request|msg|toolu|call|chatcmpl|resp|sess|session|thread|run|trace)"
        r"[_-](?=[a-z]{0,40}\d)[0-9a-z]{12,64}\b))"
        r"|(?P<path>(?<![\w.@~+/\\<-])(?!\d{1,6}/\d{1,6}(?![\w/.-]))(?:[a-z]:)?(?:[\w.@~+-]*+[/\\])++(?P<name>[\w.@+-]*+))"
        r"|(?P<place>(?<=\w)(?::\d{1,9}(?::\d{1,9})?\b|\(\d{1,9}(?:,\d{1,9})?\)(?=:)))"
        r"|\b(?:(?P<long>\d{5,30}\b)|(?P<hex>(?=[a-f]{0,63}\d)[0-9a-f]{7,64}\b))",
        re.IGNORECASE,
    )


@cache
def _may_vary() -> re.Pattern[str]:
    """A number, a folder, or an id of letters: nothing else is noise."""
    return re.compile(r"[\d/\\]|[a-f]-[a-f]{4}-[a-f]", re.IGNORECASE)


def _without_noise(text: str) -> str:
    """Lines that hold nothing which could vary are passed over.

    Behind a number and before one, a unit or the word "line" may stand on the other line.
    """
    if _may_vary().search(text) is None:
        return text
    made: list[str] = []
    held: list[str] = []
    for line in text.splitlines(keepends=True):
        joined = held and (held[-1].rstrip()[-1:].isdigit() or not line.strip())
        if joined or _may_vary().search(line) or line.rstrip()[-4:].lower() == "line":
            held.append(line)
            continue
        if held:
            made.append(_noise().sub(_placeholder, "".join(held)))
            held = []
        made.append(line)
    return "".join(made) + _noise().sub(_placeholder, "".join(held))


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
    return " ".join(_without_noise(bounded).split())


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
        edges = _block_edges(line)
        if edges:
            inside = not edges[-1].startswith("END_")
        elif inside and not line.strip("`* \t\r"):
            inside = False
        elif not inside:
            kept.append(line)
    return "\n".join(kept)


def _block_edges(line: str) -> list[str]:
    """The names on a line of nothing but block headers and ends, which may run together."""
    if "_STATUS" not in line or len(line) > 200:
        return []
    names = [name.strip("_") for name in re.findall(r"\w+", line)]
    return names if all(name.endswith("_STATUS") and name.isupper() for name in names) else []


def own_words(text: str) -> str:
    """The message without its status block; where the block is all there is, the block's words."""
    said = without_status_block(text)
    if any(char.isalnum() for char in said) or "_STATUS" not in text:
        return said
    fields = dict(_block_field().findall(text))
    return " ".join(fields[key].strip() for key in _BLOCK_WORDS if key in fields)


@cache
def _block_field() -> re.Pattern[str]:
    keys = "|".join(_BLOCK_WORDS)
    return re.compile(rf"^[ \t*_`-]{{0,8}}({keys})[*_`]{{0,3}}:[*_` \t]*+([^\n]{{1,300}})", re.M)


def message_digest(text: str) -> str:
    """Head of the final message, normalised and in lower case, each sentence of it once."""
    said = normalise(own_words(text[:READ_CHARS])).lower()
    return _SENTENCE_END.join(dict.fromkeys(said.split(_SENTENCE_END)))[:DIGEST_CHARS]


def question_of(reading: Reading) -> str | None:
    """The last question that waits for a person, made comparable.

    "Please tell me." behind it only asks for the answer.
    """
    if not reading.questions:
        return None
    asked = [question for question in reading.questions if question.rstrip(" *_").endswith("?")]
    return normalise((asked or reading.questions)[-1]).lower()[: DIGEST_CHARS // 2] or None
