"""Which commit a decision is about, and whether the work that was looked at is that commit."""

from __future__ import annotations

from exitgate.publish.pulls import PullRequest
from exitgate.publish.tell import Judged
from exitgate.runner.context import ActionContext

ELSEWHERE = frozenset({"issue_comment", "workflow_run", "pull_request_target"})
"""Events that check out the base repository's own commit and not the pull request's."""
NOT_ITS_WORK = "what was checked out is not the pull request's head: check out that commit"


def judged_commit(context: ActionContext, head: str, pull: PullRequest | None) -> Judged:
    """`head` is the commit of the work tree, empty where there is none."""
    wanted = context.subject.head_sha
    if context.event == "issue_comment":
        wanted = pull.head_sha if pull is not None else ""
    if head in ("", context.sha, wanted):
        return Judged(wanted, _doubt(context, head, wanted))
    return Judged(head)  # the agent committed since the event


def _doubt(context: ActionContext, head: str, wanted: str) -> str:
    if context.event not in ELSEWHERE or head == wanted:
        return ""
    untold = not head and context.event != "issue_comment"
    return "" if untold else NOT_ITS_WORK
