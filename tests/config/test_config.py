"""exitgate.yml: what it may say, and how its mistakes are told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from exitgate.config import PROFILES, find_config, load_policy, merge, profile_names
from exitgate.core.evidence import Outcome
from exitgate.errors import ConfigError
from exitgate.policy_builder import policy_from
from exitgate.settings import normalised
from exitgate.yaml_reader import read_yaml

BOMB = "\n".join(
    ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    + [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 9)]
)

MISTAKES = {
    "unknown key": ("profile: standard\nthreshold:\n  a: 1\n", 2, "threshold", "'thresholds'"),
    "unknown nested key": ("thresholds:\n  max_eror: 1\n", 2, "thresholds.max_eror", "'max_errors'"),
    "wrong type": ("\nbudgets:\n  max_cost: lots\n", 3, "budgets.max_cost", "profiles show"),
    "out of range": ("thresholds: {merge_confidence: 101}", 1, "thresholds.merge_confidence", ""),
    "unknown rule": ("rules:\n  - cancelled\n  - circuit_opened\n", 3, "rules.1", "'circuit_open'"),
    "unknown signal": ("signals:\n  tests_passing: {}\n", 2, "signals.tests_passing", "'tests_pass'"),
    "unknown option": ("signals:\n  no_change:\n    treshold: 2\n", 3, "signals.no_change.treshold", "'threshold'"),
    "bad option": ("signals:\n  no_change:\n    threshold: 0\n", 3, "signals.no_change.threshold", ""),
    "unknown weight": ("weights:\n  test_pass: 3\n", 2, "weights.test_pass", "'tests_pass'"),
    "unknown in proof": ("proof:\n  contradicts: [plan_opened]\n", 2, "proof.contradicts.0", "'plan_open'"),
    "unknown profile": ("profile: strict\n", 1, "profile", "known here"),
    "list": ("- a\n- b\n", 1, "", "key: value"),
    "not YAML": ("rules: [cancelled\nbudgets: 3\n", 2, "", "indentation"),
    "tab": ("budgets:\n\tmax_cost: 3\n", 2, "", "spaces"),
    "bomb": (BOMB, 5, "", "aliases"),
    "circular alias": ("ignore: &a [*a]\n", 1, "", "aliases"),
    "no duration": ("budgets:\n  max_runtime: 2 hours\n", 2, "budgets.max_runtime", "2h"),
    "control characters": ("hook: true\nprofile: \x00standard\n", 2, "", "UTF-8"),
    "capital letter": ("Profile: standard\n", 1, "Profile", "'profile'"),
    "capital letter below": ("budgets:\n  Max_cost: 3\n", 2, "budgets.Max_cost", "'max_cost'"),
    "key named like a type": ("hook: true\nfloat: 3\n", 2, "float", "known here"),
    "truth value as key": ("signals:\n  on: {}\n", 2, "signals.on", "known here"),
    "nothing as key": ("hook: true\n~: 3\n", 2, "~", "known here"),
    "endless number": (f"budgets:\n  max_cost: {'9' * 5000}\n", 2, "digits", "no limit"),
    "endless number in a list": (f"rules:\n  - {'9' * 5000}\n", 2, "digits", ""),
    "no number": ("weights:\n  tests_pass: .nan\n", 2, "weights.tests_pass", ""),
    "number without end": ("budgets:\n  max_runtime: .inf\n", 2, "budgets.max_runtime", ""),
    "option without end": ("signals:\n  output_declining:\n    threshold: .inf\n", 3, "threshold", ""),
    "parent that is not there": ("hook: true\nextends: gone.yml\n", 2, "extends", "path"),
    "own parent": ("hook: true\nextends: exitgate.yml\n", 2, "circle", "stop extending"),
    "report elsewhere": ("verify:\n  commands: [a]\n  reports: [/tmp/*.xml]\n", 3, "verify.reports.0", "checkout"),
    "both parents": ("profile: ralph\nextends: doyaken\n", 2, "extends", "keep one"),
}  # fmt: skip


def write(folder: Path, text: str, name: str = "exitgate.yml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(("text", "line", "field", "hint"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_names_file_line_field_and_a_way_out(
    tmp_path: Path, text: str, line: int | None, field: str, hint: str
) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load_policy(path)
    message = str(caught.value)
    assert message.startswith(f"{path}:{line}:" if line else str(path))
    assert field in message
    assert hint in caught.value.hint
    assert "\n" not in message
    assert caught.value.exit_code == 78


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("budgets: {max_iterations: lots}", "should be a whole number, not 'lots'"),
        ("budgets: {max_iterations: 0}", "should be at least 1, not 0"),
        ("thresholds: {merge_confidence: 0.85}", "should be a whole number, not 0.85"),
        ("thresholds: {merge_confidence: 101}", "should be at most 100, not 101"),
        ("budgets: {max_cost: lots}", "should be a number, not 'lots'"),
        ("hook: maybe", "should be true or false, not 'maybe'"),
        ("budgets:\n# max_cost: 3\n", "(`key: value`), but nothing stands there"),
    ],
)
def test_a_wrong_value_is_told_in_words_of_the_file(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_policy(write(tmp_path, text))
    assert str(caught.value).endswith(told)


def test_a_bomb_is_refused_before_it_grows(tmp_path: Path) -> None:
    text = BOMB + "\n" + "\n".join(f"b{i}: *a8" for i in range(1000))
    with pytest.raises(ConfigError):
        load_policy(write(tmp_path, text))


def test_deep_nesting_is_an_error_and_no_crash(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        load_policy(write(tmp_path, "ignore: " + "[" * 5_000 + "]" * 5_000))


@pytest.mark.parametrize(
    ("content", "line"), [(b"\xff\xfe\x00p", 1), (b"\x80\x81", 1), (b"hook: true\n# caf\xe9\n", 2)]
)
def test_bytes_that_are_no_text_are_told(tmp_path: Path, content: bytes, line: int) -> None:
    path = tmp_path / "exitgate.yml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=rf"yml:{line}: .*not UTF-8 text"):
        load_policy(path)


@pytest.mark.parametrize(
    "content", [b"\xef\xbb\xbfhook: true\n", b"profile: ralph\r\nhook: true\r\n"]
)
def test_a_byte_order_mark_and_the_line_ends_of_windows_are_fine(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "exitgate.yml"
    path.write_bytes(content)
    assert load_policy(path).policy.hook


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such file"):
        load_policy(tmp_path / "nowhere.yml")


@pytest.mark.parametrize("name", profile_names())
def test_every_shipped_profile_loads(name: str) -> None:
    policy = load_policy(profile=name).policy
    assert policy.name == name
    assert policy.description
    assert policy.rules
    assert policy.signals


@pytest.mark.parametrize("name", profile_names())
def test_loop_detection_is_in_every_profile_with_window_5_and_threshold_3(name: str) -> None:
    """Seed 002: a sliding window of the last 5 signatures, three of a kind are a loop."""
    policy = load_policy(profile=name).policy
    options = policy.signals["repeated_signature"]
    assert (options.window, options.threshold) == (5, 3)
    guards = [
        r
        for r in policy.rules
        if r in ("max_iterations", "max_runtime", "loop_detected", "consecutive_errors")
    ]
    assert guards == ["max_iterations", "max_runtime", "loop_detected", "consecutive_errors"]


def test_a_configuration_overrides_single_settings_and_keeps_the_rest(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "profile: standard\n"
        "thresholds: {merge_confidence: 91}\n"
        "weights: {tests_pass: 3.5, response_errors: {clear: 1}}\n"
        "signals: {no_change: {threshold: 7}, output_quality: false}\n"
        "budgets: {max_runtime: 2h, max_cost: 5}\n"
        "keywords: {done: [shipped it]}\n"
        "ignore: ['*.tmp']\n",
    )
    policy = load_policy(path).policy
    standard = load_policy(profile="standard").policy
    assert policy.thresholds.merge_confidence == 91
    assert policy.thresholds.doubtful_claims == standard.thresholds.doubtful_claims
    assert policy.rules == standard.rules
    weights = {(part.signal, part.when): part.weight for part in policy.confidence.parts}
    assert weights[("tests_pass", Outcome.FOUND)] == 3.5
    assert weights[("response_errors", Outcome.CLEAR)] == 1
    assert policy.signals["no_change"].threshold == 7
    assert "output_quality" not in policy.signals
    assert policy.budgets.max_runtime == 7200
    assert policy.budgets.max_cost == 5
    assert policy.keywords.done == ("shipped it",)
    assert policy.ignore == ("*.tmp",)


def test_extends_follows_files_beside_the_one_that_names_them(tmp_path: Path) -> None:
    (tmp_path / "team").mkdir()
    write(tmp_path / "team", "extends: doyaken\nbudgets: {max_cost: 9}\n", "base.yml")
    path = write(tmp_path, "extends: team/base.yml\nbudgets: {max_iterations: 4}\n")
    loaded = load_policy(path)
    assert loaded.policy.budgets.max_cost == 9
    assert loaded.policy.budgets.max_iterations == 4
    assert loaded.policy.name == "doyaken"
    assert loaded.sources == (str(path), str(tmp_path / "team" / "base.yml"), "doyaken")


def test_a_circle_of_extends_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, "extends: b.yml\n", "a.yml")
    write(tmp_path, "extends: a.yml\n", "b.yml")
    with pytest.raises(ConfigError, match="circle"):
        load_policy(tmp_path / "a.yml")


def test_the_profile_option_beats_the_files_own(tmp_path: Path) -> None:
    path = write(tmp_path, "profile: ralph\nbudgets: {max_cost: 2}\n")
    policy = load_policy(path, profile="doyaken").policy
    assert policy.name == "doyaken"
    assert policy.budgets.max_cost == 2


def test_an_empty_configuration_is_the_standard_profile(tmp_path: Path) -> None:
    assert load_policy(write(tmp_path, "")).policy == load_policy(profile="standard").policy


def test_lists_replace_and_mappings_merge() -> None:
    assert merge({"a": {"b": 1, "c": [1]}}, {"a": {"c": [2]}}) == {"a": {"b": 1, "c": [2]}}


@pytest.mark.parametrize("name", profile_names())
def test_a_shipped_profile_passes_the_schema_and_means_the_same_through_it(name: str) -> None:
    """Shipped profiles skip pydantic at run time, so this is where they are checked."""
    path = PROFILES / f"{name}.yml"
    checked = normalised(read_yaml(path.read_text("utf-8"), name))
    assert policy_from(checked, name) == load_policy(profile=name).policy


def test_a_decision_without_a_configuration_does_not_load_heavy_libraries(tmp_path: Path) -> None:
    (tmp_path / "r.md").write_text("Added the parser.")
    code = (
        "import sys; from exitgate.cli import main\n"
        "main(['check', '--response', 'r.md', '--state', 'none', '--output', 'json'])\n"
        "heavy = {'pydantic', 'git', 'github', 'rich', 'rapidfuzz', 'junitparser', 'requests'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stderr.strip() == "[]"


OVERRIDE = """exit_decision:
  min_confidence: 80
  min_completion: 90
  stagnation_loops: 2
