"""Slash commands: found where people write them, and obeyed by the state."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exitgate.commands import Command, Word, apply_command, parse_command
from exitgate.core.circuit import Circuit, CircuitState
from exitgate.core.facts import Directive
from exitgate.core.memory import LoopState
from state.support import adding, iteration

AT = "2026-01-15T10:00:00Z"
LONG_FENCE = "`" * 4

SPOKEN = [
    ("/exitgate continue", Command(Word.CONTINUE)),
    ("/exitgate continue use the v2 API, please", Command(Word.CONTINUE, "use the v2 API, please")),
    ("Thanks!\r\n\r\n/exitgate retry\r\n", Command(Word.RETRY)),
    ("/ExitGate CANCEL  ", Command(Word.CANCEL)),
    ("/exitgate\treset", Command(Word.RESET)),
    ("> it is stuck\n\n/exitgate approve", Command(Word.APPROVE)),
    ("/exitgate status\n/exitgate cancel", Command(Word.STATUS)),
    ("/exitgate accept tampering:tests/a.py", Command(Word.ACCEPT, "tampering:tests/a.py")),
    ("/exitgate accept f-1 because we moved it", Command(Word.ACCEPT, "f-1")),
    ("```\ncode\n```\n/exitgate retry", Command(Word.RETRY)),
    ("inline ``` is no fence `\n/exitgate retry", Command(Word.RETRY)),
    ("<!-- hidden -->\n/exitgate retry", Command(Word.RETRY)),
    ("/exitgate continue a\x00b\u202ec", Command(Word.CONTINUE, "a b c")),
]
NOT_SPOKEN = [
    "",
    "exitgate continue",
    "/exitgate",
    "/exitgate please continue",
    "/exitgatecontinue",
    "/exitgate-bot continue",
    "say /exitgate continue to go on",
    " /exitgate continue",
    "    /exitgate cancel",
    "\t/exitgate cancel",
    "> /exitgate cancel",
    ">/exitgate cancel",
    "`/exitgate cancel`",
    "- /exitgate cancel",
    "```\n/exitgate cancel\n```",
    "```sh\n/exitgate cancel\n",
    "~~~\n```\n/exitgate cancel\n~~~",
    f"{LONG_FENCE}\n```\n/exitgate cancel\n{LONG_FENCE}",
    "<!--\n/exitgate cancel\n-->",
    "<pre>\n/exitgate cancel\n</pre>",
    "/exitgate accept",
    "/exitgate accept <script>",
    "/exitgate continue\n<!-- exitgate:sticky pr-1 -->",
    "<!-- ExitGate:sticky -->\n/exitgate cancel",
    "> quoted\u2028/exitgate cancel",
    "> quoted\x0b/exitgate cancel",
]


@pytest.mark.parametrize(("text", "command"), SPOKEN)
def test_a_command_is_heard(text: str, command: Command) -> None:
    assert parse_command(text) == command


@pytest.mark.parametrize("text", NOT_SPOKEN)
def test_no_command_is_heard(text: str) -> None:
    assert parse_command(text) is None


@given(st.text(st.sampled_from("/exitgate continue`~<>!-\n\r \t"), max_size=200))
def test_any_text_is_a_command_or_none(text: str) -> None:
    found = parse_command(text)
    assert found is None or isinstance(found.word, Word)


def test_a_hint_is_bounded() -> None:
    found = parse_command("/exitgate continue " + "x" * 1_000_000)
    assert found is not None
    assert len(found.hint) == 1_000


def opened() -> LoopState:
    circuit = Circuit(CircuitState.OPEN, "2026-01-15T09:00:00Z", "same error")
    return adding(iteration("1.1", cost_usd=2.0), circuit)(LoopState("pr-1"))


@pytest.mark.parametrize("word", [Word.CONTINUE, Word.RETRY])
def test_going_on_half_opens_an_open_breaker(word: Word) -> None:
    state = apply_command(opened(), Command(word, "mind X"), "ann", AT)
    assert state.directive == Directive(word.value, "ann", "mind X", AT)
    assert state.circuit.state is CircuitState.HALF_OPEN
    assert state.circuit.transitions[-1].trigger == f"{word} by ann"
    assert state.history == opened().history


def test_going_on_leaves_a_closed_breaker_alone() -> None:
    state = apply_command(LoopState("pr-1"), Command(Word.CONTINUE), "ann", AT)
    assert state.circuit == Circuit()


def test_a_reset_starts_afresh_and_closes_the_breaker() -> None:
    state = apply_command(opened(), Command(Word.RESET), "ann", AT)
    assert state.history == LoopState("pr-1").history
    assert state.circuit.state is CircuitState.CLOSED
    assert (state.circuit.since, state.circuit.trigger) == (AT, "reset by ann")
    assert state.directive == Directive("reset", "ann", "", AT)


@pytest.mark.parametrize("word", [Word.CANCEL, Word.APPROVE])
def test_a_word_for_the_next_decision(word: Word) -> None:
    state = apply_command(opened(), Command(word), "ann", AT)
    assert state.directive == Directive(word.value, "ann", "", AT)
    assert state.circuit == opened().circuit


def test_asking_for_the_status_changes_nothing() -> None:
    assert apply_command(opened(), Command(Word.STATUS), "ann", AT) == opened()


def test_accepted_findings_add_up_and_are_bounded() -> None:
    state = LoopState("pr-1")
    for name in ("a", "b", "a", *map(str, range(200))):
        state = apply_command(state, Command(Word.ACCEPT, name), "ann", AT)
    assert len(state.accepted) == 100
    state = apply_command(LoopState("l", accepted=("a", "b")), Command(Word.ACCEPT, "a"), "x", AT)
    assert state.accepted == ("b", "a")


@pytest.mark.parametrize("word", [Word.CANCEL, Word.APPROVE, Word.CONTINUE])
def test_an_accepted_finding_takes_back_nothing_that_was_said_before(word: Word) -> None:
    said = apply_command(opened(), Command(word, "hint"), "ann", AT)
    after = apply_command(said, Command(Word.ACCEPT, "f-1"), "bob", AT)
    assert after.directive == said.directive
    assert after.accepted == ("f-1",)
