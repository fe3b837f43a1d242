"""A decision as the JSON object that other programs rely on, and back again."""

from __future__ import annotations

import json
import math
from functools import cache

from exitgate.core.decision import Decision, InputFile
from exitgate.core.evidence import Evidence
from exitgate.core.verification import CheckedClaim

SCHEMA_ID = "exitgate/decision/1"


def decision_json(decision: Decision, *, indent: int | None = None) -> str:
    """The decision in the contract's key order. Plain ASCII, so any pipe carries it unchanged.

    A runner obeys `##[` anywhere in a log. It can only stand inside a string here, where its
    escaped form has the same value.
    """
    separators = (",", ":") if indent is None else (",", ": ")
    text = json.dumps(decision_object(decision), indent=indent, separators=separators)
    return text.replace("##[", "##\\u005b")


def decision_object(decision: Decision) -> dict[str, object]:
    return {
        "schema": SCHEMA_ID,
        "loop_id": decision.loop_id,
        "iteration": decision.iteration,
        "should_exit": decision.should_exit,
        "verdict": decision.verdict.value,
        "reason": decision.reason,
        "summary": decision.summary,
        "confidence": decision.confidence.value,
        "confidence_parts": [
            {"signal": part.signal, "points": _number(part.points), "because": part.because}
            for part in decision.confidence.parts
        ],
        "merge_ready": decision.merge_ready,
        "circuit": {
            "state": decision.circuit.state.value,
            "since": decision.circuit.since,
            "trigger": decision.circuit.trigger,
        },
        "signature": decision.signature,
        "work_summary": decision.work_summary,
        "evidence": [_evidence(evidence) for evidence in decision.evidence],
        "rules": [
            {"rule": trace.rule, "fired": trace.fired, "because": trace.because}
            for trace in decision.rules
        ],
        "guidance": decision.guidance,
        "inputs": [_input(file) for file in decision.inputs],
        "unmeasured": list(decision.unmeasured),
        "claims": [_claim(claim) for claim in decision.claims],
    }


@cache
def load_schema() -> dict[str, object]:
    """The JSON Schema (Draft 2020-12) of what `decision_json` prints."""
    from importlib import resources  # loads much that printing a decision does not need

    text = resources.files("exitgate.report").joinpath("decision.schema.json").read_text("utf-8")
    schema: dict[str, object] = json.loads(text)
    return schema


def _evidence(evidence: Evidence) -> dict[str, object]:
    return {
        "signal": evidence.signal,
        "outcome": evidence.outcome.value,
        "strength": _number(evidence.strength),
        "headline": evidence.headline,
        "refs": list(evidence.refs),
    }


def _input(file: InputFile) -> dict[str, object]:
    return {
        "path": file.path,
        "format": file.format,
        "messages": file.messages,
        "tool_calls": file.tool_calls,
        "bytes": file.bytes,
        "unreadable": file.unreadable,
    }


def _claim(claim: CheckedClaim) -> dict[str, object]:
    return {
        "claim": claim.text,
        "about": claim.about.value,
        "outcome": claim.standing.value,
        "because": claim.because,
        "refs": list(claim.refs),
    }


def _number(value: float) -> float:
    """JSON has no NaN and no infinity; four places are more than any reader uses."""
    return round(float(value), 4) + 0.0 if math.isfinite(value) else 0.0
