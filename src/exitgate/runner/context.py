"""The run we are in: which event, pull request, commit and loop it is about."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from exitgate.publish.marker import Stamp
from exitgate.publish.payload import Json
from exitgate.publish.pulls import PullRequest
from exitgate.runner.events import Subject, read_subject
from exitgate.runner.files import Places
from exitgate.runner.inputs import Inputs

EVENT_BYTES = 33_554_432


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionContext:
    event: str
    repository: str
    server_url: str
    api_url: str
    run_id: int
    attempt: int
    workflow: str
    actor: str
    sha: str
    """The event's own commit, which for some events is not the pull request's."""
    places: Places
    subject: Subject
    inputs: Inputs
    loop_id: str
    unreadable: str = ""
    """Why the event could not be read, where it could not."""

    @property
    def pull(self) -> PullRequest | None:
        return self.subject.pull

    @property
    def read_only(self) -> str:
        """Why the token cannot write, or an empty string."""
        if self.actor == "dependabot[bot]" and self.event in DEPENDABOT_EVENTS:
            return "Dependabot's runs"
        return "pull requests from forks" if self.subject.from_fork else ""

    @property
    def run_url(self) -> str:
        return f"{self.server_url}/{self.repository}/actions/runs/{self.run_id}"

    @property
    def stamp(self) -> Stamp:
        head = self.subject.head_sha
        return Stamp(self.loop_id, self.workflow, self.run_id, self.attempt, head)


DEPENDABOT_EVENTS = frozenset(
    {"push", "pull_request", "pull_request_review", "pull_request_review_comment"}
)


def read_context(environ: Mapping[str, str], inputs: Inputs) -> ActionContext:
    payload, unreadable = _payload(environ.get("GITHUB_EVENT_PATH", ""))
    event = environ.get("GITHUB_EVENT_NAME", "")
    subject = read_subject(event, payload, environ)
    repository = environ.get("GITHUB_REPOSITORY", "")
    temp = environ.get("RUNNER_TEMP", "")
    workspace = Path(environ.get("GITHUB_WORKSPACE") or ".")
    return ActionContext(
        event=event,
        repository=repository,
        server_url=environ.get("GITHUB_SERVER_URL") or "https://github.com",
        api_url=environ.get("GITHUB_API_URL") or "https://api.github.com",
        run_id=_number(environ.get("GITHUB_RUN_ID", "")),
        attempt=_number(environ.get("GITHUB_RUN_ATTEMPT", "")) or 1,
        workflow=_workflow_key(environ),
        actor=environ.get("GITHUB_ACTOR", ""),
        sha=environ.get("GITHUB_SHA", ""),
        places=Places(workspace, Path(temp) if temp else None, repository),
        subject=subject,
        inputs=inputs,
        loop_id=inputs.loop_id or subject.loop_id or "default",
        unreadable=unreadable,
    )


def _payload(path: str) -> tuple[Json, str]:
    if not path:
        return {}, "GITHUB_EVENT_PATH is not set"
    try:
        with Path(path).open("rb") as file:
            data = json.loads(file.read(EVENT_BYTES))
    except (OSError, ValueError, RecursionError) as fault:
        return {}, f"the event file is unreadable ({type(fault).__name__})"
    return (data, "") if isinstance(data, dict) else ({}, "the event file holds no object")


def _workflow_key(environ: Mapping[str, str]) -> str:
    """The workflow's file, which stays when its display name changes."""
    path = environ.get("GITHUB_WORKFLOW_REF", "").partition("@")[0]
    return path.rpartition("/")[2] or environ.get("GITHUB_WORKFLOW", "") or "workflow"


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
