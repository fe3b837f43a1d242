"""Loops inside one run: what the agent did and got back, step by step, near the end.

Calls are compared by what they do and results after normalisation, so thoughts that vary do not
hide a loop, and a repeated call that brings something new (polling, paging) is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from exitgate.core.policy import STRICT, Count
from exitgate.core.repeats import ending_cycle
from exitgate.core.transcript import CallKind, EndStatus, Message, Role, Step, ToolCall, Transcript
from exitgate.language.chant import chant_in
from exitgate.language.failure import failure_line, says_fine
from exitgate.language.fingerprint import message_digest
from exitgate.language.results import ResultIds


class Pattern(StrEnum):
    SAME_CALL = "same call, same result"
    CYCLE = "cycle of calls"
    SAME_ERROR = "same error from different calls"
    SAME_CHECK = "same check, same result, whatever was changed"
    NOTHING_NEW = "nothing that was not seen before"
    ALL_FAILING = "almost every call fails"
    MONOLOGUE = "talk without action"
    CHANT = "the same words over and over"


@dataclass(frozen=True, slots=True)
class RunLimits:
    """When repetition inside a run counts as a loop."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    identical: Count = 4
    """Equal calls with equal results in a row."""
    rounds: Count = 3
    """Full turns of a cycle of two to six calls."""
    same_error: Count = 6
    """Times one error comes back within the last `error_window` results."""
    error_window: Count = 10
    same_check: Count = 5
    """Times one command gives the very same result within the last `check_window` calls."""
    check_window: Count = 24
    nothing_new: Count = 6
    """Results of the last `new_window` that had all been seen before."""
    new_window: Count = 8
    all_failing: Count = 11
    """Failures among the last `fail_window` results."""
    fail_window: Count = 12
    monologue: Count = 3
    """Turns without a call, each only pushed on by the same automatic prompt."""
    chant: Count = 8
    """Times the closing words repeat."""
    waiting: Count = 5
    """How many times more patience a call that only waits is given."""


@dataclass(frozen=True, slots=True)
class RunLoop:
    """One loop: `first` and `last` are the numbers of the steps that it spans."""

    pattern: Pattern
    times: int
    what: str
    first: int
    last: int
    period: int = 1
    going: bool = True


@dataclass(frozen=True, slots=True)
class _Turn:
    """One call as the detectors see it."""

    step: int
    call: ToolCall
    pair: int
    """Equal for equal calls with equal results."""
    error: str | None


TAIL = 40
"""Calls before the end that are compared after normalisation; earlier ones only verbatim."""
_NEAR = 5
"""Calls before the end within which a loop must have shown itself to be still going."""
_WAITING_TOOLS = frozenset({"bashoutput", "taskoutput", "wait", "sleep", "monitor"})

Detector = Callable[[Sequence[_Turn], RunLimits], RunLoop | None]


def find_run_loop(transcript: Transcript, limits: RunLimits) -> RunLoop | None:
    """The loop that was still going at the end, else the longest that the agent got out of."""
    steps = transcript.steps
    talk = _monologue(steps, limits) or _chant(steps, limits)
    if talk is not None:
        return talk
    turns = _tail_turns(steps)
    going = next((hit for detect in _DETECTORS if (hit := detect(turns, limits))), None)
    if going is not None and not _left(transcript, going):
        return going
    return _escaped(steps, limits, going)


def action_key(call: ToolCall) -> tuple[str, str]:
    """What the call does. A shell call's description is a thought, its command the action."""
    return (call.name, call.command or call.input)


def _tail_turns(steps: Sequence[Step]) -> list[_Turn]:
    """The last calls, numbered by (action, result). The very last may lack its result."""
    numbered = [(i + 1, step) for i, step in enumerate(steps) if isinstance(step, ToolCall)][-TAIL:]
    ids = ResultIds()
    errors: dict[int, str | None] = {}
    turns: list[_Turn] = []
    for number, call in numbered:
        pair = ids.pair(action_key(call), call.output)
        if pair not in errors:
            errors[pair] = failure_line(call)
        turns.append(_Turn(number, call, pair, errors[pair]))
    if len(turns) > 1 and turns[-1].call.output is None and turns[-1].pair != turns[-2].pair:
        turns.pop()
    return turns


def _left(transcript: Transcript, loop: RunLoop) -> bool:
    """True where the agent itself ended the run after the loop, by its finish call or last word."""
    last = transcript.steps[-1]
    if isinstance(last, ToolCall):
        return last.kind is CallKind.FINISH and loop.last < len(transcript.steps)
    return transcript.end is EndStatus.FINISHED and last.role is Role.ASSISTANT


def _cycle(turns: Sequence[_Turn], limits: RunLimits) -> RunLoop | None:
    if not turns:
        return None
    patience = limits.waiting if _only_waits(turns[-1].call) else 1
    cycle = ending_cycle(
        [turn.pair for turn in turns],
        single=limits.identical * patience,
        rounds=limits.rounds * patience,
    )
    if cycle is None:
        return None
    pattern = Pattern.SAME_CALL if cycle.period == 1 else Pattern.CYCLE
    span = turns[-cycle.length :]
    what = " / ".join(_brief(turn.call) for turn in span[: cycle.period])
    return RunLoop(pattern, cycle.rounds, what, span[0].step, span[-1].step, cycle.period)


