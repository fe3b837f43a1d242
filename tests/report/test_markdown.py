"""Limits, the escalation's text, and what a reader finds where."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exitgate.core.confidence import Confidence, ConfidencePart
from exitgate.core.decision import Decision, RuleTrace, Verdict
from exitgate.core.evidence import clear, found
from exitgate.core.history import History, IterationRecord
from exitgate.report.escalation import RememberedLine, RememberedLoop, render_escalation
from exitgate.report.links import Links, reference
from exitgate.report.markdown import COMMENT_LIMIT, SUMMARY_LIMIT, render_comment, render_summary
from exitgate.report.tone import PROVES, SAYS, Tone, tone_of
from exitgate.report.view import view
from exitgate.report.words import VERDICT_WORDS, Place, next_steps
from exitgate.signals import SIGNALS
from report.hostile import faults
from report.samples import CASES, COMPLETE, COMPLETE_HISTORY, CONTINUE, LINKS, STUCK, STUCK_HISTORY

ESCALATION = """\
## Loop Detected

**Pattern**: Same output signature repeated 3 times
**Signature**: `error:TypeError-null-auth.ts`

**Iteration history**:

- Iteration 5: Fixed auth.ts - added null check
- Iteration 6: Fixed auth.ts - added null check
- Iteration 7: Fixed auth.ts - added null check ← Loop detected

**Options**:

