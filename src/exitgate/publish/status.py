"""The merge gate: a commit status on the head, green only for work that may be merged.

GitHub lets neutral and skipped checks pass, so this is never either of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from exitgate.core.decision import Decision, Verdict
from exitgate.publish.client import Call, GitHubClient

NEEDS = "statuses: write"
DESCRIPTION_CHARS = 140
CONTEXT = "exitgate"


class State(StrEnum):
    SUCCESS = "success"
    FAILURE = "failure"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class CommitStatus:
    sha: str
    state: State
    description: str
    context: str = CONTEXT
    url: str = ""


def state_of(decision: Decision) -> State:
    if decision.merge_ready and decision.verdict is Verdict.COMPLETE:
        return State.SUCCESS
    return State.PENDING if decision.verdict is Verdict.CONTINUE else State.FAILURE


def describe(decision: Decision) -> str:
    """Our own words only: this line is shown without any escaping of ours."""
    about = f"{decision.verdict}, {decision.confidence.value}% sure"
    reason = decision.reason.replace("_", " ")
    return f"Iteration {decision.iteration}: {about} ({reason})"


def post_status(client: GitHubClient, status: CommitStatus) -> None:
    """Posting the same status again changes nothing, so this may be repeated."""
    body = {
        "state": str(status.state),
        "context": status.context,
        "description": status.description[:DESCRIPTION_CHARS],
    }
    if status.url:
        body["target_url"] = status.url
    path = f"repo/statuses/{status.sha}"
    client.send(Call("POST", path, "set the commit status", NEEDS, body=body))
