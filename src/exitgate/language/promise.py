"""The completion promise: it counts only as a statement of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from exitgate.core.reading import BlockStyle, StatusBlock
from exitgate.language.lines import Line
from exitgate.language.status_text import introduced_as_example

MOST_TAGS = 20
ENDS = (".", "!", "。", "！", "✅", ")", "🎉", ":")


@cache
def _tag() -> re.Pattern[str]:
    return re.compile(r"<promise>([^<>]{1,200})</promise>", re.IGNORECASE)


@cache
def _talk() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:not|never|no|n't|cannot|until|unless|when|once|if|will|would|should|must|only|before"
        r"|output|print|say|emit|type|write|example|promise|signal|yet)\b|n't\b",
        re.IGNORECASE,
    )


def kept_promise(lines: Sequence[Line], word: str, prompt: str) -> StatusBlock | None:
    """The last promise made as its own line or as the closing words of the message."""
    wanted = " ".join(word.split()).casefold()
    last = next((line.number for line in reversed(lines) if line.raw.strip()), 0)
    tagged = [place for place, line in enumerate(lines) if "promise>" in line.raw.casefold()]
    for place in tagged[: -MOST_TAGS - 1 : -1]:
        line = lines[place]
        if not line.is_asserted:
            continue
        tag = _last_tag(line.raw, wanted)
        if tag and _is_statement(lines, place, tag, closes=line.number == last):
            if _is_echo(lines, place, prompt):
                continue
            return StatusBlock(
                style=BlockStyle.PROMISE, done=True, status="COMPLETE", line=line.number
            )
    return None


def _last_tag(raw: str, wanted: str) -> re.Match[str] | None:
    found = [tag for tag in _tag().finditer(raw) if " ".join(tag[1].split()).casefold() == wanted]
    return found[-1] if found else None


def _is_statement(lines: Sequence[Line], place: int, tag: re.Match[str], *, closes: bool) -> bool:
    raw = lines[place].raw
    before = raw[: tag.start()].strip().strip("*_#- ")
    behind = raw[tag.end() :].strip().strip("*_.! ")
    if behind or before.endswith(("`", '"', "'", "“")):
        return False
    if not before:
        return not _runs_on(lines, place) and not introduced_as_example(lines, place)
    tail = before[-200:]
    return (
        closes and tail.endswith(ENDS) and not _talk().search(tail.rstrip(".!: ").split(". ")[-1])
    )


def _runs_on(lines: Sequence[Line], place: int) -> bool:
    """The tag is the middle of a sentence that was broken into lines."""
    above = lines[place - 1].raw.strip() if place else ""
    below = lines[place + 1].raw.strip() if place + 1 < len(lines) else ""
    talks = bool(_talk().search(above[-200:])) and not above.endswith((".", "!", "。"))
    return talks or below[:1].islower()


def _is_echo(lines: Sequence[Line], place: int, prompt: str) -> bool:
    """The prompt itself holds this line with the line above it."""
    above = next((li.raw.strip() for li in reversed(lines[:place]) if li.raw.strip()), "")
    closes = not any(line.raw.strip() for line in lines[place + 1 :])
    return bool(above) and above in prompt and not closes
