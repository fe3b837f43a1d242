"""The shape of a rule: it looks at the case and either rules or passes, and says why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from exitgate.core.circuit import Circuit
from exitgate.core.confidence import Confidence
from exitgate.core.decision import Verdict
from exitgate.core.evidence import Evidence
from exitgate.core.facts import Facts
from exitgate.core.policy import Policy


@dataclass(frozen=True, slots=True)
class Case:
    """All that a rule may look at."""

    facts: Facts
    evidence: Mapping[str, Evidence]
    confidence: Confidence
    circuit: Circuit
    policy: Policy

    def found(self, signal: str) -> Evidence | None:
        """The finding of a signal, or None where it is clear, unmeasured or not asked."""
        seen = self.evidence.get(signal)
        return seen if seen is not None and seen.is_found else None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict with its reason code, or None and why the rule passed."""

    verdict: Verdict | None
    because: str
    reason: str = ""


def rules(verdict: Verdict, reason: str, because: str) -> Ruling:
    return Ruling(verdict, because, reason)


def passes(because: str) -> Ruling:
    return Ruling(None, because)


@dataclass(frozen=True, slots=True)
class Rule:
    name: str
    question: str
    ask: Callable[[Case], Ruling]
