"""Other gates, written here from their published descriptions: plain, fair and complete.

Each looks at the loop's runs so far, the newest last, and answers done, stuck or continue.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rapidfuzz.fuzz import ratio

from exitgate.core.transcript import Message, ToolCall, Transcript
from exitgate.measure.known import Answer

Gate = Callable[[Sequence[Transcript]], Answer]

KEYWORDS = re.compile(
    r"\b(?:all (?:tasks|tests|done|items)|task(?:s)? (?:is |are )?complete|complete[d]?|done"
    r"|finished|implemented|ready for review|nothing left|no (?:more|remaining) (?:work|tasks))\b",
    re.IGNORECASE,
)
SIGNAL = re.compile(r"EXIT_SIGNAL\W{0,4}true|<promise>\s*COMPLETE\s*</promise>", re.IGNORECASE)
BLOCKED = re.compile(r"STATUS\W{0,4}BLOCKED", re.IGNORECASE)
COMPARED_CHARS = 4_000


def keywords(runs: Sequence[Transcript]) -> Answer:
    """Completion words anywhere in the last message end the loop."""
    return Answer.DONE if KEYWORDS.search(runs[-1].final_message) else Answer.CONTINUE


def exit_signal(runs: Sequence[Transcript]) -> Answer:
    """Only the structured signal counts; a block that says BLOCKED stops for a person."""
    said = runs[-1].final_message
    if SIGNAL.search(said):
        return Answer.DONE
    return Answer.STUCK if BLOCKED.search(said) else Answer.CONTINUE


def fuzzy_window(runs: Sequence[Transcript]) -> Answer:
    """Three of the last five outputs are 90 % alike. One run alone is judged by its steps."""
    outputs = [run.final_message for run in runs if run.final_message]
    if len(runs) == 1:
        outputs = [_said(step) for step in runs[0].steps]
    window = [text[:COMPARED_CHARS] for text in outputs[-5:]]
    alike = sum(ratio(text, window[-1]) >= 90 for text in window[:-1]) if window else 0
    return Answer.STUCK if alike >= 2 else Answer.CONTINUE


def three_identical_calls(runs: Sequence[Transcript]) -> Answer:
    """Roo Code's rule: the same tool call three times in a row."""
    return _stuck(_row([_call(call) for call in runs[-1].calls], 3))


def five_identical_calls(runs: Sequence[Transcript]) -> Answer:
    """Gemini CLI's rule: the same tool call five times in a row."""
    return _stuck(_row([_call(call) for call in runs[-1].calls], 5))


def openhands(runs: Sequence[Transcript]) -> Answer:
    """OpenHands' rules: four equal pairs of action and result, three equal actions that fail,
    three equal messages without a call between them, or six steps of A B A B A B."""
    steps = runs[-1].steps
    calls = runs[-1].calls
    pairs = [(_call(call), call.output) for call in calls]
    failing = [(_call(call), call.failed) if call.failed else None for call in calls]
    messages = [step.text if isinstance(step, Message) else None for step in steps]
    return _stuck(_row(pairs, 4) or _row(failing, 3) or _row(messages, 3) or _alternates(pairs, 6))


GATES: dict[str, Gate] = {
    "keywords": keywords,
    "EXIT_SIGNAL": exit_signal,
    "fuzzy 90 % of 5": fuzzy_window,
    "3 equal calls (Roo)": three_identical_calls,
    "5 equal calls (Gemini)": five_identical_calls,
    "OpenHands' detector": openhands,
}


def _stuck(found: bool) -> Answer:
    return Answer.STUCK if found else Answer.CONTINUE


def _call(call: ToolCall) -> tuple[str, str]:
    return call.name, call.input


def _said(step: Message | ToolCall) -> str:
    return step.text if isinstance(step, Message) else f"{step.input}\n{step.output or ''}"


def _row(values: Sequence[object], times: int) -> bool:
    """The same value that many times in a row, anywhere; None breaks the row."""
    count, last = 0, None
    for value in values:
        count = count + 1 if value is not None and value == last else 1
        last = value
        if value is not None and count >= times:
            return True
    return False


def _alternates(values: Sequence[object], length: int) -> bool:
    for start in range(len(values) - length + 1):
        part = values[start : start + length]
        if part[0] != part[1] and all(part[at] == part[at - 2] for at in range(2, length)):
            return True
    return False
