"""Telling GitHub about a decision that already stands. Each step may fail on its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from exitgate.core.decision import Decision, Verdict
from exitgate.errors import printable
from exitgate.publish.client import GitHubClient
from exitgate.publish.comment import Draft, Ending, Kept, keep_comment
from exitgate.publish.dispatch import Launch, Start, launch_after, start
from exitgate.publish.labels import set_label
from exitgate.publish.log import ActionsLog
from exitgate.publish.marker import Stamp
from exitgate.publish.people import ask_reviewers, assign
from exitgate.publish.pulls import PullRequest, Pulls
from exitgate.publish.status import (
    CommitStatus,
    State,
    describe,
    last_status,
    post_status,
    run_of,
    state_of,
)
from exitgate.publish.steps import Steps

ORDINARY_REQUESTS = 5
LIST_AND_WRITE = 2
ESCALATED = frozenset({Verdict.STUCK, Verdict.BLOCKED, Verdict.REVIEW, Verdict.EXHAUSTED})


@dataclass(frozen=True, slots=True)
class Judged:
    """The commit that the decision is about."""

    sha: str
    doubt: str = ""
    """Why the work that was looked at may be another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """What to say, where, and through which channels."""

    decision: Decision
    stamp: Stamp
    body: Callable[[Stamp], str]
    """The comment for this stamp, beginning with its marker."""
    find_pull: Callable[[Pulls], PullRequest | None]
    judged: Callable[[PullRequest | None], Judged]
    run_url: str = ""
    comment: bool = True
    context: str = ""
    labels: bool = False
    reviewers: tuple[str, ...] = ()
    assignees: tuple[str, ...] = ()
    launch: Launch | None = None
    runs: frozenset[str] = frozenset()
    """The runs that the loop remembers; empty where that is not known."""
    first: bool = False
    """The loop's memory holds this run alone."""
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


def tell(client: GitHubClient, telling: Telling, log: ActionsLog) -> Told:
    return _Teller(client, telling, log).tell()


