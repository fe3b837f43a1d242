"""The completion promise: it counts only as a statement of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from exitgate.core.reading import BlockStyle, StatusBlock
from exitgate.language.lines import Kind, Line
from exitgate.language.remarks import retracts
from exitgate.language.signal_echo import repeats_the_task
from exitgate.language.status_text import introduced_as_example

MOST_TAGS = 20
AFTERWORDS = 3
"""Lines behind the tag in which it may be taken back."""
MOST_LINES = 5
"""A tag may be broken over this many lines."""
ENDS = (".", "!", "。", "！", "✅", ")", "🎉", ":")


class Spot(NamedTuple):
    """Where a tag stands: places of its first and last line, and their text."""

    first: int
    last: int
    raw: str


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


@cache
def _denial() -> re.Pattern[str]:
    """A last sentence that is nothing but a no: "Not yet.", "No, not done."."""
    return re.compile(
        r"(?:no|nope|almost|nearly|soon|wait|(?:no, |it is |it's |still |we are )?not (?:\w+ )?"
        r"(?:yet|done|complete|completed|finished|ready|there|quite))(?: there| yet)?[\s.!…]*$",
        re.IGNORECASE,
    )


def kept_promise(lines: Sequence[Line], word: str, asked: str) -> StatusBlock | None:
    """The last promise made as its own line or as the closing words of the message."""
    wanted = " ".join(word.split()).casefold()
    last = next((line.number for line in reversed(lines) if line.raw.strip()), 0)
    tagged = [place for place, line in enumerate(lines) if "<promise>" in line.raw.casefold()]
    for place in tagged[: -MOST_TAGS - 1 : -1]:
        spot = _spot(lines, place)
        if spot is None:
            continue
        tag = _last_tag(spot.raw, wanted)
        if tag and _is_statement(lines, spot, tag, closes=lines[spot.last].number == last):
            if _is_echo(lines, spot, asked):
                continue
            line = lines[place].number
            return StatusBlock(style=BlockStyle.PROMISE, done=True, status="COMPLETE", line=line)
    return None


def _spot(lines: Sequence[Line], place: int) -> Spot | None:
    """The lines from the opening tag to the closing one, all of them said and not shown."""
    held: list[str] = []
    for last, line in enumerate(lines[place : place + MOST_LINES], place):
        if not line.is_asserted and line.kind is not Kind.BLANK:
            return None
        held.append(line.raw)
        if "</promise>" in line.raw.casefold():
            return Spot(place, last, "\n".join(held))
    return None


def _last_tag(raw: str, wanted: str) -> re.Match[str] | None:
    found = [tag for tag in _tag().finditer(raw) if " ".join(tag[1].split()).casefold() == wanted]
    return found[-1] if found else None


def _is_statement(lines: Sequence[Line], spot: Spot, tag: re.Match[str], *, closes: bool) -> bool:
    before = spot.raw[: tag.start()].strip().strip("*_#- ")
    behind = spot.raw[tag.end() :].strip().strip("*_.! ")
    if behind or before.endswith(("`", '"', "'", "“")):
        return False
    if not before:
        return not _runs_on(lines, spot) and not introduced_as_example(lines, spot.first)
    tail = before[-200:]
    return (
        closes and tail.endswith(ENDS) and not _talk().search(tail.rstrip(".!: ").split(". ")[-1])
    )


def _runs_on(lines: Sequence[Line], spot: Spot) -> bool:
    """The tag is the middle of a sentence that was broken into lines, or follows a plain no."""
    above = lines[spot.first - 1].raw.strip() if spot.first else ""
    below = lines[spot.last + 1].raw.strip() if spot.last + 1 < len(lines) else ""
    talks = bool(_talk().search(above[-200:])) and not above.endswith((".", "!", "。"))
    return talks or below[:1].islower() or _denied(lines, spot) or _taken_back(lines, spot)


def _taken_back(lines: Sequence[Line], spot: Spot) -> bool:
    spoken = (line.raw for line in lines[spot.last + 1 :] if line.raw.strip())
    return any(retracts(raw) for raw in islice(spoken, AFTERWORDS))


def _denied(lines: Sequence[Line], spot: Spot) -> bool:
    spoken = (line.raw.strip() for line in reversed(lines[: spot.first]) if line.raw.strip())
    last_sentence = re.split(r"[.!?…]\s", next(spoken, "")[-200:])[-1]
    return _denial().match(last_sentence.strip("*_#-> ")) is not None


def _is_echo(lines: Sequence[Line], spot: Spot, asked: str) -> bool:
    """The task itself holds this line with the line above it."""
    if repeats_the_task(lines, spot.first + 1, spot.last + 1, asked):
        return True
    above = next((li.raw.strip() for li in reversed(lines[: spot.first]) if li.raw.strip()), "")
    closes = not any(line.raw.strip() for line in lines[spot.last + 1 :])
    return bool(above) and above in asked and not closes
