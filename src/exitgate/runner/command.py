"""A person's order from a comment: who asks is checked with the API, never by the text."""

from __future__ import annotations

from dataclasses import replace

from exitgate.publish.client import GitHubClient
from exitgate.publish.dispatch import GUIDANCE_CHARS
from exitgate.publish.faults import Denied
from exitgate.publish.people import Reaction, may_steer, react, reply
from exitgate.publish.pulls import Pulls
from exitgate.publish.steps import Steps
from exitgate.publish.tell import start_and_say
from exitgate.runner.collect import state_spec
from exitgate.runner.run import Run
from exitgate.runner.services import Obeyed, Order
from exitgate.runner.telling import launch_of


def follow_comment(run: Run) -> int:
    """A person's order from a comment: who asks is checked with the API, never by the text."""
    context, comment = run.context, run.context.subject.comment
    number = context.subject.issue
    if comment is None or number is None or not comment.is_new:
        run.log.text("No new comment on a pull request; nothing to do.")
        return 0
    if comment.author_kind == "Bot" or not run.services.is_order(comment.body):
        run.log.text("The comment holds no order from a person; nothing to do.")
        return 0
    if run.client is None:
        raise Denied("orders need a token", hint="pass `token: ${{ github.token }}`")
    client, steps = run.client, Steps(run.log)
    if not may_steer(client, comment.author):
        steps.run(lambda: react(client, comment.id, Reaction.NO))
        run.log.notice("The comment's author has no write access, so the order is not followed.")
        return 0
    order = Order(
        loop_id=context.loop_id,
        text=comment.body,
        by=comment.author,
        repo=context.places.workspace,
        temp=context.places.temp,
        state=state_spec(context.inputs, context.places),
        now=run.now,
    )
    obeyed = run.services.obey(order)
    steps.run(lambda: react(client, comment.id, Reaction.YES))
    steps.run(lambda: reply(client, number, obeyed.reply))
    if obeyed.restart is not None and context.inputs.dispatch:
        _restart(run, client, number, obeyed)
    return 0


def _restart(run: Run, client: GitHubClient, number: int, obeyed: Obeyed) -> None:
    steps = Steps(run.log)
    pull = steps.run(lambda: Pulls(client).numbered(number))
    if pull is None or not pull.is_open or pull.head_repo != run.context.repository:
        run.log.notice("The next iteration is not started: no open branch of this repository.")
        return
    comment = run.context.subject.comment
    launch = replace(
        launch_of(run.context),
        ref=pull.head_ref,
        iteration=obeyed.restart or 0,
        guidance=obeyed.guidance[:GUIDANCE_CHARS],
        order=comment.id if comment is not None else 0,
    )
    start_and_say(client, launch, steps, run.log)
