"""Is a completion proven? One answer, shared by the rules and by merge readiness."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from exitgate.core.evidence import Evidence
from exitgate.core.policy import ProofPolicy
from exitgate.core.rule import Case


@dataclass(frozen=True, slots=True)
class Proof:
    """What was claimed, what confirms it and what contradicts it."""

    said: Evidence | None
    confirmed_by: tuple[Evidence, ...]
    contradicted_by: tuple[Evidence, ...]
    voided_by: tuple[Evidence, ...] = ()
    """Why what would confirm it does not."""

    @property
    def lacking(self) -> str:
        """Why nothing confirms it."""
        why = f" ({headlines(self.voided_by)})" if self.voided_by else ""
        return f"nothing independent confirms it{why}"

    @property
    def holds(self) -> bool:
        return bool(self.said and self.confirmed_by and not self.contradicted_by)


def proof_of(case: Case) -> Proof:
    return proof_in(case.evidence, case.policy.proof)


def proof_in(evidence: Mapping[str, Evidence], policy: ProofPolicy) -> Proof:
    signalled = _found(evidence, policy.signalled)
    claimed = _found(evidence, policy.claimed)
    # An explicit "not done" beats every heuristic: then nothing was claimed at all.
    said = () if _found(evidence, ("not_done_signal",)) else (*signalled, *claimed)
    confirms = policy.confirms_signal if signalled else policy.confirms_claim
    confirming = {seen.signal for seen in _found(evidence, confirms)}
    voiding = {
        by: confirming.intersection(names)
        for by, names in policy.voids.items()
        if _found(evidence, (by,))
    }
    voided = {name for names in voiding.values() for name in names}
    return Proof(
        said=said[0] if said else None,
        confirmed_by=_found(evidence, tuple(name for name in confirms if name not in voided)),
        contradicted_by=_found(evidence, policy.contradicts),
        voided_by=_found(evidence, tuple(by for by, names in voiding.items() if names)),
    )


def forbidding(evidence: Mapping[str, Evidence], policy: ProofPolicy) -> tuple[Evidence, ...]:
    """What keeps the work from being ready to merge, less what newer evidence settled."""
    settled = {
        name for by, names in policy.settles.items() if _found(evidence, (by,)) for name in names
    }
    return _found(evidence, tuple(name for name in policy.forbids_merge if name not in settled))


def found_among(case: Case, signals: tuple[str, ...]) -> tuple[Evidence, ...]:
    return _found(case.evidence, signals)


def _found(evidence: Mapping[str, Evidence], signals: tuple[str, ...]) -> tuple[Evidence, ...]:
    asked = (evidence.get(name) for name in signals)
    return tuple(seen for seen in asked if seen is not None and seen.is_found)


def headlines(evidence: tuple[Evidence, ...]) -> str:
    return "; ".join(seen.headline for seen in evidence)


def says_done(case: Case) -> bool:
    """Does this iteration claim, in whatever form, that the whole task is done?"""
    return proof_of(case).said is not None
