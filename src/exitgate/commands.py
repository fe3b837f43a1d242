"""What people tell the gate: slash commands in comments, and the same words on the command line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from exitgate.core.circuit import Circuit, CircuitState, Transition
from exitgate.core.facts import Directive
from exitgate.core.memory import LoopState

OWN_MARKER = "<!-- exitgate:"
"""Hidden in every comment that the gate writes; such a comment never commands it."""

LOOP = "--loop"
HINT_LIMIT = 1_000
ACCEPTED_LIMIT = 100
MAX_LINES = 2_000


class Word(StrEnum):
    CONTINUE = "continue"
    RETRY = "retry"
    CANCEL = "cancel"
    RESET = "reset"
    APPROVE = "approve"
    STATUS = "status"
    ACCEPT = "accept"


@dataclass(frozen=True, slots=True)
class Command:
    word: Word
    hint: str = ""
    """Words for the next iteration; for `accept` the id of the finding."""
    loop: str = ""
    """The loop that it is for, where it names one."""


def parse_command(text: str) -> Command | None:
    """The first command of a comment, if it has one where a person would write it."""
    if OWN_MARKER in text.lower():
        return None
    return next((found for line in _spoken_lines(text) if (found := _command(line))), None)


def is_addressed(text: str) -> bool:
    """Does a person speak to the gate, in whatever words?"""
    return bool(times_addressed(text))


def times_addressed(text: str) -> int:
    if OWN_MARKER in text.lower():
        return 0
    return sum(line.split(None, 1)[0].lower() == "/exitgate" for line in _spoken_lines(text))


def known_words() -> str:
    hints = dict.fromkeys((Word.CONTINUE, Word.RETRY), " [hint]")
    hints[Word.ACCEPT] = " <id of a finding>"
    return ", ".join(f"`/exitgate {word}{hints.get(word, '')}`" for word in Word)


def apply_command(state: LoopState, command: Command, by: str, at: str | None) -> LoopState:
    """The state in which the next decision obeys the command."""
    directive = Directive(command.word.value, by, command.hint, at)
    match command.word:
        case Word.STATUS:
            return state
        case Word.RESET:
            circuit = _moved(state, CircuitState.CLOSED, directive)
            return LoopState(state.loop_id, circuit=circuit, directive=directive)
        case Word.CONTINUE | Word.RETRY:
            circuit = state.circuit
            if circuit.state is CircuitState.OPEN:
                circuit = _moved(state, CircuitState.HALF_OPEN, directive)
            return replace(state, circuit=circuit, directive=directive)
        case Word.ACCEPT:
            others = tuple(one for one in state.accepted if one != command.hint)
            accepted = (*others, command.hint)[-ACCEPTED_LIMIT:]
            # An accepted finding takes back nothing that was said before and still waits.
            return replace(state, accepted=accepted, directive=state.directive or directive)
        case Word.CANCEL | Word.APPROVE:
            return replace(state, directive=directive)
        case _:
            assert_never(command.word)


def _moved(state: LoopState, after: CircuitState, directive: Directive) -> Circuit:
    """The breaker moved by a person; the move is on record like any other."""
    before = state.circuit
    trigger = f"{directive.command} by {directive.by}"
    if before.state is after:
        return Circuit(after, before.since, before.trigger, before.transitions)
    number = state.history.totals.iterations
    move = Transition(number, directive.at, before.state, after, trigger)
    return Circuit(after, directive.at, trigger, (*before.transitions, move))


def _command(line: str) -> Command | None:
    name, *rest = line.split(None, 2) or [""]
    if name.lower() != "/exitgate" or not rest or rest[0].lower() not in set(Word):
        return None
    word = Word(rest[0].lower())
    loop, hint = _loop_and_rest(_plain(rest[1]) if len(rest) > 1 else "")
    if LOOP in (hint.partition(" ")[0], hint.partition("=")[0]):
        return None  # it wants to name a loop and does not
    if word is Word.ACCEPT:
        finding, _, more = hint.partition(" ")
        loop = loop or _loop_and_rest(more)[0]
        return Command(word, finding, loop) if _is_id(finding) else None
    return Command(word, hint, loop)


def _loop_and_rest(words: str) -> tuple[str, str]:
    """`--loop ID` stands before the hint, so that a hint may hold any words."""
    match = re.match(LOOP + r"""[ =](["']?)(.{1,200}?)\1(?: |$)""", words)
    return (match[2], words[match.end() :]) if match else ("", words)


def _is_id(text: str) -> bool:
    return re.fullmatch(r"[\w.:/@#-]{1,100}", text) is not None


def _plain(hint: str) -> str:
    """One bounded line without control or invisible format characters."""
    shown = "".join(char if char.isprintable() else " " for char in hint[: 2 * HINT_LIMIT])
    return " ".join(shown.split())[:HINT_LIMIT]


def _spoken_lines(text: str) -> Iterator[str]:
    """Lines that the writer says: not quoted, not code, not hidden in an HTML comment."""
    fence = hidden = ""
    # Only what GitHub shows as a new line is one; other separators must not open a way in.
    for line in text.replace("\r", "").split("\n")[:MAX_LINES]:
        stripped = line.lstrip(" ")
        if hidden:
            hidden = "" if hidden in line.lower() else hidden
        elif fence:
            fence = "" if _closes(stripped, fence) else fence
        elif opened := _opened_fence(stripped):
            fence = opened
        elif opened := _opened_html(line.lower()):
            hidden = opened
        elif line.startswith("/"):
            yield line


def _opened_fence(line: str) -> str:
    match = re.match(r"`{3,}+(?=[^`]*+$)|~{3,}+", line)
    return match[0] if match else ""


def _closes(line: str, fence: str) -> bool:
    bare = line.rstrip()
    return len(bare) >= len(fence) and not bare.strip(fence[0])


def _opened_html(line: str) -> str:
    """The end mark of a comment or code block that this line opens and does not close."""
    for start, end in (("<!--", "-->"), ("<pre", "</pre>"), ("<code", "</code>")):
        at = line.rfind(start)
        if at >= 0 and end not in line[at:]:
            return end
    return ""
