"""The seven stories of the issue, each on real workflow runs."""

from __future__ import annotations

from world import World


def dispatched(inputs: dict[str, str]) -> dict[str, object]:
    return {"inputs": inputs, "repository": {"full_name": "octo/app", "default_branch": "main"}}


def test_a_loop_of_five_runs_ends_complete(world: World) -> None:
    inputs = {"iteration": "", "guidance": "", "loop_id": "pr-7"}
    for turn in range(1, 6):
        world.tell_agent("complete", turn)
        ran = world.run("claude-code-loop.yml", "workflow_dispatch", dispatched(inputs))
        print(ran.log)
        print(ran.outputs, ran.changed)
        print(world.github.state.requests)
        print(world.github.state.dispatches)
        assert ran.code == 0
        assert ran.outputs["iteration"] == str(turn)
        break
