"""One run of the action, with everything it acts through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from exitgate.publish.client import GitHubClient
from exitgate.publish.dispatch import Launch
from exitgate.publish.log import ActionsLog
from exitgate.publish.outputs import write_outputs
from exitgate.runner.context import ActionContext
from exitgate.runner.inputs import read_token
from exitgate.runner.services import Services


@dataclass(frozen=True, slots=True)
class Run:
    context: ActionContext
    environ: Mapping[str, str]
    services: Services
    log: ActionsLog
    client: GitHubClient | None
    now: str

    def clean(self, text: str) -> str:
        """The text without our own token, should an agent have got hold of it."""
        token = read_token(self.environ)
        return text.replace(token, "***") if len(token) >= 8 else text


def put_outputs(run: Run, values: list[tuple[str, str]]) -> None:
    if (path := run.environ.get("GITHUB_OUTPUT")) and values:
        try:
            write_outputs(Path(path), [(name, run.clean(value)) for name, value in values])
        except OSError as fault:
            run.log.error(f"the step outputs could not be written ({type(fault).__name__})")


def launch_of(context: ActionContext, sha: str) -> Launch:
    return Launch(
        target=context.inputs.dispatch,
        ref=context.subject.branch,
        sha=sha,
        loop_id=context.loop_id,
        iteration=0,
        first_attempt=context.attempt == 1,
    )


def word(answer: bool) -> str:
    return "true" if answer else "false"
