"""What a run got to see: new results are progress, the same ones again are not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from exitgate.core.history import IterationRecord
from exitgate.core.transcript import CallKind, Transcript
from exitgate.language.fingerprint import normalise
from exitgate.language.signature import digest
from exitgate.language.trouble import words_in
from exitgate.language.work_told import ATTEMPTS, tells_new_work

COMPARED_CALLS = 40
"""The newest answers tell two runs apart, and the cost stays bounded."""
ANSWER_CHARS = 1_000
_NO_NEWS = frozenset({CallKind.PLAN, CallKind.ASK, CallKind.FINISH})
"""Tools that hand back what the agent put in."""


def results_of(transcript: Transcript) -> str | None:
    """Digest of what the tools answered; empty without a call, None where it is not recorded."""
    if not transcript.has_tools:
        return None
    calls = [call for call in transcript.calls if call.kind not in _NO_NEWS]
    if not calls:
        return None if transcript.counts.tool_calls else ""
    answers = [call.output for call in calls[-COMPARED_CALLS:] if call.output is not None]
    if not answers:
        return None
    return digest(sorted({_comparable(answer[:ANSWER_CHARS]) for answer in answers}))


def _comparable(answer: str) -> str:
    """Without what varies, unless that is all of it: a bare number is what was asked for."""
    normal = normalise(answer)
    return normal if words_in(normal) else answer.strip()


def repeating(alike: Sequence[IterationRecord]) -> tuple[IterationRecord, ...]:
    """Of iterations that say the same, those that also saw nothing which the others did not.

    None of them where the newest saw something new, or where nothing was measured and the words
    count towards a total or report other work each time.
    """
    if not alike or _counts_up([record.message for record in alike if record.results is None]):
        return ()
    if all(_is_unmeasured(record) for record in alike) and tells_new_work(alike):
        return ()
    seen = [record.results for record in alike if record.results]
    if alike[-1].results and seen.count(alike[-1].results) == 1:
        return ()
    return tuple(r for r in alike if not r.results or seen.count(r.results) > 1)


def _is_unmeasured(record: IterationRecord) -> bool:
    return record.results is None and record.changed is None


@cache
def _share() -> re.Pattern[str]:
    """`3 of 40`, `3/40` and `30 %`, with the word in front of it."""
    return re.compile(
        r"(?:(?P<word>[a-z]{1,20})[ #]{1,2})?(?<![\d.,/])(?P<part>\d{1,6})(?:\.\d{1,3})?"
        r"(?: ?%| ?/ ?(?P<whole>\d{1,6})| (?:of|out of) (?:the )?(?P<all>\d{1,6}))(?![\w/])"
    )


def _shares(message: str) -> tuple[tuple[int, int], ...]:
    found = (match for match in _share().finditer(message) if match["word"] not in ATTEMPTS)
    return tuple((int(m["part"]), int(m["whole"] or m["all"] or 100)) for m in found)


def _counts_up(messages: Sequence[str]) -> bool:
    """Every message is further towards the same totals than the one before it."""
    counts = [_shares(message) for message in messages]
    return len(counts) > 1 and all(_is_further(*pair) for pair in pairwise(counts))


def _is_further(before: tuple[tuple[int, int], ...], now: tuple[tuple[int, int], ...]) -> bool:
    if not now or [whole for _, whole in before] != [whole for _, whole in now]:
        return False
    steps = [new - old for (old, _), (new, _) in zip(before, now, strict=True)]
    in_range = all(part <= whole for part, whole in now)
    return in_range and min(steps) >= 0 and max(steps) > 0
