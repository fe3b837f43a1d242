"""The decision's JSON is a contract: its keys, their order, its schema, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from exitgate.errors import InputError
from exitgate.report.as_json import decision_json, load_schema
from exitgate.report.from_json import decision_from_json
from report.samples import CASES, STUCK

KEYS = (
    "schema loop_id iteration should_exit verdict reason summary confidence confidence_parts "
    "merge_ready circuit signature work_summary evidence rules guidance inputs unmeasured "
    "claims"
)


def test_schema_is_itself_valid() -> None:
    Draft202012Validator.check_schema(load_schema())


@pytest.mark.parametrize("name", CASES)
def test_every_decision_validates_and_comes_back(name: str) -> None:
    decision = CASES[name][0]
    text = decision_json(decision)
    written = json.loads(text)
    assert " ".join(written) == KEYS
    Draft202012Validator(load_schema()).validate(written)
    assert decision_json(decision_from_json(text)) == text
    assert json.loads(decision_json(decision, indent=2)) == written


Change = Callable[[dict], object]


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda d: d.pop("summary"), "decision.summary: is missing"),
        (lambda d: d.update(extra=1), "decision.extra: is not a known field"),
        (lambda d: d.update(verdict="done"), "decision.verdict: must be one of"),
        (lambda d: d.update(should_exit=False), "decision.should_exit: does not fit"),
        (lambda d: d.update(confidence=101), "decision.confidence: must be a whole number"),
        (lambda d: d.update(confidence=True), "decision.confidence: must be a whole number"),
        (lambda d: d.update(iteration=-1), "decision.iteration"),
        (lambda d: d.update(iteration=1.5), "decision.iteration"),
        (lambda d: d.update(schema="exitgate/decision/2"), "decision.schema"),
        (lambda d: d.update(reason="x\n::error::"), "decision.reason: must be a code"),
        (lambda d: d.update(merge_ready="yes"), "decision.merge_ready"),
        (lambda d: d.update(evidence={}), "decision.evidence: must be a list"),
        (lambda d: d["evidence"][0].update(strength=2), "decision.evidence[0].strength"),
        (lambda d: d["evidence"][0].update(outcome="maybe"), "decision.evidence[0].outcome"),
        (lambda d: d["evidence"][1].update(refs=[1]), "decision.evidence[1].refs"),
        (lambda d: d["evidence"][1].update(x=1), "decision.evidence[1].x: is not a known"),
        (lambda d: d["rules"].append("x"), "decision.rules[4]: must be an object"),
        (lambda d: d["circuit"].update(state="closed"), "decision.circuit.state"),
        (lambda d: d["circuit"].update(since=3), "decision.circuit.since"),
        (lambda d: d["confidence_parts"][0].update(points=10**400), "decision.confidence_parts[0]"),
        (lambda d: d.update(unmeasured="x"), "decision.unmeasured: must be a list"),
    ],
)
def test_what_is_wrong_is_named(change: Change, where: str) -> None:
    value = json.loads(decision_json(STUCK))
    change(value)
    with pytest.raises(InputError) as error:
        decision_from_json(json.dumps(value))
    assert str(error.value).startswith(where)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "[" * 100_000, "1" * 5_000, '{"schema": NaN}', "\x00"]
)
def test_what_is_no_decision_is_an_input_error(text: str) -> None:
    with pytest.raises(InputError):
        decision_from_json(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@settings(max_examples=50, deadline=None)
@given(st.sampled_from(KEYS.split()), JSON)
def test_any_value_in_any_field_is_read_or_refused(key: str, value: object) -> None:
    """What is read fits the schema too: the two never disagree."""
    changed = {**json.loads(decision_json(STUCK)), key: value}
    try:
        read = decision_from_json(json.dumps(changed))
    except InputError:
        return
    Draft202012Validator(load_schema()).validate(json.loads(decision_json(read)))
