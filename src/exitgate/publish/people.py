"""Who may steer a loop, and how people are asked and answered."""

from __future__ import annotations

from enum import StrEnum
from urllib.parse import quote

from exitgate.publish.client import Call, GitHubClient
from exitgate.publish.faults import Absent
from exitgate.publish.marker import OURS
from exitgate.publish.payload import text_at

STEERING_ROLES = frozenset({"admin", "maintain", "write"})
NEEDS = "pull-requests: write"


class Reaction(StrEnum):
    SEEN = "eyes"
    YES = "+1"
    NO = "-1"
    UNCLEAR = "confused"


def may_steer(client: GitHubClient, user: str) -> bool:
    """Only who may push may steer; the comment's own `author_association` is not proof."""
    path = f"repo/collaborators/{quote(user, safe='')}/permission"
    try:
        answer = client.send(Call("GET", path, "read a person's role", "contents: read"))
    except Absent:
        return False
    return text_at(answer.data, "permission") in STEERING_ROLES


def react(client: GitHubClient, comment: int, reaction: Reaction) -> None:
    """GitHub keeps one reaction of a kind for each user, so this may be repeated."""
    path = f"repo/issues/comments/{comment}/reactions"
    body = {"content": str(reaction)}
    client.send(Call("POST", path, "react to the comment", NEEDS, body=body))


def reply(client: GitHubClient, number: int, markdown: str) -> None:
    path = f"repo/issues/{number}/comments"
    body = {"body": f"{OURS}reply -->\n{markdown}"}
    call = Call("POST", path, "reply to the comment", NEEDS, body=body, repeatable=False)
    client.send(call)


def ask_reviewers(client: GitHubClient, number: int, names: tuple[str, ...]) -> None:
    """Ask people, and teams written as `org/team`, to look at a loop that stopped."""
    teams = [name.split("/", 1)[1] for name in names if "/" in name]
    people = [name.removeprefix("@") for name in names if "/" not in name]
    path = f"repo/pulls/{number}/requested_reviewers"
    body = {"reviewers": people, "team_reviewers": teams}
    client.send(Call("POST", path, "ask for a review", NEEDS, body=body))


def assign(client: GitHubClient, number: int, names: tuple[str, ...]) -> None:
    path = f"repo/issues/{number}/assignees"
    body = {"assignees": [name.removeprefix("@") for name in names]}
    client.send(Call("POST", path, "assign people", NEEDS, body=body))