"""


def test_override_per_project_of_the_first_document(tmp_path: Path) -> None:
    (tmp_path / ".bb3").mkdir()
    (tmp_path / ".bb3" / "config.yaml").write_text(f"{OVERRIDE}agents: {{max: 3}}\n")
    found = find_config(tmp_path)
    policy = load_policy(found, "blackbox").policy
    kept = policy.thresholds
    assert (kept.min_confidence, kept.min_completion, kept.stagnation_loops) == (80, 90, 2)
    assert policy.signals["plan_stalled"].threshold == 2


def test_a_signals_own_option_beats_its_other_name_and_both_tell_what_is_in_force(
    tmp_path: Path,
) -> None:
    file = tmp_path / "exitgate.yml"
    file.write_text(
        "thresholds: {stagnation_loops: 2, consecutive_errors: 7}\n"
        "signals: {plan_stalled: {threshold: 9}}\n"
    )
    policy = load_policy(file).policy
    assert policy.signals["plan_stalled"].threshold == policy.thresholds.stagnation_loops == 9
    assert policy.signals["agent_failing"].threshold == policy.thresholds.consecutive_errors == 7
    assert policy.thresholds.test_only_loops == 3


def test_a_time_limit_of_verification_is_written_like_a_budget(tmp_path: Path) -> None:
    path = write(tmp_path, "verify: {commands: [make test], timeout_s: 10m}")
    assert load_policy(path).policy.verify.timeout_s == 600
