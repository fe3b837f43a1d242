"""Policy and plan come from the base: what the work makes of them is shown and never obeyed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from ground import DONE, GREEN, attack, check, git

STRICT = "budgets: {max_iterations: 1}\n"
SOFT = "budgets: {max_iterations: 1000}\nthresholds: {merge_confidence: 0}\n"
TEST = "from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n"
SKIPPED = TEST.replace("def test_add", "@pytest.mark.skip\ndef test_add")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    (folder / "tests").mkdir(parents=True)
    (folder / "calc.py").write_text("def add(a, b):\n    return a - b\n")
    (folder / "tests" / "test_calc.py").write_text(TEST)
    (folder / "plan.md").write_text("- [x] parser\n- [ ] lexer\n")
    git(folder, "init", "-q", "-b", "main")
    return folder


def commit(repo: Path, **files: str) -> str:
    for name, text in files.items():
        (repo / f"{name}.yml").write_text(text)
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "step")
    return git(repo, "rev-parse", "HEAD")


def finish(repo: Path, **files: str) -> None:
    (repo / "calc.py").write_text("def add(a, b):\n    return a + b\n")
    (repo / "plan.md").write_text("- [x] parser\n- [x] lexer\n")
    commit(repo, **files)


def decide(repo: Path, base: str, *words: object) -> dict[str, Any]:
    outside = repo.parent
    (outside / "run.md").write_text(DONE)
    (outside / "junit.xml").write_text(GREEN)
    named = ("--response", "../run.md", "--tests", "../junit.xml", "--plan", "plan.md")
    ran = check(repo, *named, "--repo", ".", "--base", base, "--loop", "l", *words)
    return json.loads(ran.out)


def shown(decision: dict[str, Any]) -> str:
    return next(one["headline"] for one in decision["evidence"] if one["signal"] == "tampering")


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ({"exitgate": STRICT}, {"exitgate": SOFT}, ()),
        ({"exitgate": STRICT}, {"exitgate": SOFT}, ("--config", "exitgate.yml")),
        ({"exitgate": "extends: team.yml\n", "team": STRICT}, {"team": SOFT}, ()),
        ({"exitgate": "profile: house.yml\n", "house": STRICT}, {"house": SOFT}, ()),
        ({"house": STRICT}, {"house": SOFT}, ("--profile", "house.yml")),
        ({"exitgate": STRICT}, {"exitgate": "extends: soft.yml\n", "soft": SOFT}, ()),
    ],
    ids=["settings", "named", "extended", "profile", "named-profile", "new-parent"],
)
def test_a_softer_policy_of_the_work_is_not_obeyed(
    repo: Path, before: dict[str, str], after: dict[str, str], words: tuple[str, ...]
) -> None:
    base = commit(repo, **before)
    finish(repo, **after)
    state = ("--state", "../state")
    decide(repo, base, *state, *words)
    (repo.parent / "run.md").write_text("Still at it.")
    named = ("--response", "../run.md", "--repo", ".", "--base", base, "--loop", "l")
    second = json.loads(check(repo, *named, *state, *words).out)
    assert second["reason"] == "max_iterations", second["summary"]


def test_words_that_the_work_taught_the_gate_are_not_known(repo: Path) -> None:
    base = commit(repo, exitgate="profile: standard\n")
    finish(repo, exitgate="profile: standard\nkeywords: {completion: [banana]}\n")
    decision = decide(repo, base)
    assert "exitgate.yml" in shown(decision)
    assert decision["merge_ready"] is False


def test_a_policy_that_the_work_brought_does_not_count(repo: Path) -> None:
    base = commit(repo)
    finish(repo, exitgate="thresholds: {merge_confidence: 100}\nbudgets: {max_iterations: 1}\n")
    assert "exitgate.yml" in shown(decide(repo, base))


@pytest.mark.parametrize(
    "plan", ["- [x] parser\n", "- [x] parser\n\n## Out of scope\n\n- [ ] lexer\n"]
)
def test_what_the_base_planned_is_still_to_do(repo: Path, plan: str) -> None:
    base = commit(repo)
    finish(repo)
    assert decide(repo, base)["verdict"] == "complete"
    (repo / "plan.md").write_text(plan)
    decision = decide(repo, base)
    assert decision["verdict"] == "continue"
    assert "lexer" in json.dumps(decision["evidence"])


def test_a_person_accepts_one_finding_by_its_name(repo: Path) -> None:
    base = commit(repo)
    finish(repo)
    (repo / "tests" / "test_calc.py").write_text(SKIPPED)
    state = ("--state", "../state")
    first = decide(repo, base, *state)
    assert first["merge_ready"] is False
    name = shown(first).rsplit("(", 1)[1].split(")")[0]
    (repo / "tests" / "test_calc.py").write_text(f'"""Sums."""\n\n{SKIPPED}')
    assert name in shown(decide(repo, base, *state)), "a shift of lines does not change the name"
    attack("command", "/exitgate", "accept", name, "--loop", "l", *state, cwd=repo)
    accepted = decide(repo, base, *state)
    assert accepted["merge_ready"] is True, accepted["summary"]
