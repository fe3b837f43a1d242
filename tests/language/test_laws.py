"""What must hold for any text at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exitgate.analyzer import AnalysisContext, ResponseAnalyzer
from exitgate.core.facts import Facts
from exitgate.core.transcript import Transcript
from exitgate.language.masking import mask
from exitgate.language.prompt import prompt_text
from exitgate.language.reading import read_prose
from exitgate.language.summary import extract_work_summary
from language.ask import ask, signal

SIGNALS = (
    "done_signal",
    "not_done_signal",
    "status_block",
    "completion_claim",
    "remaining_work",
    "completion_keywords",
    "completion_patterns",
    "completion_words",
    "stated_confidence",
    "response_errors",
    "output_quality",
    "test_only",
    "blocked",
    "open_question",
)
PIECES = (
    "done", "task", "all", "not", "the", "3/7", "remain", "```", "\n", "> ", "- [ ] ", "# ",
    "STATUS: COMPLETE", "EXIT_SIGNAL: true", "---RALPH_STATUS---", "<promise>COMPLETE</promise>",
    "DOYAKEN_STATUS:", "PHASE_COMPLETE: true", '{"exit_signal": true}', "|", "?", ".", "完成", "%",
    "`", '"', "@@ -1 +1 @@", "<<<<<<< SEARCH", "<example>", "\r\n", "\x00", "left", "of", "100%",
)  # fmt: skip
SOUP = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=60).map(" ".join)
TEXTS = st.text(max_size=400) | SOUP | SOUP.map(lambda text: text.replace(" \n ", "\n"))


@given(TEXTS, TEXTS)
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_and_twice_the_same(text: str, other: str) -> None:
    first = read_prose(text, prompt=other, task=other, structured=other)
    assert first == read_prose(text, prompt=other, task=other, structured=other)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert len(mask(text)) == len(lines)
    assert first.asserted.count("\n") == len(lines) - 1
    assert all(1 <= claim.line <= len(lines) for claim in first.claims)


@given(TEXTS)
@settings(max_examples=150, deadline=None)
def test_every_signal_answers_any_text(text: str) -> None:
    for name in SIGNALS:
        evidence = ask(name, text)
        assert evidence.signal == name
        assert 0.0 <= evidence.strength <= 1.0
        assert evidence.headline


@given(TEXTS)
@settings(max_examples=150, deadline=None)
def test_an_explicit_false_at_the_end_beats_everything(text: str) -> None:
    said = f"{text}\n\n```\n```\n\n---RALPH_STATUS---\nEXIT_SIGNAL: false\n---END_RALPH_STATUS---"
    block = read_prose(said).block
    if block is not None and block.done is False:
        assert not ask("completion_claim", said).is_found
        assert not ask("completion_keywords", said).is_found
        assert not ask("done_signal", said).is_found


@given(TEXTS)
@settings(max_examples=100, deadline=None)
def test_quoting_a_text_takes_every_claim_away(text: str) -> None:
    quoted = "\n".join(f"> {line}" for line in text.replace("\r", "\n").splitlines())
    reading = read_prose(quoted)
    assert reading.claims == ()
    assert reading.block is None


@given(TEXTS, st.lists(TEXTS, max_size=4))
@settings(max_examples=100, deadline=None)
def test_the_analyzer_answers_any_text(text: str, errors: list[str]) -> None:
    result = ResponseAnalyzer().analyze(text, AnalysisContext(error_history=tuple(errors)))
    assert 0 <= result.confidence <= 100
    assert result.should_exit is (result.exit_reason is not None)
    assert extract_work_summary(text) == result.work_summary


@pytest.mark.parametrize("name", SIGNALS)
def test_silence_is_unmeasured(name: str) -> None:
    asked = signal(name)
    facts = Facts(loop_id="pr-1", iteration=1, now=None, transcript=Transcript())
    assert asked.check(facts, asked.options()).is_unmeasured


@pytest.mark.parametrize("name", SIGNALS)
def test_a_signal_documents_itself(name: str) -> None:
    module = __import__(f"exitgate.signals.{name}", fromlist=["SIGNAL"])
    parts = [part.split(":")[0] for part in module.__doc__.strip().split("\n\n")]
    assert parts == ["What it sees", "Why it matters", "Example", "False alarms"]
    assert module.SIGNAL.name == name
    assert module.SIGNAL.question.endswith("?")


def test_prompt_texts_differ() -> None:
    texts = {prompt_text("ralph"), prompt_text("doyaken"), prompt_text("exitgate")}
    assert len(texts) == 3
