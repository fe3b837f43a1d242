"""An open circuit stops the loop until it has cooled down or a person acts."""

from __future__ import annotations

from exitgate.core.circuit import CircuitState
from exitgate.core.decision import Verdict
from exitgate.core.rule import Case, Rule, Ruling, passes, rules


def _circuit_open(case: Case) -> Ruling:
    if case.circuit.state is not CircuitState.OPEN:
        return passes(f"the circuit is {case.circuit.state}")
    trigger = case.circuit.trigger or "no trigger recorded"
    return rules(Verdict.STUCK, "circuit_open", f"circuit breaker is OPEN: {trigger}")


RULES = (Rule("circuit_open", "Is the circuit breaker open?", _circuit_open),)
