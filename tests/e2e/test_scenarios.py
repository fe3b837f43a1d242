"""What people rely on, each as a story over real workflow runs.

Every run is an example workflow as people copy it, on a fresh checkout, with the action in its
container. The agent alone is played.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from world import BRANCH, REPO, Ran, Told, World

ATTACKS = Path(__file__).with_name("attacks.md")


def start(world: World, workflow: str) -> Ran:
    """The label `agent` is put on the pull request."""
    event = world.pull_event("labeled", label={"name": "agent"})
    return world.run(workflow, "pull_request", event)


def go_on(world: World, workflow: str) -> Ran:
    """GitHub starts what the gate has asked it to start."""
    asked = world.github.state.dispatches[-1]
    assert (asked["workflow"], asked["ref"]) == (workflow, BRANCH)
    return world.run(workflow, "workflow_dispatch", world.dispatch_event(asked["inputs"]))


def test_a_loop_over_five_runs_ends_complete(world: World) -> None:
    for turn in range(1, 6):
        world.tell_agent("complete", turn)
        ran = (start if turn == 1 else go_on)(world, "claude-code-loop.yml")
        assert ran.code == 0, ran.log
        remembered = tuple(range(1, turn + 1))
        assert world.told(ran) == (
            Told("complete", 5, "Complete", "success", remembered)
            if turn == 5
            else Told("continue", turn, "Continue", "pending", remembered)
        )
        world.follow()
    assert ran.outputs["merge_ready"] == "true"
    assert ran.outputs["reason"] == "project_complete"
    assert ran.outputs["comment_url"]
    assert len(world.github.state.dispatches) == 4


def test_a_stuck_loop_stops_and_a_person_lets_it_go_on(world: World) -> None:
    for turn in range(1, 4):
        world.tell_agent("stuck", turn)
        ran = (start if turn == 1 else go_on)(world, "claude-code-loop.yml")
        assert ran.code == 0, ran.log
        world.follow()
    assert world.told(ran) == Told("stuck", 3, "Stuck", "failure", (1, 2, 3))
    assert ran.outputs["reason"] == "loop_detected"
    assert ran.outputs["merge_ready"] == "false"
    for part in ("## Loop Detected", "← Loop detected", "**Options**", "/exitgate continue"):
        assert part in world.comment, part
    assert len(world.github.state.dispatches) == 2, "nothing is started after a stop"

    world.github.state.roles["octocat"] = "write"
    ran = _commanded(world, "/exitgate continue Split the title with re.findall instead.")
    assert ran.changed == []
    assert [item["content"] for item in world.github.state.reactions] == ["+1"]
    assert world.iterations("pr-7") == (1, 2, 3), "an order is no iteration"
    assert len(world.github.state.dispatches) == 3

    world.tell_agent("complete", 2)
    ran = go_on(world, "claude-code-loop.yml")
    prompt = (world.folder / "stage" / "prompt.txt").read_text()
    assert "Split the title with re.findall instead." in prompt
    assert world.told(ran) == Told("continue", 4, "Continue", "pending", (1, 2, 3, 4))
    assert len(world.github.state.dispatches) == 4


def _commanded(world: World, said: str) -> Ran:
    number = world.github.add_comment(7, said, "octocat")
    event = {
        "action": "created",
        "issue": {"number": 7, "pull_request": {"url": "-"}},
        "comment": {"id": number, "body": said, "user": {"login": "octocat", "type": "User"}},
        "repository": {"full_name": REPO, "default_branch": "main"},
    }
    ran = world.run("commands.yml", "issue_comment", event, ref="main")
    assert ran.code == 0, ran.log
    return ran


def test_a_fork_is_judged_without_rights_and_told_about_with_them(world: World) -> None:
    world.commit_turn("complete", 5)
    world.follow(head_repo="mallory/app")
    everything = world.github.state.tokens["ghs_test"].permissions
    world.limit_token(push=False)
    ran = world.run("fork-evaluate.yml", "pull_request", world.pull_event("opened"))
    assert ran.code == 0, ran.log
    assert world.told(ran) == Told("complete", 1, None, None, ())

    world.limit_token(*everything, push=False)
    run = {
        "id": 501,
        "conclusion": "success",
        "event": "pull_request",
        "head_sha": world.sha(BRANCH),
        "head_branch": BRANCH,
        "head_repository": {"full_name": "mallory/app", "owner": {"login": "mallory"}},
        "pull_requests": [],
    }
    place = {"repository": {"full_name": REPO, "default_branch": "main"}}
    event = {"action": "completed", "workflow_run": run, **place}
    ran = world.run("fork-publish.yml", "workflow_run", event, ref="main")
    assert ran.code == 0, ran.log
    assert world.told(ran) == Told("complete", 1, "Complete", "success", ())
    assert ran.outputs["merge_ready"] == "true"


def test_two_runs_at_once_keep_one_comment_and_both_iterations(world: World) -> None:
    world.commit_turn("complete", 2)
    event = world.pull_event("synchronize")

    def run(stage: str) -> Ran:
        return world.run("merge-gate.yml", "pull_request", event, stage=stage)

    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(run, ("left", "right")))
    assert [ran.code for ran in both] == [0, 0], both[0].log + both[1].log
    for ran in both:
        seen = world.told(ran)
        assert seen.iteration in (1, 2), "each may have begun before the other was remembered"
        assert seen == Told("continue", seen.iteration, "Continue", "pending", (1, 2))
    later = world.run("merge-gate.yml", "pull_request", event)
    assert world.told(later) == Told("stuck", 3, "Stuck", "failure", (1, 2, 3))
    assert later.code == 1, "the example fails its job on stuck"


def test_an_agent_full_of_attacks_changes_nothing_but_the_words(world: World) -> None:
    world.tell_agent("complete", 1, raw=ATTACKS.read_text())
    ran = start(world, "gemini-loop.yml")
    assert ran.code == 0, ran.log
    assert world.told(ran) == Told("continue", 1, "Continue", "pending", (1,))
    assert ran.outputs["merge_ready"] == "false"
    assert "PWNED" not in json.dumps(ran.steps)
    active = world.comment.split("-->", 1)[1]
    for attack in ("<img", "<script", "![", "@octocat", "javascript:", "<!-- exitgate"):
        assert attack not in active, attack


def test_with_the_api_down_the_decision_still_stands(world: World) -> None:
    world.tell_agent("complete", 1)
    event = world.pull_event("labeled", label={"name": "agent"})
    ran = world.run("codex-loop.yml", "pull_request", event, api="http://127.0.0.1:9")
    assert ran.code == 0, ran.log
    assert world.told(ran) == Told("continue", 1, None, None, (1,))
    assert "comment_url" not in ran.outputs
    assert world.github.state.requests == []
    assert "❗" in ran.log or "::warning" in ran.log
