"""Inputs over the policy, and whose configuration decides."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from exitgate.config import CONFIG_NAMES, load_policy
from exitgate.core.absence import Missing
from exitgate.ingest.git_file import file_at
from exitgate.runner.base_config import choose_config
from exitgate.runner.inputs import Limits
from exitgate.runner.services import GateRequest
from exitgate.wiring import with_limits


def git(folder: Path, *words: str) -> str:
    settings = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    command = ["git", *settings, *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / "exitgate.yml").write_text("profile: ralph\n")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "base")
    return folder


def request(repo: Path, base: str = "main", config: Path | None = None) -> GateRequest:
    return GateRequest(loop_id="x", repo=repo, temp=repo.parent, base=base, config=config)


def test_an_unchanged_configuration_is_read_in_place(repo: Path) -> None:
    chosen = choose_config(request(repo), CONFIG_NAMES)
    assert (chosen.path, chosen.note) == (repo / "exitgate.yml", "")


@pytest.mark.parametrize("named", [True, False])
def test_a_changed_configuration_gives_way_to_the_base(repo: Path, named: bool) -> None:
    (repo / "exitgate.yml").write_text("thresholds: {merge_confidence: 0}\n")
    config = repo / "exitgate.yml" if named else None
    chosen = choose_config(request(repo, config=config), CONFIG_NAMES)
    assert chosen.path is not None
    assert chosen.path.read_text() == "profile: ralph\n"
    assert "the base's version decides" in chosen.note


def test_a_deleted_configuration_still_decides(repo: Path) -> None:
    (repo / "exitgate.yml").unlink()
    chosen = choose_config(request(repo), CONFIG_NAMES)
    assert chosen.path is not None
    assert load_policy(chosen.path).policy.name == "ralph"


def test_a_base_that_is_not_there_is_said(repo: Path) -> None:
    chosen = choose_config(request(repo, "f" * 40), CONFIG_NAMES)
    assert chosen.path == repo / "exitgate.yml"
    assert "fetch-depth: 0" in chosen.note


def test_a_configuration_from_elsewhere_is_the_workflows_own(repo: Path) -> None:
    outside = repo.parent / "policy.yml"
    outside.write_text("profile: ralph\n")
    assert choose_config(request(repo, config=outside), CONFIG_NAMES).path == outside


def test_file_at(repo: Path) -> None:
    assert file_at(repo, "main", "exitgate.yml") == b"profile: ralph\n"
    assert file_at(repo, "main", "other.yml") is None
    for revision in ("", "--help", "nothing", "main\0"):
        assert isinstance(file_at(repo, revision, "exitgate.yml"), Missing)
    assert isinstance(file_at(repo.parent / "nowhere", "main", "exitgate.yml"), Missing)


def test_a_link_in_the_base_is_no_configuration(repo: Path) -> None:
    (repo / "exitgate.yaml").symlink_to("/etc/passwd")
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "link")
    assert file_at(repo, "main", "exitgate.yaml") is None


def test_limits_go_over_the_policy() -> None:
    policy = load_policy().policy
    assert with_limits(policy, Limits()) == policy
    limits = Limits(max_iterations=5, max_runtime_s=60, max_cost_usd=0.5, min_confidence=95)
    changed = with_limits(policy, limits)
    assert (changed.budgets.max_iterations, changed.budgets.max_runtime) == (5, 60)
    assert changed.budgets.max_cost == 0.5
    assert changed.budgets.max_tokens == policy.budgets.max_tokens
    assert changed.thresholds.merge_confidence == 95
