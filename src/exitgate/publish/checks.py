"""GitHub's own view of a commit: its check runs and statuses, less the gate's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exitgate.core.checks import CheckEnd, HeadCheck, HeadChecks
from exitgate.publish.client import Call, GitHubClient
from exitgate.publish.payload import Json, text_at

NEEDS_CHECKS = "checks: read"
NEEDS_STATUSES = "statuses: read"
MOST_PAGES = 5
NAME_CHARS = 200
BROKEN = frozenset({"failure", "timed_out", "startup_failure", "error"})
SILENT = frozenset({"neutral", "skipped"})
ACTIONS = "github-actions"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRun:
    """What to leave out, so that the gate never waits for itself or believes itself."""

    run: str
    """Id of the workflow run that we are in."""
    job: str = ""
    context: str = ""
    """Context of the commit status that we post."""
    earlier: frozenset[str] = frozenset()
    """Runs that decided about this loop before."""


def fetch_checks(client: GitHubClient, sha: str, own: OwnRun) -> HeadChecks:
    """Check runs first; where one of them failed, the statuses can add nothing."""
    runs = tuple(_check(run) for run in without_own(_check_runs(client, sha), own))
    if any(check.end is CheckEnd.FAILED for check in runs):
        return HeadChecks(sha, runs)
    return HeadChecks(sha, (*runs, *_statuses(client, sha, own.context)))


def without_own(runs: Sequence[Json], own: OwnRun) -> list[Json]:
    """Our own job is the one that still runs in our run; it also decided in the runs before."""
    running = [run for run in runs if _is_of(run, own.run) and not _is_over(run)]
    named = [run for run in running if own.job and text_at(run, "name").startswith(own.job)]
    ours = next(iter(named or running), None)
    if ours is None:
        return list(runs)
    name = text_at(ours, "name")
    return [run for run in runs if run is not ours and not _decided_before(run, name, own)]


def _decided_before(run: Json, name: str, own: OwnRun) -> bool:
    return text_at(run, "name") == name and any(_is_of(run, one) for one in own.earlier)


def _is_of(run: Json, workflow_run: str) -> bool:
    if not workflow_run or text_at(run, "app", "slug") not in ("", ACTIONS):
        return False
    urls = (text_at(run, "details_url"), text_at(run, "html_url"))
    return any(f"/actions/runs/{workflow_run}/" in f"{url}/" for url in urls)


def _is_over(run: Json) -> bool:
    return text_at(run, "status") == "completed"


def _check_runs(client: GitHubClient, sha: str) -> list[Json]:
    path = f"repo/commits/{sha}/check-runs"
    call = Call("GET", path, "list the check runs", NEEDS_CHECKS, query={"filter": "latest"})
    return list(client.pages(call, "check_runs", most=MOST_PAGES))


def _statuses(client: GitHubClient, sha: str, own_context: str) -> tuple[HeadCheck, ...]:
    call = Call("GET", f"repo/commits/{sha}/status", "read the combined status", NEEDS_STATUSES)
    found = client.pages(call, "statuses", most=MOST_PAGES)
    return tuple(_status(item) for item in found if text_at(item, "context") != own_context)


def _check(run: Json) -> HeadCheck:
    end = _end(text_at(run, "conclusion")) if _is_over(run) else CheckEnd.PENDING
    return HeadCheck(text_at(run, "name")[:NAME_CHARS], end, text_at(run, "html_url"))


def _status(item: Json) -> HeadCheck:
    end = _end(text_at(item, "state"))
    return HeadCheck(text_at(item, "context")[:NAME_CHARS], end, text_at(item, "target_url"))


def _end(said: str) -> CheckEnd:
    """What was cancelled, went stale or waits for a person has not answered."""
    if said == "success":
        return CheckEnd.PASSED
    if said in BROKEN:
        return CheckEnd.FAILED
    return CheckEnd.NEUTRAL if said in SILENT else CheckEnd.PENDING
