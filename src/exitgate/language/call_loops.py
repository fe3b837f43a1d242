"""Loops in calls and results: each detector looks at the last turns for one pattern."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from exitgate.core.repeats import ending_cycle
from exitgate.core.transcript import CallKind, ToolCall
from exitgate.language.failure import ERROR_CHARS, says_fine, telling_line
from exitgate.language.loop_patterns import Pattern, RunLimits, RunLoop
from exitgate.language.redact import redact
from exitgate.language.turns import Turn, action_key, brief

_NEAR = 5
"""Calls before the end within which a loop must have shown itself to be still going."""
_WAITED = 3
"""Calls before the end among which a waiting one shows that the agent waits."""
_CLEAN = 2
"""Calls without any error at the end, after which an agent has got out of its error."""
_WAITING_TOOLS = frozenset({"bashoutput", "taskoutput", "wait", "sleep", "monitor"})

Detector = Callable[[Sequence[Turn], RunLimits], RunLoop | None]


def _cycle(turns: Sequence[Turn], limits: RunLimits) -> RunLoop | None:
    if not turns:
        return None
    patience = _patience(turns, limits)
    cycle = ending_cycle(
        [turn.pair for turn in turns],
        single=limits.identical * patience,
        rounds=limits.rounds * patience,
    )
    if cycle is None:
        return None
    pattern = Pattern.SAME_CALL if cycle.period == 1 else Pattern.CYCLE
    span = turns[-cycle.length :]
    what = " / ".join(brief(turn.call) for turn in span[: cycle.period])
    return RunLoop(pattern, cycle.rounds, what, span[0].step, span[-1].step, cycle.period)


def _patience(turns: Sequence[Turn], limits: RunLimits) -> int:
    """An agent that waits for something asks the same until it is there."""
    return limits.waiting if any(_only_waits(turn.call) for turn in turns[-_WAITED:]) else 1


def _only_waits(call: ToolCall) -> bool:
    if call.name.lower() in _WAITING_TOOLS:
        return True
    if call.kind is not CallKind.RUN:
        return False
    return call.command.startswith(("sleep ", "wait")) or '"command":""' in call.input[
        :200
    ].replace(" ", "")


def _same_error(turns: Sequence[Turn], limits: RunLimits) -> RunLoop | None:
    window = _with_result(turns)[-limits.error_window :]
    errors = Counter(turn.error for turn in window if turn.error is not None)
    for error, times in errors.most_common(1):
        span = [turn for turn in window if turn.error == error]
        if times >= limits.same_error and not _recovered(window):
            what = _printed(span[-1])
            return RunLoop(Pattern.SAME_ERROR, times, what, span[0].step, span[-1].step)
    return None


def _recovered(window: Sequence[Turn]) -> bool:
    clean = all(turn.error is None for turn in window[-_CLEAN:])
    return clean or _came_out_well(window[-1].call)


def _same_check(turns: Sequence[Turn], limits: RunLimits) -> RunLoop | None:
    window = _with_result(turns)[-limits.check_window :]
    checks = [turn for turn in window if _is_check(turn.call)]
    counted = Counter(turn.pair for turn in checks)
    recent = {turn.pair for turn in window[-_NEAR:]}
    enough = limits.same_check * _patience(turns, limits)
    for pair, times in counted.most_common(3):
        span = [turn for turn in checks if turn.pair == pair]
        if times < enough or pair not in recent or says_fine(span[-1].call):
            continue
        if not _put_right(span[-1], checks):
            what = brief(span[-1].call)
            return RunLoop(Pattern.SAME_CHECK, times, what, span[0].step, span[-1].step)
    return None


def _put_right(last: Turn, checks: Sequence[Turn]) -> bool:
    """The same command gave another result since, or another check came out well."""
    later = [turn.call for turn in checks if turn.step > last.step]
    again = action_key(last.call)
    return any(action_key(call) == again or _came_out_well(call) for call in later)


def _came_out_well(call: ToolCall) -> bool:
    return _is_check(call) and bool(call.output) and says_fine(call)


def _is_check(call: ToolCall) -> bool:
    return call.kind is CallKind.RUN and not _only_waits(call)


def _nothing_new(turns: Sequence[Turn], limits: RunLimits) -> RunLoop | None:
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
    return RunLoop(Pattern.NOTHING_NEW, times, brief(span[-1].call), span[0].step, span[-1].step)


def _all_failing(turns: Sequence[Turn], limits: RunLimits) -> RunLoop | None:
    window = _with_result(turns)[-limits.fail_window :]
    failed = [turn for turn in window if turn.error is not None]
    if len(failed) < limits.all_failing or window[-1].error is None:
        return None
    what = _printed(window[-1])
    return RunLoop(Pattern.ALL_FAILING, len(failed), what, failed[0].step, failed[-1].step)


def _printed(turn: Turn) -> str:
    """Its error as the tool printed it, which a person can look for; secrets go before the cut."""
    line = telling_line(turn.call.output or "") or f"{turn.call.name} failed"
    return redact(line)[:ERROR_CHARS]


DETECTORS: tuple[Detector, ...] = (
    _cycle,
    _same_error,
    _same_check,
    _nothing_new,
    _all_failing,
)


def _with_result(turns: Sequence[Turn]) -> Sequence[Turn]:
    return [turn for turn in turns if turn.call.output is not None]