def _only_waits(call: ToolCall) -> bool:
    if call.name.lower() in _WAITING_TOOLS:
        return True
    words = call.command[:200].split()
    return call.kind is CallKind.RUN and (not words or words[0] in ("sleep", "wait"))


def _same_error(turns: Sequence[_Turn], limits: RunLimits) -> RunLoop | None:
    window = _with_result(turns)[-limits.error_window :]
    errors = Counter(turn.error for turn in window if turn.error is not None)
    for error, times in errors.most_common(1):
        span = [turn for turn in window if turn.error == error]
        if times >= limits.same_error and span[-1] in window[-_NEAR:]:
            return RunLoop(Pattern.SAME_ERROR, times, error, span[0].step, span[-1].step)
    return None


def _same_check(turns: Sequence[_Turn], limits: RunLimits) -> RunLoop | None:
    window = _with_result(turns)[-limits.check_window :]
    checks = [turn for turn in window if _is_check(turn.call)]
    counted = Counter(turn.pair for turn in checks)
    recent = {turn.pair for turn in window[-_NEAR:]}
    for pair, times in counted.most_common(3):
        span = [turn for turn in checks if turn.pair == pair]
        if times >= limits.same_check and pair in recent and not says_fine(span[-1].call):
            what = _brief(span[-1].call)
            return RunLoop(Pattern.SAME_CHECK, times, what, span[0].step, span[-1].step)
    return None


def _is_check(call: ToolCall) -> bool:
    return call.kind is CallKind.RUN and not _only_waits(call)


def _nothing_new(turns: Sequence[_Turn], limits: RunLimits) -> RunLoop | None:
    done = _with_result(turns)
    seen: set[int] = set()
    stale: list[bool] = []
    for turn in done:
        stale.append(turn.pair in seen and not _only_waits(turn.call))
        seen.add(turn.pair)
    times = sum(stale[-limits.new_window :])
    if not stale or not stale[-1] or times < limits.nothing_new:
        return None
    span = done[-limits.new_window :]
    return RunLoop(Pattern.NOTHING_NEW, times, _brief(span[-1].call), span[0].step, span[-1].step)


def _all_failing(turns: Sequence[_Turn], limits: RunLimits) -> RunLoop | None:
    window = _with_result(turns)[-limits.fail_window :]
    failed = [turn for turn in window if turn.error is not None]
    if len(failed) < limits.all_failing or window[-1].error is None:
        return None
    return RunLoop(
        Pattern.ALL_FAILING, len(failed), window[-1].error, failed[0].step, failed[-1].step
    )


_DETECTORS: tuple[Detector, ...] = (
    _cycle,
    _same_error,
    _same_check,
    _nothing_new,
    _all_failing,
)


def _with_result(turns: Sequence[_Turn]) -> Sequence[_Turn]:
    return [turn for turn in turns if turn.call.output is not None]


def _monologue(steps: Sequence[Step], limits: RunLimits) -> RunLoop | None:
    """Turns at the end without any call, while the same automatic prompt asks to go on."""
    spoken = _after_last_call(steps)
    said = [message for message in spoken if message.role is Role.ASSISTANT]
    pushed = [message for message in spoken if message.role is Role.USER]
    last = len(steps)
    first = last - len(spoken) + 1
    if len(pushed) >= limits.monologue and len(said) >= limits.monologue:
        prompts = {message.text[:400] for message in pushed[-limits.monologue :]}
        if len(prompts) < limits.monologue:
            return RunLoop(Pattern.MONOLOGUE, len(said), "no tool call", first, last)
    digests = [message_digest(message.text) for message in said[-TAIL:]]
    cycle = ending_cycle(digests, single=limits.identical, rounds=limits.rounds)
    if cycle is None or not any(digests[-cycle.period :]):
        return None
    return RunLoop(Pattern.MONOLOGUE, cycle.rounds, "the same message", first, last, cycle.period)


def _after_last_call(steps: Sequence[Step]) -> list[Message]:
    spoken: list[Message] = []
    for step in reversed(steps):
        if isinstance(step, ToolCall):
            break
        spoken.append(step)
    return spoken[::-1]


def _chant(steps: Sequence[Step], limits: RunLimits) -> RunLoop | None:
    last = steps[-1] if steps else None
    if not isinstance(last, Message) or last.role is not Role.ASSISTANT:
        return None
    chant = chant_in(last.text, limits.chant)
    if chant is None:
        return None
    return RunLoop(Pattern.CHANT, chant.times, chant.words, len(steps), len(steps))


def _escaped(steps: Sequence[Step], limits: RunLimits, left: RunLoop | None) -> RunLoop | None:
    """The longest run of equal calls with equal results that the agent did get out of."""
    best: RunLoop | None = None
    times, first, before = 0, 0, None
    for number, step in enumerate(steps, start=1):
        if not isinstance(step, ToolCall):
            continue
        key = (action_key(step), step.output)
        times, first = (times + 1, first) if key == before else (1, number)
        before = key
        if times >= limits.identical and (best is None or times > best.times):
            what = _brief(step)
            best = RunLoop(Pattern.SAME_CALL, times, what, first, number, going=False)
    if left is None or (best is not None and best.times >= left.times):
        return best
    return RunLoop(
        left.pattern, left.times, left.what, left.first, left.last, left.period, going=False
    )


def _brief(call: ToolCall) -> str:
    """One short line for people: the tool and what it was pointed at."""
    about = call.command or (call.paths[0] if call.paths else call.input)
    return f"{call.name} {' '.join(about[:160].split())}"[:80].rstrip()
