"""What a store keeps for one loop, and nothing of any other."""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.core.circuit import Circuit
from exitgate.core.facts import Directive
from exitgate.core.history import History

STATE_VERSION = 1
STATE_FOLDER = ".exitgate"
"""Where loops are kept unless somebody names another place."""
UNTRUSTED_MEMORY = "the loop's memory cannot be trusted"
"""How every decision begins that line of what it could not measure."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Whether the remembered iterations are still those that the gate wrote."""

    ok: bool = True
    broken_at: int | None = None
    """First iteration that does not fit; None where the break is not in an iteration."""
    why: str = ""
    anchor: str = ""
    """Hash of the newest iteration that the window no longer holds."""
    links: tuple[tuple[int, str], ...] = ()
    """Number and hash of each iteration as it was read."""
    sealed: bool = True
    """Whether it lay there as the gate left it, also where an older break is on record."""


@dataclass(frozen=True, slots=True)
class LoopState:
    loop_id: str
    history: History = History()
    circuit: Circuit = Circuit()
    directive: Directive | None = None
    accepted: tuple[str, ...] = ()
    """Findings that a person has looked at and accepted, by id."""
    chain: Chain = Chain()
