"""The parts of the comment and the summary, each a piece of Markdown or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from exitgate.core.circuit import CircuitState
from exitgate.core.decision import Decision, RuleTrace, Verdict
from exitgate.core.verification import CheckedClaim, Standing
from exitgate.core.wording import clause, counted
from exitgate.report.chart import mermaid_chart
from exitgate.report.escape import code, inline, quotation
from exitgate.report.links import Links, reference
from exitgate.report.tone import Tone
from exitgate.report.view import Row, View, by_standing
from exitgate.report.words import Place, Step

LEAST_FOR_A_CHART = 2
CLAIM_ICONS = {
    Standing.CONTRADICTED: "❌",
    Standing.UNVERIFIABLE: "❔",
    Standing.VERIFIED: "✅",
}
HEX = frozenset("0123456789abcdef")
ENDED = frozenset({Verdict.COMPLETE, Verdict.CANCELLED})
YOUR_TURN = frozenset({Verdict.STUCK, Verdict.BLOCKED, Verdict.EXHAUSTED, Verdict.REVIEW})
WHO_IS_HEARD = (
    "Write the comment on this pull request. It counts from people with write access, where a "
    "workflow with <code>mode: command</code> listens for it; a reply says what it did."
)
LEGEND = "✅ proven · 💬 only said by the agent · ⚠️ speaks against completion · ❔ not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """How much is told. Each step down leaves out what a reader misses least."""

    clear: bool = True
    rules: bool = True
    parts: bool = True
    inputs: bool = False
    history: bool = False
    rows: int = 60
    refs: int = 3
    points: int = 24
    work: int = 8
    claims: int = 20
    text: int = 300
    guidance: int = 4_000


def heading(view: View) -> str:
    decision = view.decision
    ready = "ready to merge" if decision.merge_ready else "not ready to merge"
    return "\n\n".join(
        (
            f"## {view.words.icon} ExitGate: {view.words.title}",
            f"**Confidence {decision.confidence.value} %** that the task is really done · "
            f"iteration {decision.iteration} of loop {code(decision.loop_id, 80)} · {ready}",
            f"**{inline(decision.summary, 500)}** {view.words.meaning}{_turn(decision)}",
        )
    )


def _turn(decision: Decision) -> str:
    waits = decision.verdict in YOUR_TURN
    return " See “What to do next” below." if waits else ""


def work_done(view: View, detail: Detail) -> str:
    groups = (
        ("In short", (view.work.summary,) if view.work.summary.strip() else ()),
        ("Measured by the gate", view.work.verified),
        ("Claimed by the agent, not proof", view.work.claimed),
    )
    lines = [_group(title, items, detail) for title, items in groups if items]
    return "\n".join(("### Work done", "", *lines)) if lines else ""


def evidence(view: View, detail: Detail, links: Links | None) -> str:
    rows = view.telling[: detail.rows]
    if not rows:
        return "### Evidence\n\nNo signal found anything."
    lines = ["### Evidence", "", "| Signal | What was seen, and where to look |", "|:--|:--|"]
    lines += [_row(row, detail, links) for row in rows]
    lines += ["", f"<sub>{LEGEND}</sub>"]
    if left := len(view.telling) - len(rows):
        lines += ["", f"{counted(left, 'more finding is', 'more findings are')} not shown."]
    return "\n".join(lines)


def claims(decision: Decision, detail: Detail, links: Links | None) -> str:
    """What the agent said, each beside its evidence; what is contradicted comes first."""
    rows = by_standing(decision.claims)
    if not rows:
        return ""
    lines = ["### What the agent claims, and what the evidence says", ""]
    # Two columns: a third one would be out of sight on a phone.
    lines += ["| Claim | Outcome, and the evidence for it |", "|:--|:--|"]
    lines += [_claim(claim, detail, links) for claim in rows[: detail.claims]]
    if (left := len(rows) - detail.claims) > 0:
        lines += ["", f"{counted(left, 'more claim is', 'more claims are')} not shown."]
    return "\n".join(lines)


def _claim(claim: CheckedClaim, detail: Detail, links: Links | None) -> str:
    refs = " ".join(reference(ref, links) for ref in claim.refs[: detail.refs])
    where = f"<br>{refs}" if refs else ""
    outcome = f"{CLAIM_ICONS[claim.standing]} **{claim.standing.value}**"
    said, because = inline(claim.text, detail.text), inline(claim.because, detail.text)
    return f"| {said} | {outcome}: {because}{where} |"


def silent_evidence(view: View, detail: Detail) -> str:
    """What found nothing and what else was not measured, folded away or only counted."""
    quiet = counted(len(view.clear), "signal")
    unknown = counted(view.unmeasured_signals, "other signal")
    groups = (
        (f"{quiet} found nothing", view.clear),
        (f"{unknown} not measured", view.unmeasured),
    )
    if not detail.clear:
        told = [title for title, rows in groups if rows]
        return f"{'; '.join(told)}." if told else ""
    return "\n\n".join(folded(title, _list(rows, detail)) for title, rows in groups if rows)


def _list(rows: Sequence[Row], detail: Detail) -> str:
    return "\n".join(
        f"- {inline(row.name, 120)}: {inline(row.headline, detail.text)}" for row in rows
    )


def over_time(view: View, detail: Detail) -> str:
    points = view.trend[-detail.points :]
    if len(points) < LEAST_FOR_A_CHART or not detail.points:
        return ""
    return f"### Over the iterations\n\n{mermaid_chart(points)}"


def iterations_table(view: View, detail: Detail) -> str:
    if not detail.history or len(view.trend) < LEAST_FOR_A_CHART:
        return ""
    lines = ["| Iteration | Verdict | Confidence | Plan | Work |", "|--:|:--|--:|--:|:--|"]
    for point in view.trend:
        plan = "–" if point.progress is None else f"{point.progress} %"
        lines.append(
            f"| {point.iteration} | {inline(point.verdict, 20)} | {point.confidence} | {plan} "
            f"| {inline(point.work, 160)} |"
        )
    return "\n".join(lines)


def confidence_parts(view: View, detail: Detail) -> str:
    if not detail.parts or not view.parts:
        return ""
    lines = ["| Signal | Gives | Because |", "|:--|--:|:--|"]
    lines += [
        f"| {inline(part.signal.replace('_', ' '), 80)} | {_points(part.points)} "
        f"| {inline(part.because, detail.text)} |"
        for part in view.parts
    ]
    sums = "What speaks for completion adds to the confidence, what speaks against it takes away."
    title = f"How the confidence of {view.decision.confidence.value} came about"
    return folded(title, "\n".join((sums, "", *lines)))


def rules_asked(decision: Decision, detail: Detail) -> str:
    if not detail.rules or not decision.rules:
        return ""
    lines = [f"1. {_rule(trace)}: {inline(trace.because, detail.text)}" for trace in decision.rules]
    return folded(f"{counted(len(lines), 'rule')} asked, in order", "\n".join(lines))


def inputs_read(decision: Decision, detail: Detail) -> str:
    if not detail.inputs or not decision.inputs:
        return ""
    lines = ["| File | Format | Messages | Tool calls | Bytes | Unreadable |"]
    lines.append("|:--|:--|--:|--:|--:|--:|")
    lines += [
        f"| {code(file.path, 160)} | {inline(file.format, 40)} | {file.messages} "
        f"| {file.tool_calls} | {file.bytes} | {file.unreadable} |"
        for file in decision.inputs[:200]
    ]
    return folded("What was read", "\n".join(lines))


def circuit(decision: Decision) -> str:
    """Only an alarmed breaker is worth a reader's time."""
    breaker = decision.circuit
    if breaker.state.value == "CLOSED":
        return ""
    trigger = f": {inline(breaker.trigger, 200)}" if breaker.trigger else ""
    since = f" since {inline(breaker.since, 40)}" if breaker.since else ""
    means = (
        "it stops the loop" if breaker.state is CircuitState.OPEN else "the loop is on probation"
    )
    return f"The circuit breaker is **{breaker.state.value}** ({means}){since}{trigger}."


