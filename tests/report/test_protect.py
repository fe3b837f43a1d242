"""A value that is secret in this run is in nothing that leaves."""

from __future__ import annotations

from exitgate.language.redact import without_secrets
from exitgate.report.as_json import decision_json
from exitgate.report.markdown import render_comment
from report.hostile import decision_of, history_of
from report.samples import STUCK

MASKED = "correct-horse-battery"


def test_masked_value_is_nowhere() -> None:
    text = f"it printed {MASKED} twice: {MASKED}"
    decision = without_secrets(decision_of(text), [MASKED])
    history = without_secrets(history_of(text), [MASKED])
    shown = decision_json(decision) + render_comment(decision, history=history)
    assert MASKED not in shown
    assert "[redacted]" in shown


def test_a_decision_without_secrets_stays_as_it_is() -> None:
    assert without_secrets(STUCK, [MASKED]) == STUCK
