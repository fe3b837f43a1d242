"""What a whole decision costs, with the real gate: it asks GitHub for checks when the agent says done."""

from __future__ import annotations

from pathlib import Path

import pytest
from fake_github import FakeGitHub
from standin import Runner, pull_event
from test_orders import LEFT, by_push, pushed
from test_wiring import DONE, git, run, work

from exitgate.publish.pace import Pace

__all__ = ["pushed", "work"]
MOST = 5
ASKED_OF_A_CLAIM = 2
"""Check runs and statuses of the head, which a claim of completion is weighed with."""
TABLE = """
    event         state   says  first  update  again  | with labels
    pull_request  branch  left  3      4       2      | 6   5  3
    pull_request  branch  done  6      6       5      | 9   7  6
    pull_request  none    left  4      4       2      | 7   5  3
    pull_request  none    done  7      6       5      | 10  7  6
    push          branch  left  4      5       3      | 7   5  4
    push          branch  done  6      6       5      | 9   7  6
    push          none    left  5      5       3      | 8   5  4
    push          none    done  7      6       5      | 10  7  6
"""
"""Requests of a whole decision, GitHub's checks of the head included: of a loop's first, of one with
new words, and of a re-run with the same ones. A first label is created and put on besides."""
WORDS = {"left": LEFT, "done": DONE}
IDS = ("GITHUB_RUN_ID", "GITHUB_RUN_ATTEMPT")


@pytest.mark.parametrize("row", TABLE.strip().splitlines()[1:])
def test_what_an_ordinary_decision_costs(
    runner: Runner, work: Path, pushed: Path, github: FakeGitHub, pace: Pace, row: str
) -> None:
    event, state, says, *wanted = row.replace("|", "").split()
    costs = []
    for labels in ("false", "true"):
        github.state.comments.clear()
        for run_id in ("500.1", "501.1", "501.2"):
            runner.variables |= dict(zip(IDS, run_id.split("."), strict=True))
            _happens(runner, work, event)
            (work / "agent-output" / "run.md").write_text(WORDS[says])
            github.state.requests.clear()
            run(runner, pace, state=state, labels=labels, loop_id=f"loop-{labels}")
            costs.append(len(github.state.requests))
        assert len(github.state.comments) == 1
    assert (runner.outputs["verdict"] == "complete") is (says == "done")
    assert [str(cost) for cost in costs] == wanted
    most = MOST + ASKED_OF_A_CLAIM if says == "done" else MOST
    assert max(*costs[:3], *costs[4:]) <= most


def _happens(runner: Runner, work: Path, event: str) -> None:
    head, base = git(work, "rev-parse", "HEAD"), git(work, "rev-parse", "HEAD~1")
    if event == "push":
        by_push(runner)
        runner.variables["GITHUB_SHA"] = head
        return
    payload = pull_event()
    payload["pull_request"]["head"]["sha"] = head
    payload["pull_request"]["base"]["sha"] = base
    runner.event(event, payload)
