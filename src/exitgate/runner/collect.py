"""From the run to one request: what the user named, else what is found by itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from exitgate.errors import UsageError
from exitgate.runner.context import ActionContext
from exitgate.runner.discover import find_agent_output, find_plan, find_reports
from exitgate.runner.files import Matched, Places, is_inside, resolve, write_inside
from exitgate.runner.inputs import Inputs, StateKind
from exitgate.runner.services import GateRequest

STATE_FOLDER = ".exitgate"
TASK_FILE = "exitgate-task.md"
NO_OUTPUT = "exitgate-no-agent-output.txt"


@dataclass(frozen=True, slots=True)
class Collected:
    request: GateRequest
    used: tuple[str, ...]
    """One line a kind of evidence: what was taken, and whether it was named or found."""


def collect(context: ActionContext, now: str) -> Collected:
    inputs, places = context.inputs, context.places
    responses = resolve(inputs.agent_output, places)
    found = responses.paths if inputs.agent_output else find_agent_output(places)
    reports = resolve(inputs.test_reports, places)
    plan = resolve((inputs.plan,) if inputs.plan else (), places)
    config = resolve((inputs.config,) if inputs.config else (), places)
    request = GateRequest(
        loop_id=context.loop_id,
        responses=found or _nothing_said(places),
        task=task_file(inputs.task, places),
        plan=_first(plan) if inputs.plan else find_plan(places),
        tests=reports.paths if inputs.test_reports else find_reports(places),
        repo=places.workspace,
        temp=places.temp,
        base=inputs.base or context.subject.base,
        state=state_spec(inputs, places),
        profile=inputs.profile,
        config=_first(config),
        limits=inputs.limits,
        run=f"{context.run_id}.{context.attempt}",
        iteration=context.subject.iteration if _is_told_loop(context) else None,
        now=now,
        read_only=bool(context.read_only),
        refused=responses.refused + reports.refused + plan.refused + config.refused,
    )
    return Collected(request, _used(request, inputs, places))


def _is_told_loop(context: ActionContext) -> bool:
    """A number that a dispatch gave belongs to the loop that it named, and to no other."""
    return context.loop_id == context.subject.loop_id


def state_spec(inputs: Inputs, places: Places) -> str:
    match inputs.state:
        case StateKind.BRANCH:
            return f"branch:{inputs.state_branch}" if inputs.state_branch else "branch"
        case StateKind.CACHE:
            return f"cache:{_state_folder(inputs.state_path or STATE_FOLDER, places)}"
        case StateKind.NONE:
            return "none"
        case _:
            assert_never(inputs.state)


def _state_folder(path: str, places: Places) -> Path:
    folder = places.workspace / path
    if "\0" in path or not is_inside(folder, places):
        hint = "name a folder in the workspace"
        raise UsageError("input `state_path` leads outside the workspace", hint=hint)
    return folder


def task_file(task: str, places: Places) -> Path | None:
    """A path as it is; words are put into a file, where the gate reads them like any task."""
    if not task:
        return None
    if "\n" not in task and len(task) < 1024 and (found := resolve((task,), places).paths):
        return found[0]
    path = (places.temp or places.workspace) / TASK_FILE
    return path if write_inside(path, task, places) else None


def _nothing_said(places: Places) -> tuple[Path, ...]:
    """An agent that left nothing is an iteration too: an empty file, so that it counts."""
    path = (places.temp or places.workspace) / NO_OUTPUT
    return (path,) if write_inside(path, "", places) else ()


def _first(matched: Matched) -> Path | None:
    return matched.paths[0] if matched.paths else None


def _used(request: GateRequest, inputs: Inputs, places: Places) -> tuple[str, ...]:
    def line(kind: str, named: object, paths: Iterable[Path]) -> str:
        shown = [_short(path, places) for path in paths]
        how = "named" if named else "found"
        more = f" and {len(shown) - 5} more" if len(shown) > 5 else ""
        return f"{kind}: {', '.join(shown[:5])}{more} ({how})" if shown else f"{kind}: none"

    return (
        f"loop: {request.loop_id}",
        line("agent output", inputs.agent_output, request.responses),
        line("plan", inputs.plan, [request.plan] if request.plan else []),
        line("test reports", inputs.test_reports, request.tests),
        f"base: {request.base or 'none'}",
        f"state: {request.state}",
        *(f"not used: {why}" for why in request.refused),
    )


def _short(path: Path, places: Places) -> str:
    for root in places.roots:
        if path.is_relative_to(root):
            return str(path.relative_to(root))
    return str(path)
