"""Is a completion proven? One answer, shared by the rules and by merge readiness."""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.core.evidence import Evidence
from exitgate.core.rule import Case


@dataclass(frozen=True, slots=True)
class Proof:
    """What was claimed, what confirms it and what contradicts it."""

    said: Evidence | None
    by_signal: bool
    confirmed_by: tuple[Evidence, ...]
    contradicted_by: tuple[Evidence, ...]
    too_weak: tuple[Evidence, ...] = ()
    """What would confirm a structured signal, but weighs too little behind a claim in prose."""

    @property
    def lacking(self) -> str:
        """Why nothing confirms it."""
        if not self.too_weak:
            return "nothing independent confirms it"
        return f"only the agent's own run confirms it: {headlines(self.too_weak)}"

    @property
    def holds(self) -> bool:
        return bool(self.said and self.confirmed_by and not self.contradicted_by)


def proof_of(case: Case) -> Proof:
    policy = case.policy.proof
    signalled = found_among(case, policy.signalled)
    claimed = found_among(case, policy.claimed)
    # An explicit "not done" beats every heuristic: then nothing was claimed at all.
    said = () if case.found("not_done_signal") else (*signalled, *claimed)
    voided = {name for by, names in policy.voids.items() if case.found(by) for name in names}
    confirms = policy.confirms_signal if signalled else policy.confirms_claim
    confirmed = found_among(case, tuple(name for name in confirms if name not in voided))
    weakest = 0.0 if signalled else policy.claim_strength
    return Proof(
        said=said[0] if said else None,
        by_signal=bool(signalled),
        confirmed_by=tuple(seen for seen in confirmed if seen.strength >= weakest),
        contradicted_by=found_among(case, policy.contradicts),
        too_weak=tuple(seen for seen in confirmed if seen.strength < weakest),
    )


def found_among(case: Case, signals: tuple[str, ...]) -> tuple[Evidence, ...]:
    return tuple(seen for name in signals if (seen := case.found(name)) is not None)


def headlines(evidence: tuple[Evidence, ...]) -> str:
    return "; ".join(seen.headline for seen in evidence)


def says_done(case: Case) -> bool:
    """Does this iteration claim, in whatever form, that the whole task is done?"""
    return proof_of(case).said is not None
