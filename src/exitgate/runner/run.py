"""One run of the action, with everything it acts through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from exitgate.publish.client import GitHubClient
from exitgate.publish.log import ActionsLog
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
    starts: Mapping[str, int] = field(default_factory=dict)
    """How long the runner's files were before us; what we write again takes its own place."""

    def clean(self, text: str) -> str:
        """The text without our own token, should an agent have got hold of it."""
        token = read_token(self.environ)
        return text.replace(token, "***") if len(token) >= 8 else text
