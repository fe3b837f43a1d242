"""Values of a status block, read tolerantly; what cannot be understood is never a yes."""

from __future__ import annotations

import re
from functools import cache

from exitgate.language.remarks import limits, qualifies, tells_failure

YES = frozenset({"true", "yes", "y", "1", "on", "✅", "done"})
VALUE_WIDTH = 500
REMARKS = (" (", " - ", " — ", " – ", "; ")
STATUSES = {
    "IN_PROGRESS": "IN_PROGRESS", "INPROGRESS": "IN_PROGRESS", "WORKING": "IN_PROGRESS",
    "ONGOING": "IN_PROGRESS", "CONTINUE": "IN_PROGRESS", "COMPLETE": "COMPLETE",
    "COMPLETED": "COMPLETE", "DONE": "COMPLETE", "BLOCKED": "BLOCKED",
}  # fmt: skip
TESTS = {
    "PASS": "PASSING", "PASSING": "PASSING", "PASSED": "PASSING", "GREEN": "PASSING",
    "FAIL": "FAILING", "FAILING": "FAILING", "FAILED": "FAILING", "RED": "FAILING",
    "NOT_RUN": "NOT_RUN", "SKIP": "NOT_RUN", "SKIPPED": "NOT_RUN", "DEFERRED": "NOT_RUN",
    "NONE": "NOT_RUN", "N/A": "NOT_RUN",
}  # fmt: skip


@cache
def _placeholder() -> re.Pattern[str]:
    return re.compile(
        r"<(?!!--)[^<>]{0,80}>|\{[^{}]{0,80}\}|\[[a-z ]{1,80}\]"
        r"|^\W{0,4}\w{1,30}(?:\s?[|/]\s?\w{1,30}){1,6}\W{0,4}$|\w\s\|\s\w"
        r"|^\W{0,4}(?:true|false)\s(?:or)\s(?:true|false)",
        re.IGNORECASE,
    )


def is_template(value: str) -> bool:
    """ "true | false", "pass/fail/skip", "<number>": a form to fill in, not an answer."""
    if value.casefold().strip(" *_`\"'") in ("n/a", "and/or"):
        return False
    return _placeholder().search(value[:VALUE_WIDTH]) is not None


def plain(value: str) -> str:
    """The value without Markdown, quotes and a trailing comment."""
    text = value[:VALUE_WIDTH].strip().strip("*_`\"', ")
    for mark in (" #", " //", " <!--", "  ("):
        text = text.split(mark, 1)[0]
    return text.strip().strip("*_`\"', ")


def truth(value: str) -> bool:
    """True only for a clear yes. A remark may follow it, if it does not take the yes back."""
    whole = value[:VALUE_WIDTH]
    text = plain(whole).casefold()
    for mark in REMARKS:
        text = text.split(mark, 1)[0]
    text = text.strip()
    if text.strip(" .!*_`\"'✅") not in YES and text != "✅":
        return False
    return not qualifies(whole.casefold().partition(text)[2])


def whole_number(value: str) -> int | None:
    head = plain(value).split(" ", 1)[0].strip(",.")
    return int(head) if head.isascii() and head.isdigit() and len(head) <= 9 else None


def _word(value: str) -> str:
    text = plain(value).upper()
    for mark in (" (", " - ", " — ", " – ", ",", ";"):
        text = text.split(mark, 1)[0]
    return text.strip(" .!*_`✅🚧❌").replace(" ", "_").replace("-", "_")


def status_word(value: str) -> str | None:
    """ "COMPLETE (phase 1)" is a part's end, so the whole is in progress."""
    word = STATUSES.get(_word(value))
    if word == "COMPLETE" and (remark := _remark(value)) and limits(remark):
        return "IN_PROGRESS"
    return word


def _remark(value: str) -> str:
    """What stands behind the word itself: in brackets, or behind a dash or a comma."""
    text = value[:VALUE_WIDTH]
    places = [text.find(mark) for mark in (*REMARKS, ",")]
    return text[min((place for place in places if place >= 0), default=len(text)) :]


def tests_word(value: str) -> str:
    """Only these four answers exist; another word is UNKNOWN, unless it tells of a failure."""
    known = TESTS.get(_word(value), "UNKNOWN")
    doubtful = known in ("PASSING", "UNKNOWN")
    return "FAILING" if doubtful and tells_failure(value[:VALUE_WIDTH]) else known


def work_word(value: str) -> str | None:
    return _word(value) or None


def sentence(value: str) -> str | None:
    return value.strip().strip("*`").strip()[:VALUE_WIDTH] or None
