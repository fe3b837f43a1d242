"""What it sees: how many of the eight completion patterns of the ralph design match what the agent
asserts.

Why it matters: two or more are the first half of the dual condition; the exit signal is the
other.

Example: "All tests pass. Project complete." matches three: `all tests pass`,
`project.*complete` and `COMPLETE`.

False alarms: code, quotes, keys such as TASKS_COMPLETED_THIS_LOOP, "incomplete" and negated or
planned sentences do not match. One completed story still matches. Without a status block, a
message that also names open or failing work indicates nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.reading import Reading
from exitgate.core.signal import Signal
from exitgate.core.wording import clause, counted
from exitgate.language.keywords import patterns_in
from exitgate.language.qualified import defeaters
from exitgate.language.tagging import words_of
from exitgate.signals.said import NOTHING_SAID, has_words

NAME = "completion_patterns"


@dataclass(frozen=True, slots=True)
class Options:
    needed: int = 2
    """Patterns that must match before they are an indicator of completion."""


@dataclass(frozen=True, slots=True)
class Patterns:
    count: int
    which: tuple[str, ...]


def check(facts: Facts, options: Options) -> Evidence:
    if not has_words(facts):
        return unmeasured(NAME, NOTHING_SAID)
    which = patterns_in("\n".join((facts.reading.reported, *_bare_words(facts.reading))))
    measure = Patterns(len(which), which)
    if facts.reading.block is None and (against := next(iter(defeaters(facts.reading)), None)):
        # Words are all there is then, and these words take themselves back.
        seen = counted(len(which), "completion pattern")
        return clear(NAME, f"{seen}, but: {clause(against.text)}", measure=measure)
    if len(which) < options.needed:
        return clear(NAME, f"{counted(len(which), 'completion pattern')} found", measure=measure)
    return found(
        NAME, f"{counted(len(which), 'completion pattern')}: {', '.join(which)}", measure=measure
    )


def _bare_words(reading: Reading) -> list[str]:
    """COMPLETE as a line of its own: one of the eight, though elsewhere it claims nothing."""
    return [claim.text for claim in reading.claims if claim.aside and _is_bare(claim.text)]


def _is_bare(text: str) -> bool:
    return [word for word in words_of(text) if word.isalpha()] == ["complete"]


SIGNAL = Signal(
    name=NAME, question="Do at least two completion patterns match?", check=check, options=Options
)
