"""Pull requests as the API knows them, never as an artifact or an agent says."""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.publish.client import Call, GitHubClient
from exitgate.publish.payload import Json, number_at, text_at

NEEDS = "pull-requests: read"
GUARDED = (".github/", "exitgate.yml", "exitgate.yaml", "action.yml")
"""Files that decide how the gate runs: who changes them could write its decision."""
LISTED_FILES = 3000
"""GitHub lists no more than this, so that a guarded file could hide behind them."""


@dataclass(frozen=True, slots=True)
class PullRequest:
    number: int
    head_sha: str
    head_ref: str
    head_repo: str
    """Empty where the fork was deleted."""
    base_ref: str
    base_sha: str
    is_open: bool = True


def read_pull(item: Json) -> PullRequest | None:
    """A pull request from the API or a webhook, or None where it has no number."""
    number = number_at(item, "number")
    if number is None:
        return None
    return PullRequest(
        number=number,
        head_sha=text_at(item, "head", "sha"),
        head_ref=text_at(item, "head", "ref"),
        head_repo=text_at(item, "head", "repo", "full_name"),
        base_ref=text_at(item, "base", "ref"),
        base_sha=text_at(item, "base", "sha"),
        is_open=text_at(item, "state") != "closed",
    )


def pull_of_branch(client: GitHubClient, owner: str, branch: str, sha: str) -> PullRequest | None:
    """The open pull request from this branch; with a commit, only one whose head it is."""
    query = {"head": f"{owner}:{branch}", "state": "open"}
    call = Call("GET", "repo/pulls", "find the pull request", NEEDS, query=query)
    pulls = [pull for item in client.pages(call) if (pull := read_pull(item)) is not None]
    same = [pull for pull in pulls if not sha or pull.head_sha == sha]
    return min(same, key=lambda pull: pull.number) if same else None


def fetch_pull(client: GitHubClient, number: int) -> PullRequest | None:
    call = Call("GET", f"repo/pulls/{number}", "read the pull request", NEEDS)
    data = client.send(call).data
    return read_pull(data) if isinstance(data, dict) else None


def sharing_head(client: GitHubClient, pull: PullRequest) -> tuple[int, ...]:
    """Other open pull requests with the same head commit; one status stands for them all."""
    path = f"repo/commits/{pull.head_sha}/pulls"
    call = Call("GET", path, "find pull requests of this commit", NEEDS)
    found = [other for item in client.pages(call) if (other := read_pull(item)) is not None]
    return tuple(
        sorted(
            other.number
            for other in found
            if other.is_open and other.head_sha == pull.head_sha and other.number != pull.number
        )
    )


def changed_guards(client: GitHubClient, number: int) -> tuple[str, ...]:
    """Which files of the pull request could have changed how its decision was made."""
    call = Call("GET", f"repo/pulls/{number}/files", "list the changed files", NEEDS)
    files = list(client.pages(call))
    if len(files) >= LISTED_FILES:
        return (f"{LISTED_FILES} files or more",)
    names = {text_at(file, key) for file in files for key in ("filename", "previous_filename")}
    return tuple(sorted(name for name in names if name.startswith(GUARDED)))
