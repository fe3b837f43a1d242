"""In a merge queue nothing new was done: the pull request's own status decides."""

from __future__ import annotations

from exitgate.publish.pulls import fetch_pull
from exitgate.publish.queue import state_on
from exitgate.publish.status import CommitStatus, State, post_status
from exitgate.publish.tell import Steps
from exitgate.runner.run import Run, put_outputs, word


def carry_over(run: Run) -> int:
    """Post what the gate said about the pull request on the queue's own commit."""
    context, number = run.context, run.context.subject.issue
    if run.client is None or number is None or not context.inputs.status:
        run.log.warning("The merge queue needs a token and the `status` input; nothing was done.")
        return 1
    client, name = run.client, context.inputs.status
    steps = Steps(run.log)
    pull = steps.run(lambda: fetch_pull(client, number))
    state = steps.run(lambda: state_on(client, pull.head_sha, name)) if pull else None
    carried = State.SUCCESS if state is State.SUCCESS else State.FAILURE
    words = f"Carried over from #{number}: {state or 'unknown'}"
    status = CommitStatus(context.subject.head_sha, carried, words, name, context.run_url)
    steps.run(lambda: post_status(client, status))
    run.log.text(words)
    put_outputs(run, [("merge_ready", word(carried is State.SUCCESS))])
    return int(carried is not State.SUCCESS)