def next_steps(view: View, detail: Detail) -> str:
    lines = ["### What to do next", ""]
    if view.decision.verdict is Verdict.STUCK:
        lines.append("Choose one of the three options above and answer with its comment.")
    else:
        lines += [f"- {_step(step)}" for step in view.steps]
    if view.decision.verdict is Verdict.STUCK or any(step.answer for step in view.steps):
        lines += ["", f"<sub>{WHO_IS_HEARD}</sub>"]
    if told := _told_next(view.decision):
        lines += ["", told, "", quotation(view.decision.guidance, detail.guidance)]
    return "\n".join(lines)


def _told_next(decision: Decision) -> str:
    """What stands over the guidance; nothing where no iteration is to come."""
    if not decision.guidance.strip() or decision.verdict in ENDED:
        return ""
    if decision.should_exit:
        return "If the agent goes on after that, it should be told:"
    return "The next iteration should be told:"


def _step(step: Step) -> str:
    """Our own words: a command must be copied as it stands, so it is not escaped."""
    if not step.answer:
        return step.text
    return f"{step.text}: comment `{Place.COMMENT.answer(step.answer)}`"


def footer(links: Links | None) -> str:
    """GitHub makes a link of a commit's name by itself."""
    sha = links.sha if links is not None and set(links.sha) <= HEX else ""
    judged = f"Judged at commit {sha[:12]}. " if sha else ""
    return (
        f"<sub>{judged}ExitGate looks at a coding agent's work after every iteration and decides "
        "from evidence, not from claims, whether it is done, stuck, blocked or should go on.</sub>"
    )


def folded(title: str, body: str) -> str:
    """A section that opens on a click. `title` is ours, `body` is escaped already."""
    return f"<details>\n<summary>{title}</summary>\n\n{body}\n\n</details>"


def _group(title: str, items: tuple[str, ...], detail: Detail) -> str:
    shown = [inline(clause(item), detail.text) for item in items[: detail.work]]
    if left := len(items) - len(shown):
        shown.append(f"and {left} more")
    return f"- **{title}:** {'; '.join(shown)}"


def _row(row: Row, detail: Detail, links: Links | None) -> str:
    refs = [reference(ref, links) for ref in row.refs[: detail.refs]]
    if left := len(row.refs) - len(refs):
        refs.append(f"and {left} more")
    where = f"<br>{' '.join(refs)}" if refs else ""
    name = f"{_icon(row.tone)} {inline(row.name, 120)}"
    return f"| {name} | {inline(row.headline, detail.text)}{where} |"


def _rule(trace: RuleTrace) -> str:
    name = inline(trace.rule.replace("_", " "), 80)
    return f"**{name}** decided" if trace.fired else name


def _icon(tone: Tone) -> str:
    match tone:
        case Tone.PROVEN:
            return "✅"
        case Tone.SAID:
            return "💬"
        case Tone.AGAINST:
            return "⚠️"
        case Tone.UNKNOWN:
            return "❔"
        case Tone.QUIET:
            return "▫️"
        case _:
            assert_never(tone)


def _points(points: float) -> str:
    return f"{round(points, 2):+g}" if points else "–"
