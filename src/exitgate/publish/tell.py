"""Telling GitHub about a decision that already stands. Each step may fail on its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from exitgate.core.decision import Decision, Verdict
from exitgate.errors import ServiceError
from exitgate.publish.client import GitHubClient
from exitgate.publish.comment import Draft, Ending, Kept, keep_comment
from exitgate.publish.dispatch import Launch, Start, launch_after, start
from exitgate.publish.labels import set_label
from exitgate.publish.log import ActionsLog
from exitgate.publish.marker import Stamp
from exitgate.publish.people import ask_reviewers, assign
from exitgate.publish.pulls import PullRequest, changed_guards, sharing_head
from exitgate.publish.status import CommitStatus, State, describe, post_status, state_of

Result = TypeVar("Result")
ESCALATED = frozenset({Verdict.STUCK, Verdict.BLOCKED, Verdict.REVIEW, Verdict.EXHAUSTED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """What to say, where, and through which channels."""

    decision: Decision
    stamp: Stamp
    body: Callable[[Stamp], str]
    """The comment for this stamp, beginning with its marker."""
    find_pull: Callable[[GitHubClient], PullRequest | None]
    sha: str
    run_url: str = ""
    comment: bool = True
    context: str = ""
    labels: bool = False
    reviewers: tuple[str, ...] = ()
    assignees: tuple[str, ...] = ()
    launch: Launch | None = None
    runs: frozenset[str] = frozenset()
    """The runs that the loop remembers; empty where that is not known."""
    untrusted: bool = False
    """The decision came from an artifact that the pull request's author could write."""
    loop_of_pull: bool = False
    """The loop is named after the pull request, of which only the API knows."""


@dataclass(frozen=True, slots=True)
class Told:
    comment_url: str = ""
    loop_id: str = ""
    doubts: tuple[str, ...] = ()
    """Why the commit did not get a green status though the decision is merge-ready."""


class Steps:
    """Runs steps that must not take each other down, and says each fault once."""

    def __init__(self, log: ActionsLog) -> None:
        self._log = log
        self._said: set[str] = set()

    def run(self, step: Callable[[], Result]) -> Result | None:
        try:
            return step()
        except ServiceError as fault:
            words = f"{fault}. The decision stands. What to do: {fault.hint or 'run the job again'}"
            if words not in self._said:
                self._said.add(words)
                self._log.warning(words)
            return None


def tell(client: GitHubClient, telling: Telling, log: ActionsLog) -> Told:
    steps = Steps(log)
    pull = steps.run(lambda: telling.find_pull(client))
    stamp = replace(telling.stamp, sha=telling.sha)
    if telling.loop_of_pull and pull is not None:
        stamp = replace(stamp, loop=f"pr-{pull.number}")
    kept: Kept | None = None
    if telling.comment and pull is not None:
        draft = Draft(pull.number, stamp, telling.body(stamp))
        kept = steps.run(lambda: keep_comment(client, draft))
        if kept is not None and kept.ending is Ending.NEWER:
            log.notice("A newer run has already spoken for this loop; this one stays silent.")
            return Told(kept.url, stamp.loop)
    forgotten = forgotten_run(kept.before if kept else None, stamp, telling.runs)
    if forgotten:
        log.warning(f"{forgotten}: was the loop reset, or an older state put back?")
    gated = telling.context and telling.sha
    doubts = _gate(client, telling, pull, steps, forgotten) if gated else ()
    if pull is not None:
        _mark(client, telling, pull, steps)
    _start_next(client, telling, pull, steps, log)
    return Told(kept.url if kept is not None else "", stamp.loop, doubts)


def forgotten_run(spoke: Stamp | None, own: Stamp, runs: frozenset[str]) -> str:
    """The run that spoke last is not remembered, though the memory should end with it."""
    if spoke is None or not runs or spoke.run in (0, own.run) or spoke.age > own.age:
        return ""
    if spoke.run in {int(run.partition(".")[0]) for run in runs if run[:1].isdigit()}:
        return ""
    return f"the comment is from run {spoke.run}, but the loop's memory does not hold it"


def _gate(
    client: GitHubClient, telling: Telling, pull: PullRequest | None, steps: Steps, forgotten: str
) -> tuple[str, ...]:
    """Post the status, and never a green one that could be about something else."""
    state, description = state_of(telling.decision), describe(telling.decision)
    doubts = _doubts(client, telling, pull, steps) if state is State.SUCCESS else ()
    if forgotten and len(telling.runs) > 1 and state is State.SUCCESS:
        doubts = (*doubts, forgotten)
    if doubts:
        state, description = State.PENDING, f"Done, but {doubts[0]}"
    status = CommitStatus(telling.sha, state, description, telling.context, telling.run_url)
    steps.run(lambda: post_status(client, status))
    return doubts


def _doubts(
    client: GitHubClient, telling: Telling, pull: PullRequest | None, steps: Steps
) -> tuple[str, ...]:
    """Reasons not to trust a green status on this commit."""
    if pull is None:
        # Green on a commit would count for any pull request that is opened from it later.
        return ("no open pull request has this head commit",) if telling.untrusted else ()
    others = steps.run(lambda: sharing_head(client, replace(pull, head_sha=telling.sha)))
    if others is None:
        return ("GitHub did not say who else uses this commit",)
    doubts = []
    if others:
        names = ", ".join(f"#{number}" for number in others[:3])
        doubts.append(f"{names} has the same head commit: close one or push a commit")
    if telling.untrusted:
        changed = steps.run(lambda: changed_guards(client, pull.number))
        if changed is None:
            doubts.append("GitHub did not say what the pull request changes")
        elif changed:
            doubts.append(f"this pull request changes {changed[0]}, so a person must look")
    return tuple(doubts)


def _mark(client: GitHubClient, telling: Telling, pull: PullRequest, steps: Steps) -> None:
    verdict = telling.decision.verdict
    if telling.labels:
        steps.run(lambda: set_label(client, pull.number, verdict))
    if verdict in ESCALATED and telling.reviewers:
        steps.run(lambda: ask_reviewers(client, pull.number, telling.reviewers))
    if verdict in ESCALATED and telling.assignees:
        steps.run(lambda: assign(client, pull.number, telling.assignees))


def _start_next(
    client: GitHubClient,
    telling: Telling,
    pull: PullRequest | None,
    steps: Steps,
    log: ActionsLog,
) -> None:
    if telling.launch is None or (pull is not None and not pull.is_open):
        return
    launch = launch_after(telling.decision, telling.launch)
    if launch is None:
        return
    match steps.run(lambda: start(client, launch)):
        case Start.STARTED:
            log.text(f"Started iteration {launch.iteration} through {launch.target}.")
        case Start.ALREADY:
            log.notice(
                f"Iteration {launch.iteration} was claimed before, so it is not started again."
                f" If it never ran, start {launch.target} by hand."
            )
        case Start.STOPPED | None:
            pass