class _Teller:
    """One telling: the pull request is found once, then every channel has its turn."""

    def __init__(self, client: GitHubClient, telling: Telling, log: ActionsLog) -> None:
        self._client = client
        self._telling = telling
        self._log = log
        self._steps = Steps(log)
        self._pulls = Pulls(client)
        self._pull = self._steps.run(lambda: telling.find_pull(self._pulls))
        self._judged = telling.judged(self._pull)

    def tell(self) -> Told:
        stamp, kept = self._stamp(), None
        if self._telling.comment and self._pull is not None:
            body, first = self._telling.body(stamp), self._telling.first
            draft = Draft(self._pull.number, stamp, body, self._spare(), first)
            kept = self._steps.run(lambda: keep_comment(self._client, draft))
        url = kept.url if kept is not None else ""
        if self._is_late(kept):
            self._log.notice("A newer run has already spoken for this loop; this one stays silent.")
            return Told(url, stamp.loop)
        forgotten = forgotten_run(kept.before if kept else None, stamp, self._telling.runs)
        if forgotten:
            self._log.warning(f"{forgotten}: was the loop reset, or an older state put back?")
        doubts = self._gate(forgotten)
        self._mark()
        self._start_next()
        return Told(url, stamp.loop, doubts)

    def _stamp(self) -> Stamp:
        stamp = replace(self._telling.stamp, sha=self._judged.sha)
        if self._telling.loop_of_pull and self._pull is not None:
            return replace(stamp, loop=f"pr-{self._pull.number}")
        return stamp

    def _spare(self) -> int:
        """What is left of an ordinary decision's requests once all that must be sent is."""
        green = state_of(self._telling.decision) is State.SUCCESS
        to_come = LIST_AND_WRITE + bool(self._telling.context) + self._telling.labels
        to_come += green and not self._pulls.knows(self._judged.sha)
        to_come += green and self._telling.untrusted
        return ORDINARY_REQUESTS - self._client.sent - to_come

    def _is_late(self, kept: Kept | None) -> bool:
        """The comment tells which run spoke last; without one the commit's status does."""
        if kept is not None:
            return kept.ending is Ending.NEWER
        sha, context = self._judged.sha, self._telling.context
        if not context or not sha:
            return False
        last = self._steps.run(lambda: last_status(self._client, sha, context))
        return last is not None and run_of(last) > self._telling.stamp.run

    def _gate(self, forgotten: str) -> tuple[str, ...]:
        """Post the status, and never a green one that could be about something else."""
        telling, sha = self._telling, self._judged.sha
        if not telling.context or not sha:
            return ()
        state, description = state_of(telling.decision), describe(telling.decision)
        doubts = self._doubts() if state is State.SUCCESS else ()
        if forgotten and len(telling.runs) > 1 and state is State.SUCCESS:
            doubts = (*doubts, forgotten)
        if doubts:
            state, description = State.PENDING, f"Done, but {doubts[0]}"
        status = CommitStatus(sha, state, description, telling.context, telling.run_url)
        self._steps.run(lambda: post_status(self._client, status))
        return doubts

    def _doubts(self) -> tuple[str, ...]:
        """Reasons not to trust a green status on this commit."""
        doubts = [self._judged.doubt] if self._judged.doubt else []
        if self._pull is None:
            # Green on a commit would count for any pull request that is opened from it later.
            none = ["no open pull request has this head commit"]
            return tuple(doubts + (none if self._telling.untrusted else []))
        doubts += self._sharing(self._pull)
        if self._telling.untrusted:
            doubts += self._bending(self._pull)
        return tuple(doubts)

    def _sharing(self, pull: PullRequest) -> list[str]:
        others = self._steps.run(lambda: self._pulls.sharing(self._judged.sha, pull))
        if others is None:
            return ["GitHub did not say who else uses this commit"]
        names = ", ".join(f"#{number}" for number in others[:3])
        return [f"{names} has the same head commit: close one or push a commit"] if others else []

    def _bending(self, pull: PullRequest) -> list[str]:
        changed = self._steps.run(lambda: self._pulls.guards_changed_by(pull.number))
        if changed is None:
            return ["GitHub did not say what the pull request changes"]
        if not changed:
            return []
        return [f"this pull request changes {printable(changed[0])[:60]}, so a person must look"]

    def _mark(self) -> None:
        pull, telling = self._pull, self._telling
        if pull is None:
            return
        client, number, verdict = self._client, pull.number, telling.decision.verdict
        if telling.labels:
            self._steps.run(lambda: set_label(client, number, verdict))
        if verdict in ESCALATED and telling.reviewers:
            self._steps.run(lambda: ask_reviewers(client, number, telling.reviewers))
        if verdict in ESCALATED and telling.assignees:
            self._steps.run(lambda: assign(client, number, telling.assignees))

    def _start_next(self) -> None:
        if self._telling.launch is None:
            return
        launch = launch_after(self._telling.decision, self._telling.launch)
        if launch is not None and (launch := self._from_pull(launch)) is not None:
            start_and_say(self._client, launch, self._steps, self._log)

    def _from_pull(self, launch: Launch) -> Launch | None:
        """On the pull request's own branch, which only an open one of this repository has."""
        pull = self._pull
        if pull is None:
            return launch
        if not pull.is_open:
            self._log.notice("The next iteration is not started: the pull request is closed.")
            return None
        if pull.head_repo != self._client.repository:
            self._log.notice(
                "The next iteration is not started: its branch is in a fork, where workflows of"
                " this repository cannot run."
            )
            return None
        return replace(launch, ref=pull.head_ref or launch.ref)


def start_and_say(client: GitHubClient, launch: Launch, steps: Steps, log: ActionsLog) -> None:
    match steps.run(lambda: start(client, launch)):
        case Start.STARTED:
            log.text(f"Started iteration {launch.iteration} through {launch.target}.")
        case Start.ALREADY:
            log.notice(
                f"Iteration {launch.iteration} was claimed before, so it is not started again."
                f" If it never ran, start {launch.target} by hand."
            )
        case None:
            pass


def forgotten_run(spoke: Stamp | None, own: Stamp, runs: frozenset[str]) -> str:
    """The run that spoke last is not remembered, though the memory should end with it."""
    if spoke is None or not runs or spoke.run in (0, own.run) or spoke.age > own.age:
        return ""
    if spoke.run in {int(run.partition(".")[0]) for run in runs if run[:1].isdigit()}:
        return ""
    return f"the comment is from run {spoke.run}, but the loop's memory does not hold it"
