"""Gather the facts of one iteration from files and a repository, through the adapters."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from exitgate.core.absence import Missing, Unreadable
from exitgate.core.changes import ChangeSet
from exitgate.core.checks import HeadChecks
from exitgate.core.decision import InputFile
from exitgate.core.facts import Facts, Usage
from exitgate.core.memory import UNTRUSTED_MEMORY, LoopState
from exitgate.core.plan import Plan
from exitgate.core.policy import Policy
from exitgate.core.suite import SuiteRun
from exitgate.core.transcript import Transcript
from exitgate.core.verification import Verification
from exitgate.errors import InputError, UsageError, why_unread
from exitgate.ingest.fence import MOST_UTF8, leads_out, read_input
from exitgate.ingest.plans import find_plans, read_plans
from exitgate.ingest.responses import read_responses
from exitgate.tamper.uncommitted import unpushed_source
from exitgate.verify import with_own_results

if TYPE_CHECKING:
    from exitgate.judge import Judgement

AskChecks = Callable[[str, frozenset[str]], HeadChecks | Missing]
"""The commit that the work tree stands on, and the runs that decided about this loop before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What to look at. Everything but the policy may be left out."""

    policy: Policy
    loop_id: str
    now: str | None = None
    root: Path = Path()
    """Folder in which unnamed responses and plans are looked for."""
    fence: Path | None = None
    """Nothing outside it and the temporary folder is read; None trusts the names as given."""
    responses: tuple[str, ...] = ()
    format_of: str = "auto"
    task: Path | None = None
    plans: tuple[Path, ...] = ()
    tests: tuple[str, ...] = ()
    repo: Path | None = None
    base: str | None = None
    exit_code: int | None = None
    usage: Usage = Usage()
    run: str | None = None
    """Stamp of the workflow run and attempt: the same run never counts twice."""
    ask_checks: AskChecks | None = None
    """Asks GitHub for the checks of a commit; None where there is nobody to ask."""
    first_word: Callable[[Judgement], None] | None = None
    """Told what is decided without GitHub, before GitHub is asked: an outage loses nothing."""
    written: tuple[Path, ...] = ()
    """Files that the caller writes itself: they are not the agent's work."""
    masked: tuple[str, ...] = ()
    """Values that are secret in this run: they reach neither the decision nor the state."""


def collect(request: Request, state: LoopState) -> Facts:
    transcript, inputs = _responses(request)
    ignore = (*request.policy.ignore, *_own_files(request))
    changes = _with_tests(request, _changes(request, ignore, state))
    facts = Facts(
        loop_id=request.loop_id,
        iteration=state.history.totals.iterations + 1,
        now=request.now,
        transcript=transcript,
        inputs=inputs,
        task=_task(request),
        changes=changes,
        tests=_tests(request),
        plan=_plan_with_base(request, changes, state),
        usage=_usage(request.usage, transcript),
        exit_code=request.exit_code,
        history=state.history,
        circuit=state.circuit,
        directive=state.directive,
        run=request.run,
        masked=request.masked,
        ignore=ignore,
        accepted=state.accepted,
        memory_broken=_broken_memory(state),
        verified=_verified(request, changes),
    )
    # What the gate ran on the commit says nothing about work that is not in it.
    return facts if unpushed_source(facts) else with_own_results(facts)


def _broken_memory(state: LoopState) -> str:
    """A person must hear that what the loop remembers is not what the gate wrote."""
    chain = state.chain
    if chain.ok:
        return ""
    where = "" if chain.broken_at is None else f"iteration {chain.broken_at} "
    return f"{UNTRUSTED_MEMORY}: {where}{chain.why}"


def _responses(request: Request) -> tuple[Transcript, tuple[InputFile, ...]]:
    names = request.responses or _usual_response(request)
    found = read_responses(
        names, format_of=request.format_of, limits=request.policy.limits, root=request.fence
    )
    return found.transcript, found.inputs


def _usual_response(request: Request) -> tuple[str, ...]:
    names = request.policy.response_files
    for name in names:
        if (request.root / name).is_file():
            return (str(request.root / name),)
    raise UsageError(
        f"no agent output was named and there is no {' or '.join(names)}",
        hint="name it: exitgate check --response FILE (use - for standard input)",
    )


def _task(request: Request) -> str | Missing:
    if request.task is None:
        return Missing("no task was given")
    if leads_out(request.task):
        hint = "links may not lead out of the workspace or the temp folder"
        raise InputError(f"{request.task}: leads outside the workspace", hint=hint)
    try:
        most = request.policy.limits.message_chars
        text = read_input(request.task, MOST_UTF8 * most).decode("utf-8", errors="replace")
    except (OSError, ValueError) as error:
        hint = "check the --task path"
        raise InputError(f"{request.task}: {why_unread(error)}", hint=hint) from None
    return text[:most]


