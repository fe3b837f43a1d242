"""A decision that somebody else may have written: does it hold together?

What the gate writes agrees with itself: the reason with the verdict, the confidence with its
parts, the parts with the evidence, the trace with the outcome. A file that was made up, or
changed in one place only, does not.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from exitgate.core.confidence import Confidence, chance
from exitgate.core.decision import Decision, Verdict
from exitgate.core.evidence import Evidence
from exitgate.core.policy import Policy
from exitgate.errors import InputError
from exitgate.report.reasons import REASONS
from exitgate.rules.proof import forbidding, proof_in

LONGEST_TEXT = 65_536
MOST_ITEMS = 10_000
ROUNDING = 1
"""The parts are rounded, so that their sum may round to the next whole percent."""
OWN_PARTS = frozenset({"base", "cap"})


def refuse_contradictions(decision: Decision) -> None:
    """Raises InputError, naming the first thing that no gate would have written."""
    for wrong in _contradictions(decision):
        raise InputError(
            f"the decision file contradicts itself: {wrong}",
            hint="take the file as `mode: evaluate` wrote it; nobody may edit it on the way",
        )


def merge_doubts(decision: Decision, policy: Policy) -> tuple[str, ...]:
    """Why the decision's own evidence does not make a merge ready under this policy."""
    if not decision.merge_ready:
        return ()
    evidence = {seen.signal: seen for seen in decision.evidence}
    proof = proof_in(evidence, policy.proof)
    forbids = [seen.signal for seen in forbidding(evidence, policy.proof)]
    least = policy.thresholds.merge_confidence
    doubts = {
        "its evidence holds no word that the work is done": proof.said is None,
        "nothing in its evidence confirms the completion": not proof.confirmed_by,
        f"{_names(proof.contradicted_by)} speaks against it": bool(proof.contradicted_by),
        f"{', '.join(forbids)} was found": bool(forbids),
        f"a confidence of {decision.confidence.value} is below {least}": (
            decision.confidence.value < least
        ),
    }
    return tuple(words for words, holds in doubts.items() if holds)


def _contradictions(decision: Decision) -> Iterator[str]:
    reason = REASONS.get(decision.reason)
    if reason is None:
        yield "its reason is none that the gate gives"
    elif reason.verdict is not decision.verdict:
        yield f"the reason {decision.reason} does not go with the verdict {decision.verdict}"
    if decision.iteration < 1:
        yield "iterations count from 1"
    names = [seen.signal for seen in decision.evidence]
    if len(set(names)) < len(names):
        yield "a signal speaks twice"
    yield from _trace_faults(decision)
    yield from _part_faults(decision)
    if _is_oversized(decision):
        yield "a text or a list in it is longer than any that the gate writes"


def _trace_faults(decision: Decision) -> Iterator[str]:
    """The first rule that fires decides, and the trace ends with it."""
    fired = [trace.fired for trace in decision.rules]
    ends = [False] * (len(fired) - 1) + [decision.verdict is not Verdict.CONTINUE]
    if fired != ends[: len(fired)] or (not fired and decision.should_exit):
        yield "its rules do not lead to its verdict"


def _part_faults(decision: Decision) -> Iterator[str]:
    measured = {seen.signal for seen in decision.evidence if not seen.is_unmeasured}
    for part in decision.confidence.parts:
        if part.signal not in measured | OWN_PARTS:
            yield "its confidence counts something that its evidence did not measure"
            break
    if all(abs(decision.confidence.value - sum_) > ROUNDING for sum_ in _sums(decision.confidence)):
        yield "its confidence is not what its parts add up to"


def _sums(confidence: Confidence) -> Iterator[float]:
    """The value by either method; the file does not say which one the profile uses."""
    total = math.fsum(part.points for part in confidence.parts)
    caps = [_cap(part.because) for part in confidence.parts if part.signal == "cap"]
    for raw in (total, chance(total)):
        yield min(100.0, max(0.0, raw), *caps)


def _cap(because: str) -> float:
    match = re.match(r"at most (\d{1,3}):", because)
    return float(match[1]) if match else 0.0


def _is_oversized(decision: Decision) -> bool:
    texts = [decision.loop_id, decision.reason, decision.summary, decision.signature]
    texts += [decision.work_summary, decision.guidance, *decision.unmeasured]
    texts += [text for seen in decision.evidence for text in (seen.headline, *seen.refs)]
    texts += [text for rule in decision.rules for text in (rule.rule, rule.because)]
    texts += [part.because for part in decision.confidence.parts]
    texts += [file.path for file in decision.inputs]
    texts += [decision.circuit.since or "", decision.circuit.trigger or ""]
    return len(texts) > MOST_ITEMS or any(len(text) > LONGEST_TEXT for text in texts)


def _names(evidence: tuple[Evidence, ...]) -> str:
    return ", ".join(seen.signal for seen in evidence[:3])
