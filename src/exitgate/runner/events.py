"""Webhook payloads to what they are about, one small reader an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from exitgate.publish.payload import Json, at, number_at, objects, text_at
from exitgate.publish.pulls import PullRequest, read_pull
from exitgate.publish.queue import queued_number

NO_COMMIT = "0" * 40


@dataclass(frozen=True, slots=True)
class PersonComment:
    """A comment that may steer the loop, as its author wrote it."""

    id: int
    body: str
    author: str
    author_kind: str
    is_new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What the event is about. Empty where the event does not say."""

    head_sha: str = ""
    branch: str = ""
    owner: str = ""
    """Whose repository the branch is in."""
    head_repo: str = ""
    """That repository's full name, where the event says it."""
    base: str = ""
    """A revision to compare with."""
    pull: PullRequest | None = None
    issue: int | None = None
    """Number of the commented pull request, of which only the API knows the head."""
    loop_id: str = ""
    iteration: int | None = None
    """The number that a dispatch gave this iteration."""
    from_fork: bool = False
    queue: bool = False
    comment: PersonComment | None = None


def read_subject(event: str, payload: Json, environ: Mapping[str, str]) -> Subject:
    """The event's own reader fills in over what the environment says."""
    plain = _plain(payload, environ)
    match event:
        case "pull_request" | "pull_request_review" | "pull_request_review_comment":
            subject = _pull_request(payload, plain, _home(payload, environ), trusted=False)
        case "pull_request_target":
            subject = _pull_request(payload, plain, _home(payload, environ), trusted=True)
        case "workflow_run":
            subject = _workflow_run(payload, plain)
        case "issue_comment":
            subject = _issue_comment(payload, plain)
        case "merge_group":
            subject = _merge_group(payload, plain)
        case "push":
            subject = _push(payload, plain)
        case _:
            subject = plain
    return replace(
        subject,
        loop_id=_told_loop(payload) or _loop_of(subject),
        iteration=_told_iteration(payload) if _told_loop(payload) else None,
    )


def _plain(payload: Json, environ: Mapping[str, str]) -> Subject:
    """Enough for workflow_dispatch, repository_dispatch, schedule and events yet unknown."""
    default = text_at(payload, "repository", "default_branch")
    branch = environ.get("GITHUB_HEAD_REF") or environ.get("GITHUB_REF_NAME", "")
    return Subject(
        head_sha=environ.get("GITHUB_SHA", ""),
        branch=branch,
        owner=environ.get("GITHUB_REPOSITORY_OWNER", "")
        or environ.get("GITHUB_REPOSITORY", "").partition("/")[0],
        base=f"origin/{default}" if default and default != branch else "",
    )


def _push(payload: Json, plain: Subject) -> Subject:
    before = text_at(payload, "before")
    return plain if plain.base or before == NO_COMMIT else replace(plain, base=before)


def _home(payload: Json, environ: Mapping[str, str]) -> str:
    return text_at(payload, "repository", "full_name") or environ.get("GITHUB_REPOSITORY", "")


def _pull_request(payload: Json, plain: Subject, home: str, *, trusted: bool) -> Subject:
    item = at(payload, "pull_request")
    pull = read_pull(item) if isinstance(item, dict) else None
    if pull is None:
        return plain
    foreign = pull.head_repo != home
    return replace(
        plain,
        pull=pull,
        head_sha=pull.head_sha or plain.head_sha,
        branch=pull.head_ref,
        owner=pull.head_repo.partition("/")[0],
        base=pull.base_sha,
        from_fork=foreign and not trusted,
    )


def _workflow_run(payload: Json, plain: Subject) -> Subject:
    """The run that ended. Its pull request is left to the API: the event may not list it."""
    run = at(payload, "workflow_run")
    listed = objects(at(run, "pull_requests"))
    return replace(
        plain,
        head_sha=text_at(run, "head_sha") or plain.head_sha,
        branch=text_at(run, "head_branch") or plain.branch,
        owner=text_at(run, "head_repository", "owner", "login") or plain.owner,
        head_repo=text_at(run, "head_repository", "full_name"),
        issue=number_at(listed[0], "number") if len(listed) == 1 else None,
        base=text_at(listed[0], "base", "sha") if len(listed) == 1 else plain.base,
    )


def _issue_comment(payload: Json, plain: Subject) -> Subject:
    number = number_at(payload, "issue", "number")
    is_pull = at(payload, "issue", "pull_request") is not None
    comment = PersonComment(
        id=number_at(payload, "comment", "id") or 0,
        body=text_at(payload, "comment", "body"),
        author=text_at(payload, "comment", "user", "login"),
        author_kind=text_at(payload, "comment", "user", "type"),
        is_new=text_at(payload, "action") == "created",
    )
    return replace(plain, issue=number if is_pull else None, comment=comment)


def _merge_group(payload: Json, plain: Subject) -> Subject:
    group = at(payload, "merge_group")
    return replace(
        plain,
        head_sha=text_at(group, "head_sha") or plain.head_sha,
        base=text_at(group, "base_sha") or plain.base,
        issue=queued_number(text_at(group, "head_ref")),
        queue=True,
    )


def _told_loop(payload: Json) -> str:
    """The loop that a dispatch names, so that started iterations stay in their loop."""
    return text_at(payload, "inputs", "loop_id") or text_at(payload, "client_payload", "loop_id")


def _told_iteration(payload: Json) -> int | None:
    """Inputs of a dispatch are texts, in an event's payload also numbers."""
    for place in ("inputs", "client_payload"):
        number = number_at(payload, place, "iteration")
        said = text_at(payload, place, "iteration") or str(number or "")
        if said.isascii() and said.isdigit() and len(said) < 10:
            return int(said)
    return None


def _loop_of(subject: Subject) -> str:
    number = subject.pull.number if subject.pull is not None else subject.issue
    return f"pr-{number}" if number is not None else subject.branch
