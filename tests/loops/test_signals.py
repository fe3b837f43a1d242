"""Laws that hold for every loop signal, whatever the loop remembers."""

from __future__ import annotations

from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exitgate.core.decision import Verdict
from exitgate.core.escalation import PATTERNS, escalation
from exitgate.core.facts import Facts
from exitgate.core.history import History, IterationRecord
from exitgate.core.transcript import Transcript
from exitgate.core.trend import observe
from exitgate.guidance import guidance
from loops.build import STUCK_SIGNALS, WARNINGS, check_all

NAMES = (*STUCK_SIGNALS, *WARNINGS)
words = st.sampled_from(["", "a", "same words", "\u202e<b>", "error:TypeError-x", "run:make-1"])
maybe = st.one_of(st.none(), words.filter(bool))
records = st.builds(
    IterationRecord,
    number=st.integers(1, 60),
    signature=words,
    error=maybe,
    tree=maybe,
    changed=st.sampled_from([None, True, False]),
    failing=st.one_of(st.none(), st.lists(words, max_size=3).map(tuple)),
    tests_passed=st.one_of(st.none(), st.integers(0, 5)),
    plan_done=st.one_of(st.none(), st.integers(0, 3)),
    plan_total=st.one_of(st.none(), st.integers(0, 5)),
    message=words,
    message_length=st.integers(0, 50),
    tool_calls=st.one_of(st.none(), st.integers(0, 2)),
    test_only=st.booleans(),
    question=maybe,
    denial=maybe,
    agent_error=maybe,
    work=words,
)


@given(st.lists(records, max_size=12), records)
@settings(deadline=None)
def test_any_memory_gives_evidence_twice_the_same(
    past: list[IterationRecord], current: IterationRecord
) -> None:
    facts = Facts(
        loop_id="l",
        iteration=current.number,
        now=None,
        transcript=Transcript(),
        history=History(tuple(past)),
        current=current,
    )
    evidence = check_all(facts)
    assert evidence == check_all(facts)
    assert observe(facts).no_change <= len(past) + 1
    told = escalation(facts, evidence)
    assert (told is None) == (not any(evidence[name].is_found for name in PATTERNS))
    assert guidance(facts, evidence, Verdict.STUCK, "loop")


@given(records)
def test_the_first_iteration_is_never_stuck(current: IterationRecord) -> None:
    facts = Facts(loop_id="l", iteration=1, now=None, transcript=Transcript(), current=current)
    assert not [name for name, seen in check_all(facts).items() if seen.is_found]


@pytest.mark.parametrize("name", NAMES)
def test_every_signal_tells_its_four_parts_and_its_question(name: str) -> None:
    module = import_module(f"exitgate.signals.{name}")
    parts = [part.split(":")[0] for part in (module.__doc__ or "").strip().split("\n\n")[1:]]
    assert parts == ["What it sees", "Why it matters", "Example", "False alarms"]
    assert module.SIGNAL.name == name
    assert module.SIGNAL.question.endswith("?")
    assert (module.__doc__ or "").startswith(module.SIGNAL.question)


UNRECORDED = (
    "repeated_signature repeated_tree same_failures repeated_message run_loop no_change idle "
    "plan_stalled output_declining"
)


@pytest.mark.parametrize("name", UNRECORDED.split())
def test_what_nobody_recorded_is_unmeasured(name: str) -> None:
    facts = Facts(loop_id="l", iteration=1, now=None, transcript=Transcript())
    assert check_all(facts)[name].is_unmeasured
