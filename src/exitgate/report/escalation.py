"""The escalation: what repeats, how often, and the three ways on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from exitgate.core.decision import Decision, Verdict
from exitgate.core.escalation import most_telling, pattern_of, told
from exitgate.core.evidence import Evidence
from exitgate.core.history import History, IterationRecord
from exitgate.core.repeats import Repeats
from exitgate.language.signature import shown_signature
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
    found = most_telling(decision.evidence)
    iterations = _iterations(found) if found else ()
    lines = _remembered(decision, history)
    if found is None or not iterations:
        pattern = decision.summary
    else:
        pattern = pattern_of(found.signal, *_times(found, iterations))
        lines = [line for line in lines if line.iteration >= min(iterations)]
        lines = [replace(line, repeats=line.iteration in iterations) for line in lines]
    return RememberedLoop(pattern, decision.signature, tuple(lines[-SHOWN_ITERATIONS:]))


def _remembered(decision: Decision, history: History) -> list[RememberedLine]:
    """Every iteration up to this one; those with its signature are marked."""
    records = [record for record in history.recent if record.number <= decision.iteration]
    lines = [
        RememberedLine(r.number, _shown(r), r.signature == decision.signature) for r in records
    ]
    if not lines or lines[-1].iteration != decision.iteration:
        lines.append(RememberedLine(decision.iteration, decision.work_summary, repeats=True))
    return lines


def _shown(record: IterationRecord) -> str:
    return told(record) if record.work else shown_signature(told(record))


def _iterations(found: Evidence) -> tuple[int, ...]:
    """The iterations that a finding points to."""
    named = (ref.removeprefix("iteration ") for ref in found.refs if ref.startswith("iteration "))
    return tuple(int(number) for number in named if number.isdecimal() and len(number) < 10)


def _times(found: Evidence, iterations: tuple[int, ...]) -> tuple[int, int]:
    """How often it was seen, and how many took turns."""
    seen = found.measure
    return (seen.times, seen.period) if isinstance(seen, Repeats) else (len(iterations), 1)


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
    repeats = "Same signature" if escalation.pattern.startswith("Same output") else "Repeats"
    marks = [f" ← {repeats}" if line.repeats and mixed else "" for line in shown[:-1]]
    return tuple(
        (line.iteration, line.work, mark)
        for line, mark in zip(shown, (*marks, " ← Loop detected"), strict=bool(shown))
    )
