"""The escalation: what repeats, how often, and the three ways on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from exitgate.core.decision import Decision, Verdict
from exitgate.core.history import History
from exitgate.core.wording import counted
from exitgate.report.escape import code, inline

SHOWN_ITERATIONS = 8


class Line(Protocol):
    """One iteration; `repeats` marks those that are part of the pattern."""

    @property
    def iteration(self) -> int: ...
    @property
    def work(self) -> str: ...
    @property
    def repeats(self) -> bool: ...


class Option(Protocol):
    @property
    def title(self) -> str: ...
    @property
    def detail(self) -> str: ...


class Escalation(Protocol):
    """What is told of a loop, whether the detector found it or only a decision is at hand."""

    @property
    def pattern(self) -> str: ...
    @property
    def signature(self) -> str: ...
    @property
    def history(self) -> Sequence[Line]: ...
    @property
    def options(self) -> Sequence[Option]: ...


@dataclass(frozen=True, slots=True)
class RememberedLine:
    iteration: int
    work: str
    repeats: bool


@dataclass(frozen=True, slots=True)
class WayOn:
    title: str
    detail: str


WAYS_ON = (
    WayOn("Continue with different approach", "Agent will be instructed to try new strategy"),
    WayOn("Review and debug", "Examine why same fix keeps failing"),
    WayOn("Cancel", "Stop task"),
)


@dataclass(frozen=True, slots=True)
class RememberedLoop:
    """An escalation from the loop's memory alone."""

    pattern: str
    signature: str
    history: tuple[RememberedLine, ...]
    options: tuple[WayOn, ...] = WAYS_ON


def escalation_of(decision: Decision, history: History) -> RememberedLoop | None:
    """What can be said from the decision and the loop's memory, where a loop was found."""
    if decision.verdict is not Verdict.STUCK:
        return None
    earlier = [record for record in history.recent if record.number < decision.iteration]
    same = [record.work for record in history.recent if record.number == decision.iteration]
    work = same[-1] if same else decision.work_summary
    seen = [(record.number, record.work, record.signature) for record in earlier]
    seen.append((decision.iteration, work, decision.signature))
    lines = tuple(
        RememberedLine(number, work or signature, signature == decision.signature)
        for number, work, signature in seen[-SHOWN_ITERATIONS:]
    )
    times = sum(line.repeats for line in lines)
    pattern = (
        f"Same output signature repeated {counted(times, 'time')}"
        if times > 1
        else decision.summary
    )
    return RememberedLoop(pattern, decision.signature, lines)


def render_escalation(escalation: Escalation, commands: Sequence[str] = ()) -> str:
    """In Markdown, as people who know loop detection expect to read it.

    `commands` are our own slash commands, one an option, for where they can be answered.
    """
    lines = ["## Loop Detected", "", f"**Pattern**: {inline(escalation.pattern)}"]
    lines += [f"**Signature**: {code(escalation.signature)}", "", "**Iteration history**:", ""]
    lines += [
        f"- Iteration {number}: {inline(work, 160)}{mark}"
        for number, work, mark in marked_history(escalation)
    ]
    lines += ["", "**Options**:", ""]
    answers = [f": comment `{command}`" for command in commands]
    answers += [""] * len(escalation.options)
    lines += [
        f"{number}. **{inline(option.title)}** - {inline(option.detail)}{answer}"
        for number, (option, answer) in enumerate(zip(escalation.options, answers, strict=False), 1)
    ]
    return "\n".join(lines)


def marked_history(escalation: Escalation) -> tuple[tuple[int, str, str], ...]:
    """Iteration, work and mark. The last is always marked, other repeats where they are mixed."""
    shown = escalation.history[-SHOWN_ITERATIONS:]
    mixed = not all(line.repeats for line in shown)
    last = shown[-1].iteration if shown else 0
    return tuple(
        (line.iteration, line.work, _mark(line.iteration == last, line.repeats and mixed))
        for line in shown
    )


def _mark(is_last: bool, is_repeat: bool) -> str:
    if is_last:
        return " ← Loop detected"
    return " ← Same signature" if is_repeat else ""
