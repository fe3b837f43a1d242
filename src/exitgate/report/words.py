"""The gate's own words for people: what each verdict means and what to do next."""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.core.decision import Decision, Verdict


@dataclass(frozen=True, slots=True)
class VerdictWords:
    icon: str
    title: str
    meaning: str


VERDICT_WORDS = {
    Verdict.CONTINUE: VerdictWords("▶️", "Continue", "The agent should go on."),
    Verdict.COMPLETE: VerdictWords("✅", "Complete", "The work is done, evidence confirms it."),
    Verdict.STUCK: VerdictWords("🔁", "Stuck", "The agent gets no further by itself."),
    Verdict.BLOCKED: VerdictWords("✋", "Blocked", "The agent waits for a person."),
    Verdict.EXHAUSTED: VerdictWords("⏳", "Out of budget", "A limit of this loop is reached."),
    Verdict.REVIEW: VerdictWords("🔍", "Needs review", "A person must look at the work."),
    Verdict.CANCELLED: VerdictWords("⏹️", "Cancelled", "A person stopped this loop."),
}


@dataclass(frozen=True, slots=True)
class Step:
    """Something a person can do; `command` is what to write in a comment, if anything."""

    text: str
    command: str = ""


STUCK_COMMANDS = ("/exitgate continue <hint>", "/exitgate retry", "/exitgate cancel")
"""Answers to the three options of an escalation, in their order."""
_HINT, _RETRY, _STOP = STUCK_COMMANDS
_CANCEL = Step("Stop this loop", _STOP)
_SEND_BACK = Step("Send the agent back with what is missing", _HINT)

_STEPS = {
    Verdict.CONTINUE: (Step("Nothing to do: the next iteration may start."),),
    Verdict.COMPLETE: (
        Step("Review the change before merging: the gate does not call it ready to merge."),
        _SEND_BACK,
    ),
    Verdict.STUCK: (
        Step("Give a hint and let the agent try another approach", _HINT),
        Step("Find and remove the cause yourself, then let the agent try again", _RETRY),
        _CANCEL,
    ),
    Verdict.BLOCKED: (Step("Give the agent what it waits for", _HINT), _CANCEL),
    Verdict.EXHAUSTED: (
        Step("Look at what is left; raise the limit in `exitgate.yml` if it is worth it."),
        Step("Then let the agent go on", _RETRY),
        _CANCEL,
    ),
    Verdict.REVIEW: (
        Step("Check the work yourself before you trust it."),
        _SEND_BACK,
        _CANCEL,
    ),
    Verdict.CANCELLED: (Step("Nothing runs any more. To start again", _RETRY),),
}
_MERGE = (Step("Review the change and merge it: the gate has no objection."),)


def verdict_words(verdict: Verdict) -> VerdictWords:
    return VERDICT_WORDS[verdict]


def next_steps(decision: Decision) -> tuple[Step, ...]:
    """What a person does now, most useful first."""
    if decision.verdict is Verdict.COMPLETE and decision.merge_ready:
        return _MERGE
    return _STEPS[decision.verdict]
