"""Starting the next iteration, once and never after a stop.

A git reference can be created only once, so it is the claim that says who may start an
iteration: a re-run of the job, or a second job, finds it taken. Its name tells the loop, when
that loop began and the iteration, so that a loop which begins anew claims anew.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256

from exitgate.core.decision import Decision, Verdict
from exitgate.errors import ServiceError
from exitgate.publish.client import Call, GitHubClient
from exitgate.publish.faults import Absent, Denied, Refused, Unanswered

GUIDANCE_CHARS = 20_000
"""GitHub takes 65,535 characters for all inputs together."""
EVENT_PREFIX = "event:"
TAKEN = "reference already exists"
"""GitHub answers 422 to other faults too, such as a commit that it does not have."""


class Start(StrEnum):
    STARTED = "started"
    ALREADY = "already started"


@dataclass(frozen=True, slots=True)
class Launch:
    """What to start: a workflow file, or `event:<type>` for a repository_dispatch."""

    target: str
    ref: str
    sha: str
    loop_id: str
    iteration: int
    """The iteration that is to be started."""
    guidance: str = ""
    first_attempt: bool = True
    began: str = ""
    """What tells this life of the loop from the one before a reset."""
    order: int = 0
    """The comment in which a person asked for it: each order starts an iteration once."""


def launch_after(decision: Decision, launch: Launch) -> Launch | None:
    """The launch of the next iteration, or None where the loop stops here."""
    if decision.verdict is not Verdict.CONTINUE:
        return None
    guidance = decision.guidance[:GUIDANCE_CHARS]
    return replace(launch, iteration=decision.iteration + 1, guidance=guidance)


def start(client: GitHubClient, launch: Launch) -> Start:
    """Claim the iteration, then start it; a refused start gives the claim back."""
    if not _claim(client, launch):
        return Start.ALREADY
    try:
        client.send(_call(launch))
    except Unanswered:
        raise  # it may have started: the claim stays, so that nothing starts twice
    except Refused as fault:
        _start_without(client, launch, fault)
    except ServiceError:
        _unclaim(client, launch)
        raise
    return Start.STARTED


def _claim(client: GitHubClient, launch: Launch) -> bool:
    body = {"ref": _claim_ref(launch), "sha": launch.sha}
    # Repeated after no answer it can only find itself taken: then nothing starts twice.
    call = Call("POST", "repo/git/refs", "claim the next iteration", "contents: write", body=body)
    try:
        client.send(call)
    except (Absent, Denied, Refused) as fault:
        if TAKEN in str(fault).lower():
            return False
        # No claim can be made here; but a first attempt cannot be a repetition.
        if not launch.first_attempt:
            raise
    return True


def _unclaim(client: GitHubClient, launch: Launch) -> None:
    path = f"repo/git/{_claim_ref(launch)}"
    try:
        client.send(Call("DELETE", path, "give the claim back", "contents: write"))
    except ServiceError:
        return  # the fault that led here says more


def _claim_ref(launch: Launch) -> str:
    """Loop ids hold any characters; a reference does not, so it carries their hash."""
    life = f"{launch.loop_id}\n{launch.began}"
    loop = sha256(life.encode(errors="replace")).hexdigest()[:16]
    order = f"-{launch.order}" if launch.order else ""
    return f"refs/exitgate/started/{loop}/{launch.iteration}{order}"


def _call(launch: Launch) -> Call:
    inputs = {
        "iteration": str(launch.iteration),
        "guidance": launch.guidance,
        "loop_id": launch.loop_id,
    }
    return _dispatch(launch, inputs)


def _dispatch(launch: Launch, inputs: dict[str, str]) -> Call:
    if launch.target.startswith(EVENT_PREFIX):
        kind = launch.target.removeprefix(EVENT_PREFIX)
        body: dict[str, object] = {"event_type": kind, "client_payload": inputs}
        path, needs = "repo/dispatches", "contents: write"
    else:
        body = {"ref": launch.ref, "inputs": inputs}
        path = f"repo/actions/workflows/{launch.target}/dispatches"
        needs = "actions: write"
    return Call("POST", path, "start the next iteration", needs, body=body, repeatable=False)


def _start_without(client: GitHubClient, launch: Launch, fault: Refused) -> None:
    """Start again less the inputs that the workflow does not declare, if that was the fault."""
    unknown = unexpected_inputs(str(fault))
    call = _call(launch)
    inputs = (call.body or {}).get("inputs")
    try:
        if not unknown or not isinstance(inputs, dict):
            raise fault
        client.send(_dispatch(launch, {k: v for k, v in inputs.items() if k not in unknown}))
    except Unanswered:
        raise
    except ServiceError:
        _unclaim(client, launch)
        raise


def unexpected_inputs(said: str) -> frozenset[str]:
    """The names in GitHub's `Unexpected inputs provided: ["a", "b"]`."""
    match = re.search(r"Unexpected inputs provided: (\[[^\]\n]{0,500}\])", said)
    try:
        return frozenset(json.loads(match[1])) if match else frozenset()
    except (ValueError, TypeError):
        return frozenset()
