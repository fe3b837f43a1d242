"""Pull requests as the API knows them, never as an artifact or an agent says."""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.publish.client import Call, GitHubClient
from exitgate.publish.faults import Absent, Denied, Refused
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The branch whose pull request is looked for."""

    owner: str
    branch: str
    sha: str = ""
    repo: str = ""
    """`owner/name` where the event says it: one owner may hold two repositories."""
    exact: bool = False
    """Only a pull request whose head is this very commit."""

    def fits(self, pull: PullRequest) -> bool:
        at_home = self.repo == pull.head_repo if self.repo else self._owned(pull)
        return at_home and pull.head_ref == self.branch and (not self.exact or self._is_at(pull))

    def _owned(self, pull: PullRequest) -> bool:
        return pull.head_repo.partition("/")[0] == self.owner

    def _is_at(self, pull: PullRequest) -> bool:
        return bool(self.sha) and pull.head_sha == self.sha


class Pulls:
    """The repository's pull requests; what was asked once is not asked again."""

    def __init__(self, client: GitHubClient) -> None:
        self._client = client
        self._at: dict[str, tuple[PullRequest, ...]] = {}

    def numbered(self, number: int) -> PullRequest | None:
        call = Call("GET", f"repo/pulls/{number}", "read the pull request", NEEDS)
        data = self._client.send(call).data
        return read_pull(data) if isinstance(data, dict) else None

    def of(self, head: Head, *, to_share: bool = False) -> PullRequest | None:
        """The open pull request from this branch.

        `to_share`: it will be asked who shares the commit, so that the commit is asked first
        and answers both. It may not know a fork's commit; the branch always knows its own.
        """
        known = self._known_at(head.sha) if to_share else ()
        found = [pull for pull in known if head.fits(pull)]
        return _first(found or [pull for pull in self._from(head) if head.fits(pull)])

    def sharing(self, sha: str, pull: PullRequest) -> tuple[int, ...]:
        """Other open pull requests with this head commit; one status stands for them all."""
        return tuple(sorted(one.number for one in self.at(sha) if one.number != pull.number))

    def at(self, sha: str) -> tuple[PullRequest, ...]:
        """Open pull requests whose head is this commit."""
        if sha not in self._at:
            call = Call("GET", f"repo/commits/{sha}/pulls", "find the commit's pulls", NEEDS)
            self._at[sha] = tuple(
                pull for pull in self._read(call) if pull.is_open and pull.head_sha == sha
            )
        return self._at[sha]

    def knows(self, sha: str) -> bool:
        return sha in self._at

    def guards_changed_by(self, number: int) -> tuple[str, ...]:
        """Which files of the pull request could have changed how its decision was made."""
        call = Call("GET", f"repo/pulls/{number}/files", "list the changed files", NEEDS)
        files = list(self._client.pages(call))
        if len(files) >= LISTED_FILES:
            return (f"{LISTED_FILES} files or more",)
        names = {text_at(file, key) for file in files for key in ("filename", "previous_filename")}
        return tuple(sorted(name for name in names if name.startswith(GUARDED)))

    def _known_at(self, sha: str) -> tuple[PullRequest, ...]:
        try:
            return self.at(sha) if sha else ()
        except (Absent, Denied, Refused):
            return ()  # such as a commit that was never pushed: ask for the branch

    def _from(self, head: Head) -> list[PullRequest]:
        query = {"head": f"{head.owner}:{head.branch}", "state": "open"}
        return self._read(Call("GET", "repo/pulls", "find the pull request", NEEDS, query=query))

    def _read(self, call: Call) -> list[PullRequest]:
        return [pull for item in self._client.pages(call) if (pull := read_pull(item)) is not None]


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


def _first(pulls: list[PullRequest]) -> PullRequest | None:
    return min(pulls, key=lambda pull: pull.number) if pulls else None
