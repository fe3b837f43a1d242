"""The escalation: what repeats, how often, and the three ways on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exitgate.core.decision import Decision, Verdict
from exitgate.core.history import History
from exitgate.report.escape import code, inline

SHOWN_ITERATIONS = 8


@dataclass(frozen=True, slots=True)
class Escalation:
    pattern: str
    signature: str
    history: tuple[tuple[int, str, bool], ...]
    """Iteration, what it did, and whether it is one of the repeats."""
    options: tuple[tuple[str, str], ...]


OPTIONS = (
    ("Continue with different approach", "Agent will be instructed to try new strategy"),
    ("Review and debug", "Examine why same fix keeps failing"),
    ("Cancel", "Stop task"),
)


def escalation_of(decision: Decision, history: History) -> Escalation | None:
    """What can be said from the decision and the loop's memory, where a loop was found."""
    if decision.verdict is not Verdict.STUCK:
        return None
    earlier = [record for record in history.recent if record.number < decision.iteration]
    seen = [(record.number, record.work, record.signature) for record in earlier]
    same = [record.work for record in history.recent if record.number == decision.iteration]
    seen.append(
        (decision.iteration, same[-1] if same else decision.work_summary, decision.signature)
    )
    lines = tuple(
        (number, work or signature, signature == decision.signature)
        for number, work, signature in seen[-SHOWN_ITERATIONS:]
    )
    repeats = sum(repeated for _, _, repeated in lines)
    pattern = f"Same output signature repeated {repeats} times" if repeats > 1 else decision.summary
    return Escalation(pattern, decision.signature, lines, OPTIONS)


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
    lines += [
        f"{number}. **{inline(name)}** - {inline(meaning)}{answer}"
        for number, (name, meaning) in enumerate(escalation.options, start=1)
        for answer in (answers[number - 1] if number <= len(answers) else "",)
    ]
    return "\n".join(lines)


def marked_history(escalation: Escalation) -> tuple[tuple[int, str, str], ...]:
    """Iteration, work and mark. The last is always marked, other repeats where they are mixed."""
    shown = escalation.history[-SHOWN_ITERATIONS:]
    mixed = not all(repeated for _, _, repeated in shown)
    last = shown[-1][0] if shown else 0
    return tuple(
        (number, work, _mark(number == last, repeated and mixed))
        for number, work, repeated in shown
    )


def _mark(is_last: bool, is_repeat: bool) -> str:
    if is_last:
        return " ← Loop detected"
    return " ← Same signature" if is_repeat else ""
