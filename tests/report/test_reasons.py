"""explain names the settings of every rule and reason there is, and settings that exist."""

from __future__ import annotations

import ast
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from pydantic import BaseModel

from exitgate.config import load_policy, profile_names
from exitgate.core.decision import Verdict
from exitgate.report.explain import settings_for
from exitgate.report.reasons import BY_RULE, COUNTS, GOES_ON, REASONS
from exitgate.rules import RULES
from exitgate.settings import Settings
from exitgate.signals import SIGNALS
from support import ROOT, decide

SOURCE = ROOT / "src/exitgate"
PLACES = {"rules": 1, "Ruling": 2, "_budget": 0, "_any_found": 0}
"""Which argument of these calls is the reason code."""


def reasons_in(path: Path) -> set[str]:
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    named = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in PLACES]
    places = [
        (call.args, PLACES[call.func.id]) for call in named if isinstance(call.func, ast.Name)
    ]
    given = [args[at] for args, at in places if len(args) > at]
    return {arg.value for arg in given if isinstance(arg, ast.Constant)}


def test_no_reason_that_the_code_can_give_is_missing() -> None:
    files = [*(SOURCE / "rules").glob("*.py"), SOURCE / "judge.py"]
    assert set().union(*map(reasons_in, files)) == set(REASONS)


def test_every_rule_and_every_way_to_go_on_names_its_settings() -> None:
    assert set(BY_RULE) == set(RULES)
    assert set(GOES_ON) == {c for c, r in REASONS.items() if r.verdict is Verdict.CONTINUE}
    assert {rule for rule, settings in BY_RULE.items() if not settings} == {"cancelled", "approved"}


ALL = {s.path for s in (*sum(BY_RULE.values(), ()), *sum(GOES_ON.values(), ()))}


@pytest.mark.parametrize("path", sorted(ALL))
def test_every_setting_named_exists(path: str) -> None:
    section, _, field = path.partition(".")
    held = getattr(Settings(), section)
    if section == "stuck":
        assert field in RULES
    elif field:
        assert is_dataclass(held) or isinstance(held, BaseModel)
        assert hasattr(held, field)


def test_every_signal_that_can_make_a_loop_stuck_names_its_option() -> None:
    policies = [load_policy(profile=name).policy for name in profile_names()]
    used = {signal for policy in policies for names in policy.stuck.values() for signal in names}
    assert used <= set(COUNTS)
    for signal, option in COUNTS.items():
        assert not option or option in {field.name for field in fields(SIGNALS[signal].options)}


def test_a_stuck_loop_names_just_the_signals_that_decided() -> None:
    said = {"response": "Fixed auth.ts - added null check"}
    decision = decide(said, said, said)[-1]
    assert decision.verdict is Verdict.STUCK
    paths = [setting.path for setting in settings_for(decision)]
    assert paths[0] == "signals.repeated_signature.threshold"
    assert paths[-1] == "stuck.loop_detected"


def test_a_claim_that_was_not_believed_names_what_contradicts_it() -> None:
    tests = {"passed": 3, "failed": 1, "failing": ["test_login"]}
    decision = decide({"response": "All tasks are complete.", "tests": tests})[-1]
    assert decision.reason == "claimed_unverified"
    assert settings_for(decision)[0].path == "proof.contradicts (tests_fail)"


def test_a_completion_that_is_not_ready_to_merge_says_what_is_missing() -> None:
    plan = "- [x] one\n"
    decision = decide({"response": "All tasks are complete.", "plan": plan})[-1]
    assert (decision.verdict, decision.merge_ready) == (Verdict.COMPLETE, False)
    assert "thresholds.merge_confidence" in [setting.path for setting in settings_for(decision)]
