"""What a person is told when a loop is found: the pattern, its history and three ways on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from exitgate.core.evidence import Evidence
from exitgate.core.facts import Facts
from exitgate.core.history import IterationRecord
from exitgate.core.repeats import Repeats
from exitgate.core.trend import timeline
from exitgate.core.wording import counted

PATTERNS: dict[str, str] = {
    "agent_failing": "Agent failed {times} running",
    "repeated_denial": "Same permission refused {times}",
    "repeated_signature": "Same output signature repeated {times}",
    "repeated_error": "Same error repeated {times}",
    "same_failures": "No better test result in {iterations}",
    "repeated_tree": "Content returned to an earlier state {times}",
    "repeated_message": "Same final message repeated {times}",
    "same_trouble": "Same trouble told {times}",
    "repeated_question": "Same question asked {times}",
    "run_loop": "Loop inside the run, still going at its end",
    "idle": "No tool call in {iterations}",
    "test_saturation": "Only tests were run in {iterations}",
    "plan_stalled": "Plan unchanged for {iterations}",
    "no_change": "No file changes in {iterations}",
}
"""The signals that say "stuck", the most telling first, and how each is put to a person."""
LINE_CHARS = 120


@dataclass(frozen=True, slots=True)
class EscalationLine:
    """One iteration of the history; `repeats` marks those that are part of the pattern."""

    iteration: int
    work: str
    repeats: bool
    detected: bool = False


@dataclass(frozen=True, slots=True)
class EscalationOption:
    title: str
    detail: str


OPTIONS = (
    EscalationOption(
        "Continue with different approach", "Agent will be instructed to try new strategy"
    ),
    EscalationOption("Review and debug", "Examine why same fix keeps failing"),
    EscalationOption("Cancel", "Stop task"),
)


@dataclass(frozen=True, slots=True)
class Escalation:
    signal: str
    pattern: str
    signature: str
    history: tuple[EscalationLine, ...]
    options: tuple[EscalationOption, ...] = OPTIONS


def escalation(facts: Facts, evidence: Mapping[str, Evidence]) -> Escalation | None:
    """The loop as it is put to a person, or None where no signal found one."""
    found = most_telling(evidence.values())
    if found is None:
        return None
    seen = found.measure
    repeats = seen if isinstance(seen, Repeats) else Repeats("", 1, (facts.iteration,))
    return Escalation(
        signal=found.signal,
        pattern=pattern_of(found.signal, repeats.times, repeats.period),
        signature=facts.current.signature or repeats.what[:LINE_CHARS],
        history=_history(facts, repeats),
    )


def most_telling(evidence: Iterable[Evidence]) -> Evidence | None:
    """The finding by which a loop is best put to a person."""
    found = {seen.signal: seen for seen in evidence if seen.is_found}
    return next((found[name] for name in PATTERNS if name in found), None)


def pattern_of(name: str, times: int, period: int = 1) -> str:
    if period > 1:
        return f"{period} results take turns, {counted(times, 'time')} over"
    return PATTERNS[name].format(
        times=counted(times, "time"), iterations=counted(times, "iteration")
    )


def _history(facts: Facts, repeats: Repeats) -> tuple[EscalationLine, ...]:
    """From the first repeat to now, so that what came in between is seen too."""
    first = min(repeats.iterations, default=facts.iteration)
    return tuple(
        EscalationLine(
            iteration=record.number,
            work=told(record),
            repeats=record.number in repeats.iterations,
            detected=record.number == facts.current.number,
        )
        for record in timeline(facts)
        if record.number >= first
    )


def told(record: IterationRecord) -> str:
    """What an iteration did or said, in a line; of a silent one what it ended on."""
    line = record.work or record.agent_error or record.signature or "no output"
    return line[:LINE_CHARS]
