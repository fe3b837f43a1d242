"""A decision on one line, for watching many of them go by."""

from __future__ import annotations

from exitgate.core.decision import Decision, Verdict
from exitgate.report.escape import terminal

MARKS = {
    Verdict.CONTINUE: ("…", "36"),
    Verdict.COMPLETE: ("✔", "32"),
    Verdict.STUCK: ("✘", "31"),
    Verdict.BLOCKED: ("■", "33"),
    Verdict.EXHAUSTED: ("∅", "33"),
    Verdict.REVIEW: ("?", "35"),
    Verdict.CANCELLED: ("×", "2"),
}
"""A sign for each verdict, and the terminal's code for its colour."""


def render_line(decision: Decision, *, colour: bool, width: int) -> str:
    mark, code = MARKS[decision.verdict]
    verdict = f"{mark} {decision.verdict.value:<9}"
    head = (
        f" {decision.confidence.value:>3}  {terminal(decision.loop_id, 30)} #{decision.iteration}"
    )
    room = max(20, width - len(verdict) - len(head) - 2)
    summary = terminal(decision.summary, room)
    start, end = (f"\033[{code}m", "\033[0m") if colour else ("", "")
    return f"{start}{verdict}{end}{head}  {summary}\n"
