"""Commands that the gate runs come from the base, never from what the agent could write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fake_github import FakeGitHub
from standin import Runner
from test_wiring import git, run, work

from exitgate.publish.pace import Pace

__all__ = ["work"]


def configured(work: Path, runner: Runner, *, base: str, head: str) -> None:
    """The base and the agent's commit, each with a configuration of its own."""
    payload = json.loads((runner.folder / "event.json").read_text())
    git(work, "checkout", "-q", "HEAD~1")
    for settings, side in ((base, "base"), (head, "head")):
        if settings:
            (work / "exitgate.yml").write_text(f"{settings}\n")
        (work / "parser.py").write_text(f"side = {side!r}\n")
        git(work, "add", "exitgate.yml", "parser.py") if settings else git(work, "add", "parser.py")
        git(work, "commit", "-qm", side)
        payload["pull_request"][side]["sha"] = git(work, "rev-parse", "HEAD")
    runner.event("pull_request", payload)


def verify_rows(work: Path) -> dict[str, str]:
    decision = json.loads((work / "exitgate-decision.json").read_text())
    rows = decision["evidence"]
    return {row["signal"]: row["outcome"] for row in rows if row["signal"].startswith("verify_")}


@pytest.mark.parametrize(
    ("base", "head", "passed", "failed"),
    [
        ("verify: 'true'", "verify: 'true'", "found", "clear"),
        ("verify: 'false'", "verify: 'true'", "clear", "found"),
        ("verify: 'false'", "verify: []", "clear", "found"),
        ("", "verify: 'true'", "unmeasured", "unmeasured"),
    ],
)
def test_the_base_says_what_is_run(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace, base: str, head: str, passed: str,
    failed: str,
) -> None:  # fmt: skip
    configured(work, runner, base=base, head=head)
    assert run(runner, pace) == 0
    assert verify_rows(work) == {"verify_passed": passed, "verify_failed": failed}
    assert (runner.outputs["verdict"] == "complete") is (failed != "found")


def test_without_a_base_nothing_is_run(
    runner: Runner, work: Path, github: FakeGitHub, pace: Pace
) -> None:
    bait = runner.folder / "ran"
    (work / "exitgate.yml").write_text(f"verify: touch {bait}\n")
    runner.event("workflow_dispatch", {"repository": {}})
    run(runner, pace)
    assert not bait.exists()
    assert "`verify` is not obeyed" in runner.log