1. **Continue with different approach** - Agent will be instructed to try new strategy
2. **Review and debug** - Examine why same fix keeps failing
3. **Cancel** - Stop task"""


def test_escalation_reads_as_the_loop_document_has_it() -> None:
    lines = tuple(
        RememberedLine(number, "Fixed auth.ts - added null check", True) for number in (5, 6, 7)
    )
    loop = RememberedLoop(
        "Same output signature repeated 3 times", "error:TypeError-null-auth.ts", lines
    )
    assert render_escalation(loop) == ESCALATION


def test_comment_offers_the_three_options_as_commands() -> None:
    comment = render_comment(STUCK, history=STUCK_HISTORY)
    for command in ("/exitgate continue <hint>", "/exitgate retry", "/exitgate cancel"):
        assert f"`{command}`" in comment


def big(char: str, findings: int) -> Decision:
    long = char * 1_000
    return replace(
        STUCK,
        summary=long,
        guidance=long,
        work_summary=long,
        signature=long,
        confidence=Confidence(9, tuple(ConfidencePart(long, 1.0, long) for _ in range(findings))),
        evidence=(
            *(found(f"signal {n}", f"{n} {long}", refs=[long] * 9) for n in range(findings)),
            *(clear(f"quiet {n}", f"{n} {long}") for n in range(findings)),
        ),
        rules=tuple(RuleTrace(long, False, long) for _ in range(findings)),
    )


def long_history(char: str) -> History:
    history = History()
    for number in range(1, 300):
        history = history.plus(IterationRecord(number=number, work=char * 1_000))
    return history


@pytest.mark.parametrize("char", ["x", "|", "&", "<", "`", "🔥", "@", "/\n"])
@pytest.mark.parametrize("findings", [1, 30, 150])
def test_limits_hold_whatever_comes(char: str, findings: int) -> None:
    decision, history = big(char, findings), long_history(char)
    marker = "<!-- m -->"
    comment = render_comment(decision, history=history, links=LINKS, marker=marker)
    assert len(comment.encode("utf-16-le")) // 2 <= COMMENT_LIMIT
    assert comment.startswith(marker)
    assert faults(comment.removeprefix(marker)) == []
    for needed in ("ExitGate: Stuck", "### Evidence", "## Loop Detected", "### What to do next"):
        assert needed in comment
    summary = render_summary(decision, history=history, links=LINKS)
    assert len(summary.encode()) <= SUMMARY_LIMIT


def test_shortening_drops_quiet_signals_before_findings() -> None:
    some = big("x", 40)
    comment = render_comment(some, history=History())
    assert comment.count("| ⚠️ signal") == 40
    assert "40 signals found nothing." in comment


def test_chart_needs_two_iterations_and_leaves_out_what_was_not_measured() -> None:
    assert "mermaid" not in render_comment(COMPLETE, history=History())
    assert "bar [20, 60, 80, 100]" in render_comment(COMPLETE, history=COMPLETE_HISTORY)
    stuck = render_comment(STUCK, history=STUCK_HISTORY)
    assert "line [11, 14, 8, 7, 6]" in stuck
    assert "bar [" not in stuck


def test_the_same_decision_gives_the_same_comment() -> None:
    once = render_comment(STUCK, history=STUCK_HISTORY, links=LINKS)
    assert render_comment(STUCK, history=STUCK_HISTORY, links=LINKS) == once


def test_rows_come_found_then_unmeasured_then_clear_and_the_deciding_one_first() -> None:
    rows = view(STUCK, STUCK_HISTORY).rows
    assert [row.outcome.value for row in rows] == ["found"] * 4 + ["unmeasured", "clear"]
    assert rows[0].signals == ("repeated_signature",)
    assert (rows[4].name, rows[4].signals) == ("plan", ("plan_complete", "plan_open"))
    assert [row.name for row in view(STUCK).unmeasured] == ["plan stalled"]


@pytest.mark.parametrize(
    ("signal", "tone"),
    [
        ("tests_pass", Tone.PROVEN),
        ("status_block", Tone.SAID),
        ("completion_claim", Tone.SAID),
        ("output_quality", Tone.SAID),
        ("tests_fail", Tone.AGAINST),
        ("blocked", Tone.AGAINST),
    ],
)
def test_what_is_said_never_looks_like_proof(signal: str, tone: Tone) -> None:
    assert tone_of(found(signal, "x")) is tone


def test_every_signal_that_proves_or_says_something_exists() -> None:
    assert set(SIGNALS) >= PROVES | SAYS


def test_verified_work_stands_apart_from_claims() -> None:
    work = view(COMPLETE, COMPLETE_HISTORY).work
    assert "48 tests passed, none failed" in work.verified
    said = "Added stacked discounts with rounding, and their tests"
    assert work.claimed == (said, "EXIT_SIGNAL is true")
    assert view(COMPLETE).work.claimed == ("EXIT_SIGNAL is true",)


@pytest.mark.parametrize(
    ("ref", "target"),
    [
        ("src/a.py:10", f"{LINKS.repository}/blob/{LINKS.sha}/src/a.py#L10"),
        ("plan.md", f"{LINKS.repository}/blob/{LINKS.sha}/plan.md"),
        ("response:12", LINKS.run),
        ("step 57", LINKS.run),
        ("agent.jsonl:4", LINKS.run),
        ("reports/junit.xml", LINKS.run),
        ("iteration 4", None),
        ("../../secrets.yml", None),
        ("https://evil.example/x.py", None),
    ],
)
def test_references_lead_to_files_and_runs(ref: str, target: str | None) -> None:
    label = reference(ref, None)
    assert reference(ref, LINKS) == (f"[{label}]({target})" if target else label)
    assert reference(ref, Links()) == label


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_has_words_and_a_next_step(verdict: Verdict) -> None:
    assert VERDICT_WORDS[verdict].title
    assert next_steps(replace(STUCK, verdict=verdict), Place.COMMENT)


def test_a_question_to_a_person_is_not_nothing_to_do() -> None:
    asks = found("open_question", "asks: Which port?")
    quiet = replace(CONTINUE, reason="in_progress", evidence=())
    assert [step.text for step in next_steps(quiet, Place.TERMINAL)] == [
        "Nothing to do: the next iteration may start."
    ]
    steps = next_steps(replace(quiet, evidence=(asks,)), Place.TERMINAL)
    assert "continue <hint>" in [step.answer for step in steps]
    assert not any("Nothing to do" in step.text for step in steps)


@pytest.mark.parametrize("place", Place)
def test_an_approval_is_not_called_verified(place: Place) -> None:
    steps = next_steps(replace(COMPLETE, reason="approved"), place)
    assert "did not verify" in steps[0].text


def test_an_unconfirmed_claim_says_what_would_confirm_it() -> None:
    here, there = (next_steps(CONTINUE, place)[1].text for place in Place)
    assert "the open plan items" in here
    assert "`test_reports`" in here
    assert "`--tests`" in there


@pytest.mark.parametrize("name", CASES)
def test_nothing_that_is_open_scrolls_sideways_on_a_phone(name: str) -> None:
    """Two columns and running text wrap; a third column, or a fence of words, is out of sight."""
    decision, history = CASES[name]
    shown = render_comment(decision, history=history, links=LINKS).partition("<details>")[0]
    rows = [line for line in shown.splitlines() if line.startswith("|")]
    assert all(line.count(" | ") <= 1 for line in rows)
    fences = [line for line in shown.splitlines() if line.startswith("```") and line != "```"]
    assert set(fences) <= {"```mermaid"}