def _plan_with_base(
    request: Request, changes: ChangeSet | Missing, state: LoopState
) -> Plan | Missing:
    """Items that the work deleted are still to do, until a person accepts that they went."""
    plan = _plan(request)
    if isinstance(plan, Missing) or isinstance(changes, Missing) or request.repo is None:
        return plan
    if any(accepted.startswith("plan-item-") for accepted in state.accepted):
        return plan
    from exitgate.ingest.plan_base import plan_at

    files = request.plans or find_plans(request.root, request.policy.plan_files)
    return plan.with_lost_of(plan_at(request.repo, changes.base or "", tuple(files)))


def _plan(request: Request) -> Plan | Missing:
    """A plan that a person names may lie anywhere; one that is found must be in the workspace."""
    limits, root = request.policy.limits, request.root
    if request.plans:
        return read_plans(request.plans, limits=limits)
    if found := find_plans(root, request.policy.plan_files):
        return read_plans(found, limits=limits, root=root)
    return Missing("no plan was found")


def _tests(request: Request) -> SuiteRun | Missing:
    if not request.tests:
        return Missing("no test report was given")
    from exitgate.ingest.junit import read_reports

    return read_reports(request.tests, root=request.fence or Path(), limits=request.policy.limits)


def _changes(request: Request, ignore: tuple[str, ...], state: LoopState) -> ChangeSet | Missing:
    if request.repo is None:
        return Missing("no repository was given; --repo measures what changed")
    from exitgate.ingest.git_changes import read_changes

    changes = read_changes(
        request.repo, base=request.base, ignore=ignore, limits=request.policy.limits
    )
    if isinstance(changes, Missing):
        return Unreadable(changes.why)
    first = next((record.head for record in state.history.recent if record.head), None)
    if request.base or first is None or changes.base != changes.head:
        return changes
    # On the default branch there is no base to find: the loop's first commit stands in for it.
    return read_changes(request.repo, base=first, ignore=ignore, limits=request.policy.limits)


def _with_tests(request: Request, changes: ChangeSet | Missing) -> ChangeSet | Missing:
    """The changes with what the base's own tests say about inputs that the patch names."""
    if isinstance(changes, Missing) or not changes.patch or not changes.base or not request.repo:
        return changes
    from exitgate.ingest.git_search import passages_with
    from exitgate.tamper.asked import words_to_look_up
    from exitgate.tamper.paths import is_test

    words = words_to_look_up(changes.patch)
    passages = passages_with(request.repo, changes.base, words, is_test) if words else ()
    return replace(changes, tests_at_base=passages)


def _verified(request: Request, changes: ChangeSet | Missing) -> Verification | Missing:
    """The user's own `verify:` commands, if there are any, on a clean checkout of the head."""
    policy = request.policy.verify
    if not policy.commands:
        return Missing("verification by the gate is off")
    if isinstance(changes, Missing) or changes.head is None or request.repo is None:
        return Missing("verification needs a repository with a commit")
    from exitgate.ingest.junit import read_reports
    from exitgate.ingest.verify_run import Checkout, run_verification

    def reports(paths: tuple[Path, ...]) -> SuiteRun | None:
        found = read_reports([str(p) for p in paths], root=Path("/"), limits=request.policy.limits)
        return found if isinstance(found, SuiteRun) else None

    source = Checkout(request.repo, changes.head, changes.base)
    return run_verification(source, policy, os.environ, reports)


def _own_files(request: Request) -> tuple[str, ...]:
    """Globs of what is read or written here: a transcript or report is not the agent's work."""
    if request.repo is None:
        return ()
    named = (*request.responses, *request.tests, *map(str, (*request.plans, *request.written)))
    names = (*named, str(request.task)) if request.task else named
    root = request.repo.resolve()
    inside = (_relative(name, request.fence, root) for name in names if name != "-")
    return tuple(sorted({name for name in inside if name}))


def _relative(name: str, fence: Path | None, root: Path) -> str:
    path = ((fence or Path()) / name).resolve()
    if not path.is_relative_to(root):
        return ""
    relative = path.relative_to(root).as_posix()
    return f"{relative}/" if path.is_dir() else relative


def _usage(given: Usage, transcript: Transcript) -> Usage:
    """What the caller measured beats what the agent's own record says."""
    return Usage(
        cost_usd=given.cost_usd if given.cost_usd is not None else transcript.cost_usd,
        duration_s=given.duration_s if given.duration_s is not None else transcript.duration_s,
        tokens=given.tokens if given.tokens is not None else transcript.tokens,
    )
