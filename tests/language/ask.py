"""Asks one signal about one final message."""

from __future__ import annotations

from importlib import import_module

from exitgate.core.evidence import Evidence
from exitgate.core.facts import Facts
from exitgate.core.policy import Keywords
from exitgate.core.reading import Reading
from exitgate.core.signal import Signal
from exitgate.core.transcript import Transcript
from exitgate.language.reading import NO_KEYWORDS, read_prose


def read(text: str, *, task: str = "", prompt: str = "", structured: str | None = None) -> Reading:
    return read_prose(text, task=task, prompt=prompt, structured=structured)


def signal(name: str) -> Signal:
    found: Signal = import_module(f"exitgate.signals.{name}").SIGNAL
    return found


def ask(
    name: str,
    text: str,
    *,
    task: str = "",
    edits: tuple[str, ...] = (),
    keywords: Keywords = NO_KEYWORDS,
) -> Evidence:
    asked = signal(name)
    facts = Facts(
        loop_id="pr-1",
        iteration=1,
        now=None,
        transcript=Transcript(final_message=text, edits=edits),
        task=task,
        keywords=keywords,
        reading=read_prose(text, task=task, keywords=keywords),
    )
    return asked.check(facts, asked.options())
