"""What became of pull requests, and a fit that learns from it: over HTTP, against the fake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fake_github import REPO, FakeGitHub

from exitgate.cli import main
from exitgate.publish.client import GitHubClient
from exitgate.publish.outcomes import pull_outcomes

MERGED = {"state": "closed", "merged_at": "2026-01-15T10:00:00Z"}


def test_the_fate_of_pull_requests(github: FakeGitHub, client: GitHubClient) -> None:
    github.add_pull(10, **MERGED)
    github.add_pull(11, **MERGED)
    github.add_pull(12, state="closed")
    github.add_pull(13)
    github.add_pull(14, **MERGED, body=f"Reverts {REPO}#11", head_ref="revert-11")
    github.add_pull(15, **MERGED, body="Reverts other/place#10", head_ref="by-branch")
    github.add_pull(16, state="closed", body="Reverts #10", head_ref="revert-10")
    loops = ["pr-10", "pr-11", "pr-12", "pr-13", "by-branch", "pr-99"]
    assert pull_outcomes(client, loops) == {
        "by-branch": "merged",
        "pr-10": "merged",
        "pr-11": "reverted",
        "pr-12": "closed",
    }


def test_nothing_older_than_the_loops_is_asked_for(github: FakeGitHub) -> None:
    for number in range(100, 205):
        github.add_pull(number, **MERGED)
    patient = GitHubClient("ghs_test", REPO, github.url)
    assert pull_outcomes(patient, ["pr-200"]) == {"pr-200": "merged"}
    assert len(github.state.requests) == 1


def run_of(code: int) -> str:
    lines: list[dict[str, object]] = []
    for at, (name, given) in enumerate((("edit", {"path": "a.py"}), ("bash", {"command": "make"}))):
        lines.append({"type": "tool_call", "id": str(at), "name": name, "input": given})
        lines.append({"type": "tool_result", "id": str(at), "output": "", "exit_code": code * at})
    lines.append({"type": "message", "role": "assistant", "text": "I changed the parser."})
    return "\n".join(json.dumps(line) for line in [*lines, {"type": "end", "status": "finished"}])


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    path = tmp_path / "history.jsonl"
    lines = [{"loop": f"pr-{n}", "response": run_of(n % 2)} for n in range(100, 140)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_a_fit_learns_from_pull_requests(
    recording: Path,
    github: FakeGitHub,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for number in range(100, 130):
        github.add_pull(number, **MERGED if number % 2 == 0 else {"state": "closed"})
    monkeypatch.setenv("GITHUB_TOKEN", "ghs_test")
    monkeypatch.setenv("GITHUB_API_URL", github.url)
    assert main(["calibrate", str(recording), "--from-github", REPO]) == 0
    assert "from 30 records with a known outcome" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("repository", "token", "code", "said"),
    [
        ("octo", "ghs_test", 64, "OWNER/REPO"),
        (REPO, "", 64, "GITHUB_TOKEN"),
        (REPO, "ghs_test", 65, "0 records with a known outcome"),
    ],
)
def test_what_is_missing_is_said(
    repository: str,
    token: str,
    code: int,
    said: str,
    recording: Path,
    github: FakeGitHub,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("GH_TOKEN", raising=False)
    monkeypatch.setenv("GITHUB_TOKEN", token)
    monkeypatch.setenv("GITHUB_API_URL", github.url)
    assert main(["calibrate", str(recording), "--from-github", repository]) == code
    assert said in capsys.readouterr().err
