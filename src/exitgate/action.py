"""The action's entry: read the run, decide, write the decision down, then tell GitHub.

The order is the promise: outputs, summary and decision file are written before anything is told
to GitHub, so that nothing which fails there can lose or change them. Where its checks of the head
may still change the answer, what is known without them is written before they are asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TextIO, assert_never

from exitgate.core.decision import Decision
from exitgate.core.memory import UNTRUSTED_MEMORY
from exitgate.errors import ExitGateError, InputError
from exitgate.publish.client import GitHubClient
from exitgate.publish.log import ActionsLog
from exitgate.publish.marker import OURS
from exitgate.publish.pace import Pace
from exitgate.publish.tell import ESCALATED
from exitgate.report.escape import terminal
from exitgate.runner.collect import collect
from exitgate.runner.command import follow_comment
from exitgate.runner.context import ActionContext, read_context
from exitgate.runner.files import resolve
from exitgate.runner.head_checks import ask_checks
from exitgate.runner.inputs import Mode, read_inputs, read_token
from exitgate.runner.merge_queue import carry_over
from exitgate.runner.run import Run
from exitgate.runner.services import DECISION_FILE, GateRequest, Outcome, Services
from exitgate.runner.telling import tell_github
from exitgate.runner.written import file_sizes, write_down, write_first

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
        return _run(Run(context, environ, services, log, client, now, file_sizes(environ)))
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
    run.log.text("\n".join(terminal(run.clean(line)) for line in collected.used))
    outcome = run.services.decide(_with_question(run, collected.request))
    return _told(run, outcome, untrusted=False)


def _with_question(run: Run, request: GateRequest) -> GateRequest:
    if run.client is None:
        return request
    return replace(
        request, ask_checks=partial(ask_checks, run), first_word=partial(write_first, run)
    )


def _say_notes(run: Run, outcome: Outcome) -> None:
    """A read-only run gets one notice and no warnings about what it cannot do anyway."""
    for note in outcome.notes:
        words = terminal(run.clean(note))
        if run.context.read_only:
            run.log.text(words)
        else:
            run.log.warning(words)


def _point_out(run: Run, decision: Decision) -> None:
    """Annotations for what needs a person's eyes; the rest is in the summary."""
    if decision.verdict in ESCALATED:
        run.log.warning(terminal(run.clean(f"{decision.verdict}: {decision.summary}")))
    for seen in decision.evidence:
        if seen.signal == TAMPERING and seen.is_found:
            where = f" ({seen.refs[0]})" if seen.refs else ""
            run.log.warning(terminal(run.clean(f"Possible tampering: {seen.headline}{where}")))
    for missing in decision.unmeasured:
        if missing.startswith(UNTRUSTED_MEMORY):
            run.log.warning(terminal(run.clean(f"{missing[:1].upper()}{missing[1:]}")))


def _publish(run: Run) -> int:
    """The decision is foreign here: whoever wrote the pull request could write it too."""
    inputs = run.context.inputs
    decision = run.services.read_decision(_decision_text(run))
    decision = replace(decision, loop_id=run.context.loop_id)
    doubts = run.services.merge_doubts(decision, inputs.profile, inputs.limits)
    for doubt in doubts:
        run.log.warning(run.clean(f"Not ready to merge, whatever the decision file says: {doubt}."))
    outcome = Outcome(replace(decision, merge_ready=False) if doubts else decision)
    return _told(run, outcome, untrusted=True)


def _told(run: Run, outcome: Outcome, *, untrusted: bool) -> int:
    """Written down, then told. Lost outputs fail the step, but people are told all the same."""
    lost = write_down(run, outcome)
    _say_notes(run, outcome)
    _point_out(run, outcome.decision)
    if run.context.inputs.mode is not Mode.EVALUATE:
        tell_github(run, outcome, untrusted=untrusted)
    if lost is not None:
        raise lost
    if outcome.unsaved is not None:
        raise outcome.unsaved
    return int(outcome.decision.verdict in run.context.inputs.fail_on)


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
