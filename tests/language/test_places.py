"""Where in the response a person finds what a signal saw."""

from __future__ import annotations

import pytest

from exitgate.core.facts import Facts
from exitgate.core.signal import NoOptions
from exitgate.core.transcript import Transcript
from exitgate.language.reading import read_prose
from exitgate.signals import SIGNALS

BLOCK = "---RALPH_STATUS---\nSTATUS: BLOCKED\nEXIT_SIGNAL: false\n---END_RALPH_STATUS---"
PLACES = [
    ("blocked", "I looked.\n\nI cannot proceed without your approval.\n\nBye.", "response:3"),
    ("blocked", f"I looked.\n\n{BLOCK}", "response:3"),
    ("blocked", "看过了。\n无法继续，需要您的批准。", "response:2"),
    ("open_question", "I looked.\n\nWhich port should I use?", "response:3"),
    ("open_question", "Which name?\nWhich port should I use?", "response:2"),
]


@pytest.mark.parametrize(("signal", "text", "ref"), PLACES)
def test_the_line_is_named(signal: str, text: str, ref: str) -> None:
    transcript = Transcript(final_message=text)
    facts = Facts(
        loop_id="l", iteration=1, now=None, transcript=transcript, reading=read_prose(text)
    )
    seen = SIGNALS[signal].check(facts, NoOptions())
    assert seen.is_found
    assert seen.refs == (ref,)
