"""In a merge queue nothing new was done: the pull request's own status decides."""

from __future__ import annotations

from dataclasses import replace

from exitgate.core.decision import Verdict
from exitgate.publish.client import GitHubClient
from exitgate.publish.pulls import Pulls
from exitgate.publish.status import CommitStatus, State, last_status, post_status
from exitgate.publish.steps import Steps
from exitgate.runner.collect import state_spec
from exitgate.runner.run import Run
from exitgate.runner.services import GateRequest
from exitgate.runner.written import put_outputs, word, write_decision, write_down


def carry_over(run: Run) -> int:
    """What is remembered is written down; then the pull request's status is carried over."""
    recalled = run.services.recall(_request(run))
    lost = write_down(run, recalled)
    for note in recalled.notes:
        run.log.warning(run.clean(note))
    number = run.context.subject.issue
    if run.client is None or number is None or not run.context.inputs.status:
        run.log.warning(
            "The merge queue needs the `token` and `status` inputs, so nothing was carried over."
        )
        return 1
    carried = _carry(run, run.client, number)
    if lost is not None:
        raise lost
    ready = carried is State.SUCCESS
    if ready and recalled.decision.verdict is Verdict.COMPLETE:
        write_decision(run, replace(recalled.decision, merge_ready=True))
    put_outputs(run, [("merge_ready", word(ready))])
    return int(not ready)


def _carry(run: Run, client: GitHubClient, number: int) -> State:
    """Silence about the pull request is not success."""
    context, name = run.context, run.context.inputs.status
    steps = Steps(run.log)
    pull = steps.run(lambda: Pulls(client).numbered(number))
    last = steps.run(lambda: last_status(client, pull.head_sha, name)) if pull else None
    said = last.state if last is not None else None
    state = State.SUCCESS if said is State.SUCCESS else State.FAILURE
    words = f"Carried over from #{number}: {said or 'no status yet'}"
    status = CommitStatus(context.subject.head_sha, state, words, name, context.run_url)
    steps.run(lambda: post_status(client, status))
    run.log.text(words)
    return state


def _request(run: Run) -> GateRequest:
    context = run.context
    return GateRequest(
        loop_id=context.loop_id,
        repo=context.places.workspace,
        temp=context.places.temp,
        state=state_spec(context.inputs, context.places),
        now=run.now,
    )
