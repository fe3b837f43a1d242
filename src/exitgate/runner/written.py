"""Everything that needs no network: decision file, step outputs, job summary, log."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from exitgate.core.decision import Decision
from exitgate.errors import StateError
from exitgate.publish.outputs import write_outputs
from exitgate.publish.summary import write_summary
from exitgate.report.escape import terminal
from exitgate.runner.files import write_inside
from exitgate.runner.judged import judged_commit
from exitgate.runner.run import Run
from exitgate.runner.services import DECISION_FILE, Outcome, Page

RUNNER_FILES = ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")


class OutputsLost(StateError):
    """Whoever reads the outputs reads nothing: the step must not look as if it went well."""

    kind = "step outputs"


def write_down(run: Run, outcome: Outcome, page: str = "") -> OutputsLost | None:
    """Each part is tried whatever became of the others. The loss, if any, is for the caller to
    raise once people have been told. `page` stands in for the summary of the decision."""
    decision = outcome.decision
    lost: OutputsLost | None = None
    path = DECISION_FILE if write_decision(run, decision) else ""
    back_to_start(run)
    try:
        put_outputs(run, outputs_of(decision, path))
    except OutputsLost as fault:
        lost = fault
    append_summary(run, page or run.services.summary(outcome, page_of(run, outcome)))
    said = f"{decision.verdict} ({decision.confidence.value}%): {decision.summary}"
    run.log.text(terminal(run.clean(said), 1_000))
    return lost


def write_first(run: Run, outcome: Outcome) -> None:
    """What is decided before GitHub is asked. `write_down` puts its own words in the place."""
    path = DECISION_FILE if write_decision(run, outcome.decision) else ""
    with suppress(OutputsLost):  # the last word will say so
        put_outputs(run, outputs_of(outcome.decision, path))
    append_summary(run, run.services.summary(outcome, page_of(run, outcome)))


def write_decision(run: Run, decision: Decision) -> bool:
    path = run.context.places.workspace / DECISION_FILE
    text = run.clean(run.services.decision_json(decision))
    written = write_inside(path, text, run.context.places)
    if not written:
        run.log.warning(f"{DECISION_FILE} could not be written into the workspace")
    return written


def put_outputs(run: Run, values: list[tuple[str, str]]) -> None:
    path = run.environ.get("GITHUB_OUTPUT")
    if not path or not values:
        return
    try:
        write_outputs(Path(path), [(name, run.clean(value)) for name, value in values])
    except OSError as fault:
        raise OutputsLost(
            f"GITHUB_OUTPUT cannot be written ({type(fault).__name__}), so that no later step"
            " can read this decision",
            hint=f"see that {path} is a file that this step may write",
        ) from None


def outputs_of(decision: Decision, path: str) -> list[tuple[str, str]]:
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


def page_of(run: Run, outcome: Outcome) -> Page:
    context = run.context
    sha = judged_commit(context, outcome.head, context.pull).sha
    return Page(context.repository, context.server_url, context.run_url, sha)


def word(answer: bool) -> str:
    return "true" if answer else "false"


def file_sizes(environ: Mapping[str, str]) -> dict[str, int]:
    sizes = dict.fromkeys(RUNNER_FILES, 0)
    for name in sizes:
        with suppress(OSError):
            sizes[name] = Path(environ[name]).stat().st_size if environ.get(name) else 0
    return sizes


def back_to_start(run: Run) -> None:
    """Take back what `write_first` wrote: the last word takes its place."""
    for name, start in run.starts.items():
        path = run.environ.get(name)
        with suppress(OSError):
            if path and Path(path).stat().st_size > start:
                os.truncate(path, start)


def append_summary(run: Run, markdown: str) -> None:
    path = run.environ.get("GITHUB_STEP_SUMMARY")
    if not path:
        return
    try:
        write_summary(Path(path), run.clean(markdown))
    except OSError as fault:
        run.log.warning(
            f"the job summary could not be written ({type(fault).__name__}: {path}); the decision"
            f" is in the outputs and in {DECISION_FILE}"
        )
