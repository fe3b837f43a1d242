"""The workflow steps that the README and the documentation show, put into a job and run."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from world import GATE, LATER, Told, World

from docs.pages import PAGES, blocks

SNIPPETS = [
    (page, yaml.safe_load(block))
    for page in PAGES
    for block in blocks(page, "yaml")
    if f"uses: {GATE}" in block
]
INPUTS = {name: {"default": ""} for name in ("iteration", "guidance", "loop_id")}


def in_a_workflow(page: str, steps: list[dict[str, Any]]) -> str:
    """As a reader would complete it: a checkout before, and an agent where the page shows none."""
    name = re.sub(r"\W+", "-", page)  # act names containers after jobs, and these run at once
    checkout: dict[str, Any] = {"uses": "actions/checkout@v6"}
    agent = {"id": "agent", "uses": "anthropics/claude-code-action@v1"}
    before = [checkout] if any(step.get("id") == "agent" for step in steps) else [checkout, agent]
    tests = {"run": "mkdir -p reports; ./run-tests reports/junit.xml || true"}
    at = next(n for n, step in enumerate(steps) if step.get("uses", "").startswith(GATE))
    steps[at].setdefault("id", "gate")
    snapshot = [{"run": "python3 /e2e/snapshot.py > /e2e/before.txt"}]
    later = {**LATER, "env": {"SEEN": "${{ toJSON(steps) }}", "AGENT": ""}}
    every = [*before, *steps[:at], tests, *snapshot, steps[at], later, *steps[at + 1 :]]
    job = {"runs-on": "ubuntu-latest", "steps": every}
    triggers = {"pull_request": {}, "workflow_dispatch": {"inputs": INPUTS}}
    return yaml.safe_dump({"name": "agent", "on": triggers, "jobs": {name: job}})


@pytest.mark.parametrize(("page", "steps"), SNIPPETS, ids=[page for page, _ in SNIPPETS])
def test_what_a_page_shows_runs(world: World, page: str, steps: list[dict[str, Any]]) -> None:
    world.tell_agent("complete", 1)
    event = world.pull_event("synchronize")
    ran = world.run("agent.yml", "pull_request", event, text=in_a_workflow(page, steps))
    assert ran.code == 0, ran.log
    assert world.told(ran) == Told("continue", 1, "Continue", "pending", (1,))
    started = [item["workflow"] for item in world.github.state.dispatches]
    asked = [step["with"]["dispatch"] for step in steps if "dispatch" in step.get("with", {})]
    assert started == asked


def test_there_is_something_to_run() -> None:
    assert {"README.md", "docs/merge-gate.md"} <= {page for page, _ in SNIPPETS}
