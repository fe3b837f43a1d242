"""What it sees: the length of the response and how much it names that can be checked: files,
symbols, numbers.

Why it matters: a report that names what it did is worth more than a long one that names
nothing.

Example: "Added `parse()` to src/parse.py; 12 tests pass" scores above two paragraphs of praise.

False alarms: made-up names score as well as real ones; quality is never proof.
"""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import Signal
from exitgate.core.wording import counted
from exitgate.language.quality import quality_of
from exitgate.signals.said import NOTHING_SAID

NAME = "output_quality"


@dataclass(frozen=True, slots=True)
class Options:
    at_least: float = 0.1
    """Score under which the response is called empty."""


def check(facts: Facts, options: Options) -> Evidence:
    text = facts.transcript.final_message
    if not text.strip():
        return unmeasured(NAME, NOTHING_SAID)
    quality = quality_of(text)
    headline = (
        f"{counted(quality.length, 'character')}, {counted(quality.files, 'file')},"
        f" {counted(quality.symbols, 'symbol')} and {counted(quality.numbers, 'number')} named"
    )
    if quality.score < options.at_least:
        return clear(NAME, headline, measure=quality)
    return found(NAME, headline, strength=quality.score, measure=quality)


SIGNAL = Signal(
    name=NAME,
    question="Is the response long and specific enough to be a report?",
    check=check,
    options=Options,
)
