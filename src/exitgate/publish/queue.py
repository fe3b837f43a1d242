"""The merge queue: its commit is new, so the pull request's own status is carried over."""

from __future__ import annotations

import re

from exitgate.publish.client import Call, GitHubClient
from exitgate.publish.payload import text_at
from exitgate.publish.status import NEEDS, State


def queued_number(ref: str) -> int | None:
    """The pull request that a `gh-readonly-queue/<base>/pr-<n>-<sha>` branch stands for."""
    match = re.search(r"gh-readonly-queue/.{1,250}/pr-(\d{1,12})-[0-9a-f]{7,64}\Z", ref)
    return int(match[1]) if match else None


def state_on(client: GitHubClient, sha: str, context: str) -> State:
    """What the gate last said about a commit; silence is not success."""
    call = Call("GET", f"repo/commits/{sha}/statuses", "read the commit's statuses", NEEDS)
    for item in client.pages(call):
        if text_at(item, "context") == context:
            said = text_at(item, "state")
            return State(said) if said in set(State) else State.FAILURE
    return State.FAILURE
