"""A run's calls as the loop detectors see them: equal action and result, equal number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exitgate.core.transcript import Step, ToolCall
from exitgate.language.failure import failure_line
from exitgate.language.results import ResultIds
from exitgate.language.unseen_edit import is_unseen_edit

TAIL = 40
"""Calls before the end that are compared after normalisation; earlier ones only verbatim."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One call as the detectors see it."""

    step: int
    call: ToolCall
    pair: int
    """Equal for equal calls with equal results."""
    error: str | None


def tail_turns(steps: Sequence[Step]) -> list[Turn]:
    """The last calls, numbered by (action, result). The very last may lack its result."""
    ids = ResultIds()
    errors: dict[int, str | None] = {}
    turns: list[Turn] = []
    for number, call in _last_calls(steps):
        # Its step makes an edit unlike any other where the record does not show what it wrote.
        pair = -number if is_unseen_edit(call) else ids.pair(action_key(call), call.output)
        if pair not in errors:
            errors[pair] = failure_line(call)
        turns.append(Turn(number, call, pair, errors[pair]))
    if len(turns) > 1 and turns[-1].call.output is None and turns[-1].pair != turns[-2].pair:
        turns.pop()
    return turns


def _last_calls(steps: Sequence[Step]) -> list[tuple[int, ToolCall]]:
    """Only the calls of whoever made the last one: sub-agents side by side are no loop."""
    found: list[tuple[int, ToolCall]] = []
    for index in range(len(steps) - 1, -1, -1):
        step = steps[index]
        if not isinstance(step, ToolCall) or (found and step.parent != found[0][1].parent):
            continue
        found.append((index + 1, step))
        if len(found) == TAIL:
            break
    return found[::-1]


def action_key(call: ToolCall) -> tuple[str, str]:
    """What the call does. A shell call's description is a thought, its command the action."""
    return (call.name, call.command or call.input)


def brief(call: ToolCall) -> str:
    """One short line for people: the tool and what it was pointed at."""
    about = call.command or (call.paths[0] if call.paths else call.input)
    return f"{call.name} {' '.join(about[:160].split())}"[:80].rstrip()
