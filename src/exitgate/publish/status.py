"""The merge gate: a commit status on the head, green only for work that may be merged.

GitHub lets neutral and skipped checks pass, so this is never either of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from exitgate.core.decision import Decision, Verdict
from exitgate.publish.client import Call, GitHubClient
from exitgate.publish.faults import Refused
from exitgate.publish.payload import text_at

NEEDS = "statuses: write"
READS = "statuses: read"
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
    is_held = decision.verdict is Verdict.COMPLETE and not decision.merge_ready
    held = ", not ready to merge" if is_held else ""
    return f"Iteration {decision.iteration}: {about}{held} ({reason})"


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
    try:
        client.send(Call("POST", path, "set the commit status", NEEDS, body=body))
    except Refused as fault:
        if "no commit found" in str(fault).lower():
            hint = "push the agent's commits before the gate runs"
            raise Refused(str(fault), hint=hint, status=fault.status) from None
        raise


def last_status(client: GitHubClient, sha: str, context: str) -> CommitStatus | None:
    """What the gate last said about a commit. GitHub lists the newest first."""
    call = Call("GET", f"repo/commits/{sha}/statuses", "read the commit's statuses", READS)
    for item in client.pages(call):
        if text_at(item, "context") == context:
            said = text_at(item, "state")
            state = State(said) if said in set(State) else State.FAILURE
            words, url = text_at(item, "description"), text_at(item, "target_url")
            return CommitStatus(sha, state, words, context, url)
    return None


def run_of(status: CommitStatus) -> int:
    """The run that set a status, by its link; 0 where the link is another one."""
    match = re.search(r"/actions/runs/(\d{1,18})\Z", status.url)
    return int(match[1]) if match else 0
