"""The pull request comment and the job summary: the same story, at two lengths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from exitgate.core.decision import Decision
from exitgate.core.history import History
from exitgate.report import sections
from exitgate.report.escalation import Escalation, escalation_of, render_escalation
from exitgate.report.links import Links
from exitgate.report.sections import Detail
from exitgate.report.view import View, view
from exitgate.report.words import STUCK_ANSWERS, Place

COMMENT_LIMIT = 65_536
SUMMARY_LIMIT = 1_048_576

_COMMANDS = tuple(Place.COMMENT.answer(words) for words in STUCK_ANSWERS)
FULL = Detail()
RICH = Detail(
    inputs=True, history=True, rows=400, refs=10, points=48, work=40, claims=60, text=1_000
)
"""For the job summary, which has room."""
SHORTER = (
    FULL,
    replace(FULL, clear=False),
    replace(FULL, clear=False, rules=False),
    replace(FULL, clear=False, rules=False, parts=False, points=8),
    Detail(
        clear=False, rules=False, parts=False, points=8, rows=25, refs=1, work=4, claims=8, text=160
    ),
    Detail(
        clear=False,
        rules=False,
        parts=False,
        points=0,
        rows=8,
        refs=1,
        work=2,
        claims=3,
        text=120,
        guidance=800,
    ),
)
"""From all to the least that still says verdict, why and what next."""


def render_comment(
    decision: Decision,
    *,
    history: History | None = None,
    marker: str = "",
    links: Links | None = None,
    escalation: Escalation | None = None,
) -> str:
    """The comment, never above GitHub's limit. `marker` is the publisher's and comes first."""
    story = _Story.of(decision, history, links, escalation)
    room = COMMENT_LIMIT - _characters(marker) - 1
    body = _fitting(story, SHORTER, room, _characters)
    return f"{marker}\n{body}" if marker else body


def render_summary(
    decision: Decision,
    *,
    history: History | None = None,
    links: Links | None = None,
    escalation: Escalation | None = None,
) -> str:
    """The job summary: all that the comment says, and what was read."""
    story = _Story.of(decision, history, links, escalation)
    return _fitting(story, (RICH, *SHORTER), SUMMARY_LIMIT, lambda text: len(text.encode()))


@dataclass(frozen=True, slots=True)
class _Story:
    view: View
    links: Links | None
    escalation: Escalation | None

    @classmethod
    def of(
        cls,
        decision: Decision,
        history: History | None,
        links: Links | None,
        escalation: Escalation | None,
    ) -> _Story:
        remembered = history or History()
        return cls(
            view(decision, remembered), links, escalation or escalation_of(decision, remembered)
        )

    def told(self, detail: Detail) -> str:
        parts = (
            sections.heading(self.view),
            sections.circuit(self.view.decision),
            sections.work_done(self.view, detail),
            sections.claims(self.view.decision, detail, self.links),
            sections.evidence(self.view, detail, self.links),
            sections.over_time(self.view, detail),
            sections.iterations_table(self.view, detail),
            render_escalation(self.escalation, _COMMANDS) if self.escalation else "",
            sections.next_steps(self.view, detail),
            sections.confidence_parts(self.view, detail),
            sections.silent_evidence(self.view, detail),
            sections.rules_asked(self.view.decision, detail),
            sections.inputs_read(self.view.decision, detail),
            sections.footer(),
        )
        return "\n\n".join(part for part in parts if part) + "\n"


def _fitting(
    story: _Story, details: Sequence[Detail], room: int, size: Callable[[str], int]
) -> str:
    """The fullest telling that fits. The last one always does: all it shows is bounded."""
    for detail in details[:-1]:
        if size(told := story.told(detail)) <= room:
            return told
    return story.told(details[-1])


def _characters(text: str) -> int:
    """Counted as GitHub's editor does, where one emoji is two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
