"""A decision without secrets, for everything that leaves: comment, summary, outputs, file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from exitgate.core.circuit import Circuit
from exitgate.core.confidence import Confidence
from exitgate.core.decision import Decision
from exitgate.core.evidence import Evidence
from exitgate.core.history import History
from exitgate.report.redact import redact

Clean = Callable[[str], str]


def decision_without_secrets(decision: Decision, extra: Sequence[str] = ()) -> Decision:
    """`extra` are values secret in this run, such as the action's own token."""

    def clean(text: str) -> str:
        return redact(text, extra)

    return replace(
        decision,
        loop_id=clean(decision.loop_id),
        summary=clean(decision.summary),
        confidence=_confidence(decision.confidence, clean),
        circuit=_circuit(decision.circuit, clean),
        signature=clean(decision.signature),
        work_summary=clean(decision.work_summary),
        evidence=tuple(_evidence(seen, clean) for seen in decision.evidence),
        rules=tuple(
            replace(trace, rule=clean(trace.rule), because=clean(trace.because))
            for trace in decision.rules
        ),
        guidance=clean(decision.guidance),
        inputs=tuple(
            replace(file, path=clean(file.path), format=clean(file.format))
            for file in decision.inputs
        ),
        unmeasured=tuple(clean(what) for what in decision.unmeasured),
    )


def history_without_secrets(history: History, extra: Sequence[str] = ()) -> History:
    """The words that are shown of each iteration; what is only compared stays as it is."""
    records = tuple(
        replace(
            record,
            work=redact(record.work, extra),
            signature=redact(record.signature, extra),
            verdict=redact(record.verdict, extra),
        )
        for record in history.recent
    )
    return replace(history, recent=records)


def _confidence(confidence: Confidence, clean: Clean) -> Confidence:
    parts = tuple(
        replace(part, signal=clean(part.signal), because=clean(part.because))
        for part in confidence.parts
    )
    return replace(confidence, parts=parts)


def _circuit(circuit: Circuit, clean: Clean) -> Circuit:
    since = clean(circuit.since) if circuit.since else None
    trigger = clean(circuit.trigger) if circuit.trigger else None
    return replace(circuit, since=since, trigger=trigger)


def _evidence(seen: Evidence, clean: Clean) -> Evidence:
    refs = tuple(clean(ref) for ref in seen.refs)
    return replace(seen, signal=clean(seen.signal), headline=clean(seen.headline), refs=refs)
