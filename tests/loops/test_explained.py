"""`explain` names the settings that would change a verdict: set them, and it does change."""

from __future__ import annotations

import json
from dataclasses import fields
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any

import pytest
import yaml

from exitgate.config import load_policy
from exitgate.core.decision import Decision, Verdict
from exitgate.language.loop_patterns import Pattern, RunLimits
from exitgate.recording import read_recording
from exitgate.replay import replay
from exitgate.report.explain import settings_for
from exitgate.report.reasons import PATTERNS
from loops.written import loops, recording
from support import decide

STUCK = loops("stuck")
LARGE = 90
"""More than any of the loops counts, and no more than a percentage may be."""


def first_stop(entry: dict[str, Any], config: Path | None = None) -> Decision | None:
    stream = BufferedReader(BytesIO(recording(entry)))
    steps = replay(read_recording(stream, "written"), load_policy(config).policy)
    stops = (s.decision for s in steps if s.decision.verdict is not Verdict.CONTINUE)
    return next(stops, None)


def relaxed(decision: Decision) -> dict[str, Any]:
    """A configuration with every setting named, all of them out of reach."""
    config: dict[str, Any] = {}
    for setting in settings_for(decision):
        section, *names = setting.path.split(".")
        if section in ("signals", "thresholds", "breaker", "budgets"):
            place = config.setdefault(section, {})
            for name in names[:-1]:
                place = place.setdefault(name, {})
            place[names[-1]] = 0 if names[-1] == "doubtful_below" else LARGE
    return config


@pytest.mark.parametrize("name", STUCK)
def test_setting_what_is_named_changes_the_verdict(name: str, tmp_path: Path) -> None:
    before = first_stop(STUCK[name])
    assert before is not None
    config = tmp_path / "exitgate.yml"
    config.write_text(yaml.safe_dump(relaxed(before)), "utf-8")
    after = first_stop(STUCK[name], config)
    assert after is None or (after.iteration, after.verdict) != (before.iteration, before.verdict)


ROUND = "".join(
    json.dumps(step) + "\n"
    for n in range(6)
    for step in (
        {"type": "tool_call", "id": str(n), "name": "bash", "input": {"command": "make"}},
        {"type": "tool_result", "id": str(n), "output": "no rule", "exit_code": 2},
    )
)
SPENT = {"response": "Built part of it.", "duration_s": 60, "cost_usd": 2}
BLOCK = "---RALPH_STATUS---\n{}\n---END_RALPH_STATUS---"
PLAN = "- [x] a\n- [x] b\n- [x] c\n- [x] d\n- [{}] e\n"
TESTING = {"response": BLOCK.format("WORK_TYPE: TESTING\nSTATUS: IN_PROGRESS")}
CERTAIN = "I am confident and certain that this is definitely right."

STOPS: dict[str, tuple[dict[str, Any], list[dict[str, Any]], str, dict[str, Any]]] = {
    "max_iterations": (
        {"budgets": {"max_iterations": 1}},
        [SPENT],
        "budgets.max_iterations",
        {"budgets": {"max_iterations": 2}},
    ),
    "max_runtime": (
        {"budgets": {"max_runtime": 60}},
        [SPENT],
        "budgets.max_runtime",
        {"budgets": {"max_runtime": "2m"}},
    ),
    "max_cost": (
        {"budgets": {"max_cost": 2}},
        [SPENT],
        "budgets.max_cost",
        {"budgets": {"max_cost": 3}},
    ),
    "blocked": (
        {},
        [{"response": "I cannot proceed: I need credentials."}],
        "rules",
        {"rules": ["verified_complete", "loop_detected"]},
    ),
    "loop_detected": (
        {},
        [{"response": ROUND}],
        "stuck.loop_detected",
        {"stuck": {"loop_detected": ["repeated_signature"]}},
    ),
    "unverified_completion": (
        {},
        [{"response": "The project is complete."}] * 3,
        "thresholds.doubtful_claims",
        {"thresholds": {"doubtful_claims": 4}},
    ),
    "test_saturation": (
        {"profile": "ralph", "stuck": {"loop_detected": []}},
        [TESTING] * 3,
        "signals.test_saturation.threshold",
        {"profile": "ralph", "stuck": {"loop_detected": []}, "thresholds": {"test_only_loops": 4}},
    ),
    "low_confidence": (
        {"profile": "blackbox"},
        [{"response": "Maybe it works, I am not sure."}],
        "thresholds.min_confidence",
        {"profile": "blackbox", "thresholds": {"min_confidence": 0}},
    ),
    "high_completion": (
        {"profile": "blackbox"},
        [{"response": CERTAIN, "plan": PLAN.format(" ")}],
        "thresholds.min_completion",
        {"profile": "blackbox", "thresholds": {"min_completion": 90}},
    ),
    "done_signals": (
        {"profile": "response-analyzer"},
        [{"response": "All tasks complete. Project complete. All tests pass: 12 passed."}],
        "thresholds.complete_confidence",
        {"profile": "response-analyzer", "thresholds": {"complete_confidence": 100}},
    ),
}


@pytest.mark.parametrize("reason", STOPS)
def test_the_setting_named_for_a_reason_changes_it(reason: str, tmp_path: Path) -> None:
    config, lines, path, changed = STOPS[reason]
    before = last_decision(lines, config, tmp_path)
    assert before.reason == reason
    assert path in [setting.path for setting in settings_for(before)]
    assert last_decision(lines, changed, tmp_path).reason != reason


def last_decision(lines: list[dict[str, Any]], config: dict[str, Any], folder: Path) -> Decision:
    file = folder / "exitgate.yml"
    file.write_text(yaml.safe_dump(config), "utf-8")
    text = "\n".join(json.dumps({"loop": "l", **line}) for line in lines)
    stream = BufferedReader(BytesIO(text.encode()))
    steps = replay(read_recording(stream, "lines"), load_policy(file).policy)
    return [step.decision for step in steps][-1]


@pytest.mark.parametrize(
    ("said", "setting"),
    [
        ("Looked at part {n}{n}{n}.", "breaker.no_change_open"),
        ("Tried idea {n}{n}.\nTypeError: x is undefined", "breaker.same_error_open"),
    ],
)
def test_an_open_breaker_names_first_what_opened_it(said: str, setting: str) -> None:
    changes = {"tree": "t", "files": []}
    decisions = decide(*({"response": said.format(n=n), "changes": changes} for n in range(6)))
    opened = next(one for one in decisions if one.reason == "circuit_open")
    assert settings_for(opened)[0].path == setting


def test_a_loop_inside_a_run_names_its_own_option(tmp_path: Path) -> None:
    decision = last_decision([{"response": ROUND}], {}, tmp_path)
    paths = [setting.path for setting in settings_for(decision)]
    assert paths[0] == "signals.run_loop.identical"


def test_every_pattern_inside_a_run_has_an_option_that_exists() -> None:
    options = {field.name for field in fields(RunLimits)}
    for pattern in Pattern:
        assert any(pattern.startswith(words) for words in PATTERNS)
    assert set(PATTERNS.values()) <= options
