"""Nothing active comes out of any renderer, whatever an agent writes."""

from __future__ import annotations

import json
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from exitgate.core.decision import Decision
from exitgate.core.memory import LoopState
from exitgate.report.as_json import decision_json, load_schema
from exitgate.report.explain import explain
from exitgate.report.from_json import decision_from_json
from exitgate.report.history_text import render_history, render_state
from exitgate.report.markdown import render_comment, render_summary
from exitgate.report.text import render_text
from report.hostile import HIDDEN, PAYLOADS, decision_of, disguises, faults, history_of, page
from report.samples import LINKS

ATTACKS = [
    pytest.param(text, id=f"{kind}-{number}")
    for kind, texts in PAYLOADS.items()
    for number, text in enumerate(texts)
]
VALIDATOR = Draft202012Validator(load_schema())


def test_there_are_enough_attacks() -> None:
    assert len({text for texts in PAYLOADS.values() for text in texts}) >= 300


@pytest.mark.parametrize("text", ATTACKS)
def test_markdown_stays_inert(text: str) -> None:
    """All disguises share a page, each in another place for every attack."""
    dressed = tuple(disguises(text).values())
    start = len(text) % len(dressed)
    turned = (*dressed[start:], *dressed[:start])
    decision, history = decision_of(*turned), history_of(*turned)
    assert faults(render_comment(decision, history=history, links=LINKS)) == []
    assert faults(render_summary(decision, history=history, links=LINKS)) == []


@pytest.mark.parametrize("text", ATTACKS)
def test_markdown_keeps_its_shape(text: str) -> None:
    """Foreign text never opens or closes an element: the page has the same bones as a plain one."""
    attacked = render_comment(decision_of(f"{text}\nx"), history=history_of(f"{text}\nx"))
    assert bones(attacked) == plain_bones()


@cache
def plain_bones() -> list[str]:
    plain = render_comment(decision_of("plain\nx"), history=history_of("plain\nx"))
    return bones(plain)


def bones(markdown: str) -> list[str]:
    """The elements of a page; a quotation has as many lines and paragraphs as its text."""
    kept: list[str] = []
    quoted = False
    for tag in page(markdown).tags:
        quoted = tag == "blockquote" or (quoted and tag != "/blockquote")
        if not (quoted and tag in ("p", "/p", "br", "/br")):
            kept.append(tag)
    assert kept.count("blockquote") == kept.count("/blockquote") == 1
    return kept


@pytest.mark.parametrize("text", ATTACKS)
def test_terminal_and_log_stay_inert(text: str) -> None:
    disguised = disguises(text)
    names = ("plain", "second line", "entities", "zero width")
    for rendered in terminal_outputs(*(disguised[name] for name in names)):
        assert log_faults(rendered) == []


@pytest.mark.parametrize("text", ATTACKS)
def test_json_carries_any_text_unchanged(text: str) -> None:
    decision = decision_of(text)
    check_json(decision, decision_json(decision))


FRAGMENTS = st.sampled_from([text for texts in PAYLOADS.values() for text in texts])
TEXTS = st.one_of(st.text(), st.lists(st.one_of(FRAGMENTS, st.text()), max_size=4).map("".join))


@settings(deadline=None, max_examples=25)
@given(TEXTS)
def test_any_text_stays_inert(text: str) -> None:
    decision, history = decision_of(text), history_of(text)
    assert faults(render_comment(decision, history=history, links=LINKS)) == []
    assert faults(render_summary(decision, history=history, links=LINKS)) == []
    assert [fault for output in terminal_outputs(text) for fault in log_faults(output)] == []
    check_json(decision, decision_json(decision))


def terminal_outputs(*texts: str) -> tuple[str, ...]:
    decision, history = decision_of(*texts), history_of(*texts)
    state = LoopState(texts[0], history, decision.circuit)
    return (
        render_text(decision, history=history, colour=False, width=80),
        render_history(state, colour=False, width=80),
        render_state(state, colour=False, width=80),
        explain(decision),
    )


def log_faults(rendered: str) -> list[str]:
    lines = rendered.splitlines()
    wrong = [f"command {line!r}" for line in lines if line.strip().startswith("::")]
    wrong += [f"old command {line!r}" for line in lines if "##[" in line]
    wrong += [f"hidden {char!r}" for char in sorted(set(rendered) & (HIDDEN - {"\n"}))]
    return wrong


def check_json(decision: Decision, rendered: str) -> None:
    assert rendered.isascii()
    assert "\n" not in rendered
    assert "##[" not in rendered
    VALIDATOR.validate(json.loads(rendered))
    read = decision_from_json(rendered)
    assert decision_json(read) == rendered
    assert read.summary == decision.summary
