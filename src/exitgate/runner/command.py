"""A person's order from a comment: who asks is checked with the API, never by the text."""

from __future__ import annotations

from dataclasses import replace

from exitgate.errors import StateError
from exitgate.publish.client import GitHubClient
from exitgate.publish.comment import loops_told
from exitgate.publish.dispatch import GUIDANCE_CHARS
from exitgate.publish.faults import Denied
from exitgate.publish.people import Reaction, may_steer, react, reply
from exitgate.publish.pulls import Pulls
from exitgate.publish.steps import Steps
from exitgate.publish.tell import start_and_say
from exitgate.report.escape import inline
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
    order = replace(
        _order(run, client, number, steps), text=comment.body, by=comment.author, now=run.now
    )
    try:
        obeyed = run.services.obey(order)
    except StateError as fault:
        _say_lost(run, client, f"The order did **not** take effect: {inline(str(fault))}.")
        raise
    if obeyed.unclear:
        _say_lost(run, client, obeyed.reply)
        return 0
    if obeyed.lost:
        _say_lost(run, client, obeyed.reply)
        hint = "the reply to the comment says more"
        raise StateError(f"the order did not take effect: {obeyed.lost}", hint=hint)
    steps.run(lambda: react(client, comment.id, Reaction.YES))
    steps.run(lambda: reply(client, number, obeyed.reply))
    if obeyed.restart is not None and context.inputs.dispatch:
        _restart(run, client, number, obeyed)
    return 0


def _order(run: Run, client: GitHubClient, number: int, steps: Steps) -> Order:
    """The order for the loops that really ran for this pull request, whatever started them."""
    context = run.context
    order = Order(
        loops=(context.loop_id,),
        text="",
        by="",
        repo=context.places.workspace,
        temp=context.places.temp,
        state=state_spec(context.inputs, context.places),
        now=run.now,
    )
    if context.inputs.loop_id:
        return order
    told = steps.run(lambda: loops_told(client, number)) or ()
    if told:
        return replace(order, loops=told)
    pull = steps.run(lambda: Pulls(client).numbered(number))
    is_own = pull is not None and pull.head_repo == context.repository
    if pull is None or not is_own:
        return order
    # Pushes to its branch may have started it, before or without a comment.
    return replace(order, loops=(context.loop_id, pull.head_ref))


def _say_lost(run: Run, client: GitHubClient, words: str) -> None:
    comment, number = run.context.subject.comment, run.context.subject.issue
    assert comment is not None
    assert number is not None
    steps = Steps(run.log)
    steps.run(lambda: react(client, comment.id, Reaction.UNCLEAR))
    steps.run(lambda: reply(client, number, run.clean(words)))


def _restart(run: Run, client: GitHubClient, number: int, obeyed: Obeyed) -> None:
    steps = Steps(run.log)
    pull = steps.run(lambda: Pulls(client).numbered(number))
    if pull is None or not pull.is_open or pull.head_repo != run.context.repository:
        run.log.notice("The next iteration is not started: no open branch of this repository.")
        return
    comment = run.context.subject.comment
    launch = replace(
        launch_of(run.context),
        loop_id=obeyed.loop_id or run.context.loop_id,
        ref=pull.head_ref,
        iteration=obeyed.restart or 0,
        guidance=obeyed.guidance[:GUIDANCE_CHARS],
        order=comment.id if comment is not None else 0,
    )
    start_and_say(client, launch, steps, run.log)
