"""Asks GitHub how the judged commit fares, briefly: the decision never waits for an outage."""

from __future__ import annotations

from dataclasses import replace

from exitgate.core.absence import Missing
from exitgate.core.checks import HeadChecks
from exitgate.errors import ServiceError
from exitgate.publish.checks import OwnRun, fetch_checks
from exitgate.runner.judged import judged_commit
from exitgate.runner.run import Run


def ask_checks(run: Run, head: str, earlier: frozenset[str]) -> HeadChecks | Missing:
    """The checks of the commit that is judged, or why they are not known."""
    if run.client is None:
        return Missing("there is no token to ask GitHub for its checks")
    sha = judged_commit(run.context, head, None).sha
    if not sha:
        return Missing("it is not known which commit GitHub should be asked about")
    own = OwnRun(
        run=str(run.context.run_id),
        job=run.environ.get("GITHUB_JOB", ""),
        context=run.context.inputs.status,
        earlier=earlier,
    )
    try:
        found = fetch_checks(run.client.impatient(), sha, own)
    except ServiceError as fault:
        return Missing(f"GitHub's checks are not known: {fault}")
    return replace(found, checks=tuple(sorted(found.checks, key=lambda check: check.name)))
