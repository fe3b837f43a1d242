"""The action's entry: read the run, decide, write the decision down, then tell GitHub.

The order is the promise: outputs, summary and decision file are written before any request to
GitHub's API, so that nothing which fails there can lose or change them.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO, assert_never

from exitgate.core.decision import Decision
from exitgate.core.memory import UNTRUSTED_MEMORY
from exitgate.errors import ExitGateError, InputError
from exitgate.publish.client import GitHubClient
from exitgate.publish.log import ActionsLog
from exitgate.publish.marker import OURS, Stamp
from exitgate.publish.pace import Pace
from exitgate.publish.pulls import PullRequest, fetch_pull, pull_of_branch
from exitgate.publish.summary import write_summary
from exitgate.publish.tell import ESCALATED, Telling, tell
from exitgate.runner.collect import collect
from exitgate.runner.command import follow_comment
from exitgate.runner.context import ActionContext, read_context
from exitgate.runner.files import resolve, write_inside
from exitgate.runner.inputs import Mode, read_inputs, read_token
from exitgate.runner.merge_queue import carry_over
from exitgate.runner.run import Run, launch_of, put_outputs, word
from exitgate.runner.services import DECISION_FILE, Outcome, Page, Services

TAMPERING = "tampering"
DECISION_BYTES = 8_388_608


def run_action(
    environ: Mapping[str, str],
    services: Services,
    *,
    stream: TextIO | None = None,
    pace: Pace | None = None,
) -> int:
    """Exit code 0, 1 where `fail_on` names the verdict, or the code of an error."""
    log = ActionsLog(stream or sys.stdout)
    try:
        inputs = read_inputs(environ)
        context = read_context(environ, inputs)
        client = _client(environ, context, pace)
        now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        return _run(Run(context, environ, services, log, client, now))
    except ExitGateError as fault:
        log.error(f"{fault.kind}: {fault}" + (f". What to do: {fault.hint}" if fault.hint else ""))
        return fault.exit_code
    except Exception as fault:  # The last line of defence: a person never sees a traceback.
        if environ.get("EXITGATE_DEBUG"):
            raise
        log.error(f"internal error: {type(fault).__name__}: {fault}. Please report this.")
        return ExitGateError.exit_code


def _run(run: Run) -> int:
    comment = run.context.subject.comment
    if comment is not None and comment.body.startswith(OURS):
        run.log.text("ExitGate's own comment started this run; there is nothing to decide.")
        return 0
    match run.context.inputs.mode:
        case Mode.GATE if run.context.subject.queue:
            return carry_over(run)
        case Mode.GATE | Mode.EVALUATE:
            return _gate(run)
        case Mode.PUBLISH:
            return _publish(run)
        case Mode.COMMAND:
            return follow_comment(run)
        case _:
            assert_never(run.context.inputs.mode)


def _gate(run: Run) -> int:
    if run.context.unreadable and run.context.event:
        run.log.warning(f"{run.context.unreadable}: the pull request and loop may be wrong")
    collected = collect(run.context, run.now)
    run.log.text("\n".join(collected.used))
    outcome = run.services.decide(collected.request)
    _write_down(run, outcome)
    _say_notes(run, outcome)
    _point_out(run, outcome.decision)
    if run.context.inputs.mode is Mode.GATE:
        _tell(run, outcome, untrusted=False)
    if outcome.unsaved is not None:
        raise outcome.unsaved
    return int(outcome.decision.verdict in run.context.inputs.fail_on)


def _say_notes(run: Run, outcome: Outcome) -> None:
    """A read-only run gets one notice and no warnings about what it cannot do anyway."""
    for note in outcome.notes:
        if run.context.read_only:
            run.log.text(run.clean(note))
        else:
            run.log.warning(run.clean(note))


def _point_out(run: Run, decision: Decision) -> None:
    """Annotations for what needs a person's eyes; the rest is in the summary."""
    if decision.verdict in ESCALATED:
        run.log.warning(run.clean(f"{decision.verdict}: {decision.summary}"))
    for seen in decision.evidence:
        if seen.signal == TAMPERING and seen.is_found:
            where = f" ({seen.refs[0]})" if seen.refs else ""
            run.log.warning(run.clean(f"Possible tampering: {seen.headline}{where}"))
    for missing in decision.unmeasured:
        if missing.startswith(UNTRUSTED_MEMORY):
            run.log.warning(run.clean(f"{missing[:1].upper()}{missing[1:]}"))


def _publish(run: Run) -> int:
    """The decision is foreign here: whoever wrote the pull request could write it too."""
    decision = run.services.read_decision(_decision_text(run))
    outcome = Outcome(replace(decision, loop_id=run.context.loop_id))
    _write_down(run, outcome)
    _tell(run, outcome, untrusted=True)
    return int(decision.verdict in run.context.inputs.fail_on)


