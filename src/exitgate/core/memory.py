"""What a store keeps for one loop, and nothing of any other."""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.core.circuit import Circuit
from exitgate.core.facts import Directive
from exitgate.core.history import History

STATE_VERSION = 1


@dataclass(frozen=True, slots=True)
class LoopState:
    loop_id: str
    history: History = History()
    circuit: Circuit = Circuit()
    directive: Directive | None = None
