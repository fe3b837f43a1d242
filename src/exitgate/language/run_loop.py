"""Loops inside one run: what the agent did and got back, step by step, near the end.

Calls are compared by what they do and results after normalisation, so thoughts that vary do not
hide a loop, and a repeated call that brings something new (polling, paging) is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from exitgate.core.transcript import CallKind, EndStatus, Step, ToolCall, Transcript
from exitgate.language.call_loops import DETECTORS
from exitgate.language.loop_patterns import Pattern, RunLimits, RunLoop
from exitgate.language.talk_loops import talk_loop
from exitgate.language.turns import action_key, brief, tail_turns
from exitgate.language.unseen_edit import is_unseen_edit


def find_run_loop(transcript: Transcript, limits: RunLimits) -> RunLoop | None:
    """The loop that was still going at the end, else the longest that the agent got out of."""
    steps = transcript.steps
    talk = talk_loop(steps, limits)
    if talk is not None and not (talk.what == "no tool call" and _ended_itself(transcript)):
        return talk
    turns = tail_turns(steps)
    going = next((hit for detect in DETECTORS if (hit := detect(turns, limits))), None)
    if going is not None and not _left(transcript, going):
        return going
    return _stopped(transcript, limits) or _escaped(steps, limits, going)


@cache
def _stopped_words() -> re.Pattern[str]:
    return re.compile(r"\bstuck in a? ?loop\b|\bAgentStuckInLoop|^stuck$", re.IGNORECASE)


def _stopped(transcript: Transcript, limits: RunLimits) -> RunLoop | None:
    """What the record itself, not the agent, says of the run's end."""
    detail = transcript.end_detail
    if limits.stopped > 1 or transcript.end is not EndStatus.ERROR:
        return None
    if not _stopped_words().search(detail[:300]):
        return None
    last = len(transcript.steps)
    return RunLoop(Pattern.STOPPED, 1, detail[:120], last, last)


def _left(transcript: Transcript, loop: RunLoop) -> bool:
    """True where the agent did or said something after the loop and then ended the run itself."""
    return _ended_itself(transcript) and loop.last < len(transcript.steps)


def _ended_itself(transcript: Transcript) -> bool:
    last = transcript.steps[-1]
    is_finish = isinstance(last, ToolCall) and last.kind is CallKind.FINISH
    return is_finish or transcript.end is EndStatus.FINISHED


def _escaped(steps: Sequence[Step], limits: RunLimits, left: RunLoop | None) -> RunLoop | None:
    """The longest run of equal calls with equal results that the agent did get out of."""
    best: RunLoop | None = None
    times, first = 0, 0
    before: object = None
    for number, step in enumerate(steps, start=1):
        if not isinstance(step, ToolCall):
            continue
        key = number if is_unseen_edit(step) else (action_key(step), step.output)
        times, first = (times + 1, first) if key == before else (1, number)
        before = key
        if times >= limits.identical and (best is None or times > best.times):
            what = brief(step)
            best = RunLoop(Pattern.SAME_CALL, times, what, first, number, going=False)
    if left is None or (best is not None and best.times >= left.times):
        return best
    return replace(left, going=False)