def _write_down(run: Run, outcome: Outcome) -> None:
    """Decision file, outputs and summary: everything that needs no network."""
    decision = outcome.decision
    path = run.context.places.workspace / DECISION_FILE
    text = run.clean(run.services.decision_json(decision))
    written = write_inside(path, text, run.context.places)
    if not written:
        run.log.warning(f"{DECISION_FILE} could not be written into the workspace")
    put_outputs(run, _outputs(decision, DECISION_FILE if written else ""))
    if summary := run.environ.get("GITHUB_STEP_SUMMARY"):
        try:
            page = run.services.summary(outcome, _page(run, outcome))
            write_summary(Path(summary), run.clean(page))
        except OSError as fault:
            run.log.warning(f"the job summary could not be written ({type(fault).__name__})")
    said = f"{decision.verdict} ({decision.confidence.value}%): {decision.summary}"
    run.log.text(run.clean(said))


def _outputs(decision: Decision, path: str) -> list[tuple[str, str]]:
    return [
        ("should_exit", word(decision.should_exit)),
        ("confidence", str(decision.confidence.value)),
        ("reason", decision.reason),
        ("verdict", str(decision.verdict)),
        ("summary", decision.summary),
        ("merge_ready", word(decision.merge_ready)),
        ("iteration", str(decision.iteration)),
        ("loop_id", decision.loop_id),
        ("circuit", str(decision.circuit.state)),
        ("signature", decision.signature),
        ("guidance", decision.guidance),
        ("decision", path),
    ]


def _tell(run: Run, outcome: Outcome, *, untrusted: bool) -> None:
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


def _telling(run: Run, outcome: Outcome, *, untrusted: bool) -> Telling:
    context, inputs = run.context, run.context.inputs
    sha = _judged_sha(run, outcome)
    # An iteration that nothing remembers is counted by no budget: the next could be one of endless.
    may_start = not untrusted and outcome.unsaved is None

    def body(stamp: Stamp) -> str:
        named = replace(outcome, decision=replace(outcome.decision, loop_id=stamp.loop))
        return run.clean(run.services.comment(named, stamp.marker, _page(run, outcome)))

    return Telling(
        decision=replace(outcome.decision, guidance=run.clean(outcome.decision.guidance)),
        stamp=context.stamp,
        body=body,
        find_pull=lambda client: _find_pull(client, context, strict=untrusted),
        sha=sha,
        run_url=context.run_url,
        comment=inputs.comment,
        context=inputs.status,
        labels=inputs.labels,
        reviewers=inputs.reviewers,
        assignees=inputs.assignees,
        launch=launch_of(context, sha) if inputs.dispatch and may_start else None,
        runs=outcome.runs,
        untrusted=untrusted,
        loop_of_pull=untrusted and not inputs.loop_id,
    )


def _judged_sha(run: Run, outcome: Outcome) -> str:
    """The commit that was judged: the agent may have committed since the event."""
    head, event_head = outcome.head, run.context.subject.head_sha
    return event_head if head in ("", run.environ.get("GITHUB_SHA", ""), event_head) else head


def _find_pull(client: GitHubClient, context: ActionContext, *, strict: bool) -> PullRequest | None:
    """From the event, else from the API. Strict: only one whose head is the judged commit."""
    subject = context.subject
    if subject.pull is not None:
        return subject.pull
    if subject.issue is not None and not strict:
        return fetch_pull(client, subject.issue)
    if not subject.branch:
        return None
    sha = subject.head_sha if strict else ""
    return pull_of_branch(client, subject.owner, subject.branch, sha)


def _decision_text(run: Run) -> str:
    named = run.context.inputs.decision
    patterns = (named,) if named else (DECISION_FILE, f"*/{DECISION_FILE}")
    paths = resolve(patterns, run.context.places).paths
    if not paths:
        hint = "download the evaluate job's artifact first, or set the `decision` input"
        raise InputError("no decision file was found", hint=hint)
    try:
        with paths[0].open("rb") as file:
            data = file.read(DECISION_BYTES + 1)
    except OSError as fault:
        raise InputError(f"{paths[0].name} is unreadable ({type(fault).__name__})") from None
    if len(data) > DECISION_BYTES:
        raise InputError(f"{paths[0].name} is larger than any decision")
    return data.decode(errors="replace")


def _client(
    environ: Mapping[str, str], context: ActionContext, pace: Pace | None
) -> GitHubClient | None:
    token = read_token(environ)
    if not token or not context.repository:
        return None
    return GitHubClient(token, context.repository, context.api_url, pace)


def _page(run: Run, outcome: Outcome) -> Page:
    context = run.context
    sha = _judged_sha(run, outcome)
    return Page(context.repository, context.server_url, context.run_url, sha)
