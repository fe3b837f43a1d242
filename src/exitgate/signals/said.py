"""What several signals ask of the agent's words."""

from __future__ import annotations

from exitgate.core.facts import Facts
from exitgate.core.reading import Claim, StatusBlock

NOTHING_SAID = "the agent left no final message"


def has_words(facts: Facts) -> bool:
    return bool(facts.transcript.final_message.strip()) or facts.reading.block is not None


def block_ref(block: StatusBlock) -> tuple[str, ...]:
    return (f"response:{block.line}",) if block.line else ("structured output",)


def place_ref(line: int) -> tuple[str, ...]:
    """A line of the response, or the response as a whole where the line is not known."""
    return (f"response:{line}" if line else "response",)


def line_ref(claim: Claim) -> tuple[str, ...]:
    return (f"response:{claim.line}",)
