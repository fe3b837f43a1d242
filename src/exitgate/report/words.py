"""The gate's own words for people: what each verdict means and what to do next."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from exitgate.core.decision import Decision, Verdict
from exitgate.core.evidence import Outcome


class Place(StrEnum):
    """Where a person reads, and so how that person can answer."""

    COMMENT = "/exitgate"
    TERMINAL = "exitgate command"

    def answer(self, words: str) -> str:
        return f"{self.value} {words}"


@dataclass(frozen=True, slots=True)
class VerdictWords:
    icon: str
    title: str
    meaning: str


VERDICT_WORDS = {
    Verdict.CONTINUE: VerdictWords("▶️", "Continue", "The agent should go on."),
    Verdict.COMPLETE: VerdictWords("✅", "Complete", "The work counts as done; the loop ends."),
    Verdict.STUCK: VerdictWords("🔁", "Stuck", "The agent gets no further by itself."),
    Verdict.BLOCKED: VerdictWords("✋", "Blocked", "The agent waits for a person."),
    Verdict.EXHAUSTED: VerdictWords("⏳", "Out of budget", "A limit of this loop is reached."),
    Verdict.REVIEW: VerdictWords("🔍", "Needs review", "A person must look at the work."),
    Verdict.CANCELLED: VerdictWords("⏹️", "Cancelled", "A person stopped this loop."),
}


@dataclass(frozen=True, slots=True)
class Step:
    """Something a person can do; `answer` is what to tell the gate, if anything."""

    text: str
    answer: str = ""


STUCK_ANSWERS = ("continue <hint>", "retry", "cancel")
"""Answers to the three options of an escalation, in their order."""
_HINT, _RETRY, _STOP = STUCK_ANSWERS
_CANCEL = Step("Stop this loop", _STOP)
_SEND_BACK = Step("Send the agent back with what is missing", _HINT)

_STEPS = {
    Verdict.CONTINUE: (Step("Nothing to do: the next iteration may start."),),
    Verdict.COMPLETE: (_SEND_BACK,),
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
_ASKED = (
    Step("The agent asks something, and nobody inside the loop will answer."),
    Step("Answer it", _HINT),
    Step("Or let the next iteration start: it is told to decide, or to say what it needs."),
)
_APPROVED = (
    Step("A person approved the work as it stands; the gate did not verify it."),
    Step("To take the approval back", _RETRY),
)
_CONFIRMS = {
    ("tests_fail", Outcome.FOUND): "failing tests that pass",
    ("no_tests", Outcome.FOUND): "a test run with at least one test",
    ("tests_stale", Outcome.FOUND): "a test run after the last edit",
    ("plan_open", Outcome.FOUND): "the open plan items, done and ticked",
    ("files_changed", Outcome.CLEAR): "a change to the files",
    ("tests_pass", Outcome.UNMEASURED): "a test report (`{tests}`)",
    ("plan_complete", Outcome.UNMEASURED): "a plan with every item ticked (`{plan}`)",
    ("files_changed", Outcome.UNMEASURED): "the repository with its changes (`{repo}`)",
}
"""What a claim of completion lacks, by what the evidence says of it."""
_OPTIONS = {
    Place.COMMENT: {"tests": "test_reports", "plan": "plan", "repo": "actions/checkout"},
    Place.TERMINAL: {"tests": "--tests", "plan": "--plan", "repo": "--repo"},
}


def verdict_words(verdict: Verdict) -> VerdictWords:
    return VERDICT_WORDS[verdict]


def next_steps(decision: Decision, place: Place) -> tuple[Step, ...]:
    """What a person does now, most useful first."""
    return (*_steps(decision, place), *_to_accept(decision))


_FINDING = re.compile(r"\(([a-z-]{3,40}-[0-9a-f]{8})\)")


def _to_accept(decision: Decision) -> tuple[Step, ...]:
    """Signs of tampering stand until they are undone or a person calls them right."""
    seen = (one.headline for one in decision.evidence if one.signal == "tampering" and one.is_found)
    names = [name for headline in seen for name in _FINDING.findall(headline[:4_000])]
    words = "Look at the change that the gate calls tampering; where it is right, accept it"
    return tuple(Step(words, f"accept {name}") for name in names[:3])


def _steps(decision: Decision, place: Place) -> tuple[Step, ...]:
    if decision.reason == "approved":
        return _APPROVED
    if decision.reason == "claimed_unverified":
        return _unconfirmed(decision, place)
    if decision.verdict is Verdict.COMPLETE and decision.merge_ready:
        return _MERGE
    if decision.verdict is Verdict.CONTINUE and _is_asking(decision):
        return _ASKED
    before = _before_merging(decision) if decision.verdict is Verdict.COMPLETE else ()
    return (*before, *_STEPS[decision.verdict])


def _is_asking(decision: Decision) -> bool:
    return any(seen.signal == "open_question" and seen.is_found for seen in decision.evidence)


_FORBIDS = {
    "tampering": "tests or checks were changed that would have judged it",
    "memory_broken": "what the loop remembers is not what the gate wrote",
    "tests_overclaimed": "the agent tells of tests that did not run",
    "tests_stale": "the tests last ran before the last edit",
}


def _before_merging(decision: Decision) -> tuple[Step, ...]:
    found = {seen.signal for seen in decision.evidence if seen.is_found}
    why = [words for name, words in _FORBIDS.items() if name in found]
    because = f": {'; '.join(why)}" if why else ""
    text = "Review the change before merging: the gate does not call it ready to merge"
    return (Step(f"{text}{because}."),)


def _unconfirmed(decision: Decision, place: Place) -> tuple[Step, ...]:
    outcomes = {(seen.signal, seen.outcome) for seen in decision.evidence}
    lacks = [words.format(**_OPTIONS[place]) for key, words in _CONFIRMS.items() if key in outcomes]
    go_on = Step("The claim that all is done was not confirmed; the next iteration may start.")
    return (go_on, Step(f"What would confirm it: {'; '.join(lacks)}.")) if lacks else (go_on,)
