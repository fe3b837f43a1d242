"""A decision that is written down, told to GitHub through every channel that was asked for."""

from __future__ import annotations

from dataclasses import replace

from exitgate.publish.dispatch import Launch
from exitgate.publish.marker import Stamp
from exitgate.publish.pulls import Head, PullRequest, Pulls
from exitgate.publish.tell import Telling, tell
from exitgate.runner.context import ActionContext
from exitgate.runner.judged import judged_commit
from exitgate.runner.run import Run
from exitgate.runner.services import Outcome
from exitgate.runner.written import page_of, put_outputs


def tell_github(run: Run, outcome: Outcome, *, untrusted: bool) -> None:
    context = run.context
    if context.read_only:
        run.log.notice(
            f"GitHub gives {context.read_only} a read-only token, so the decision is in the job"
            " summary and not in a comment. `mode: publish` in a workflow_run posts it."
        )
        return
    if run.client is None:
        run.log.notice("No token was given, so the decision is in the job summary only.")
        return
    told = tell(run.client, _telling(run, outcome, untrusted=untrusted), run.log)
    late = [("comment_url", told.comment_url)] if told.comment_url else []
    if told.loop_id != outcome.decision.loop_id:
        late.append(("loop_id", told.loop_id))
    if told.doubts and untrusted:
        late.append(("merge_ready", "false"))
    for doubt in told.doubts:
        run.log.warning(f"The status is not green: {doubt}.")
    put_outputs(run, late)


def launch_of(context: ActionContext) -> Launch:
    """On the event's own commit, which GitHub is sure to have."""
    return Launch(
        target=context.inputs.dispatch,
        ref=context.subject.branch,
        sha=context.sha or context.subject.head_sha,
        loop_id=context.loop_id,
        iteration=0,
        first_attempt=context.attempt == 1,
    )


def began(context: ActionContext, outcome: Outcome) -> str:
    """When this loop began: a loop without memory, or after a reset, begins with this run."""
    start = outcome.history.totals.started_at
    return start if start and outcome.decision.iteration > 1 else f"run {context.run_id}"


def _telling(run: Run, outcome: Outcome, *, untrusted: bool) -> Telling:
    context, inputs = run.context, run.context.inputs

    def body(stamp: Stamp) -> str:
        named = replace(outcome, decision=replace(outcome.decision, loop_id=stamp.loop))
        page = replace(page_of(run, outcome), sha=stamp.sha)
        return run.clean(run.services.comment(named, stamp.marker, page))

    launch = replace(launch_of(context), began=began(context, outcome))
    # An iteration that nothing remembers is counted by no budget: the next could be one of endless.
    may_start = not untrusted and outcome.unsaved is None
    return Telling(
        decision=replace(outcome.decision, guidance=run.clean(outcome.decision.guidance)),
        stamp=context.stamp,
        body=body,
        find_pull=lambda pulls: _find_pull(pulls, context, outcome, strict=untrusted),
        judged=lambda pull: judged_commit(context, outcome.head, pull),
        run_url=context.run_url,
        comment=inputs.comment,
        context=inputs.status,
        labels=inputs.labels,
        reviewers=inputs.reviewers,
        assignees=inputs.assignees,
        launch=launch if inputs.dispatch and may_start else None,
        runs=outcome.runs,
        first=_is_first(context, outcome),
        untrusted=untrusted,
        loop_of_pull=untrusted and not inputs.loop_id,
    )


def _is_first(context: ActionContext, outcome: Outcome) -> bool:
    """A memory that works, and that begins with this run."""
    own = frozenset({f"{context.run_id}.1"})
    return outcome.runs == own and outcome.unsaved is None and not outcome.notes


def _find_pull(
    pulls: Pulls, context: ActionContext, outcome: Outcome, *, strict: bool
) -> PullRequest | None:
    """From the event, else from the API. Strict: only one whose head is the judged commit."""
    subject = context.subject
    if subject.pull is not None:
        return subject.pull
    if subject.issue is not None and not strict:
        return pulls.numbered(subject.issue)
    if not subject.branch:
        return None
    head = Head(
        owner=subject.owner,
        branch=subject.branch,
        sha=subject.head_sha if strict else judged_commit(context, outcome.head, None).sha,
        repo=subject.head_repo,
        exact=strict,
    )
    return pulls.of(head, to_share=outcome.decision.merge_ready)
