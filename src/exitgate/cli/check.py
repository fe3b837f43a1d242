"""exitgate check: one decision from files."""

from __future__ import annotations

import argparse
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from exitgate.cli import common
from exitgate.cli.streams import complain, show
from exitgate.collect import Request
from exitgate.core.absence import Missing
from exitgate.core.decision import Decision
from exitgate.core.facts import Usage
from exitgate.core.history import History
from exitgate.core.policy import Budgets, Policy
from exitgate.errors import InputError, printable
from exitgate.gate import gate
from exitgate.ingest.formats import NAMES
from exitgate.judge import Judgement


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--response", nargs="+", action="extend", default=[], metavar="FILE",
        help="the agent's output: files, globs, folders, - for standard input")  # fmt: skip
    add("--format-of", choices=("auto", *NAMES), default="auto", metavar="NAME",
        help="its format (default: recognised by content)")  # fmt: skip
    add("--task", type=Path, metavar="FILE", help="what the agent was asked to do")
    add("--plan", type=Path, nargs="+", action="extend", default=[], metavar="FILE",
        help="task list: Markdown or prd.json (default: fix_plan.md, if it is there)")  # fmt: skip
    add("--tests", nargs="+", action="extend", default=[], metavar="GLOB",
        help="JUnit XML reports: files, globs, folders")  # fmt: skip
    add(
        "--base",
        metavar="REV",
        help="what changes are measured against (default: where the branch began)",
    )
    add(
        "--agent-exit-code", type=common.whole, metavar="N", help="exit code of the agent's process"
    )
    add(
        "--max-iterations",
        type=common.positive,
        metavar="N",
        help="overrides budgets.max_iterations",
    )
    add("--output", choices=("text", "json", "markdown", "ralph"), default="text",
        help="default: text; ralph is the analysis JSON of Ralph loops")  # fmt: skip
    add("--guidance", type=Path, metavar="FILE",
        help="also write there what the next iteration should be told")  # fmt: skip
    common.store_options(parser)
    common.policy_options(parser)


def execute(args: argparse.Namespace) -> int:
    _refuse_missing_folder(args.repo)
    policy = _with_budgets(common.load(args).policy, args)
    store = common.store(args)
    request = Request(
        policy=policy,
        loop_id=common.loop_id(args),
        now=common.now(),
        root=args.repo or Path(),
        responses=tuple(args.response),
        format_of=args.format_of,
        task=args.task,
        plans=tuple(args.plan),
        tests=tuple(args.tests),
        repo=args.repo,
        base=args.base,
        exit_code=args.agent_exit_code,
        usage=Usage(),
        written=(args.guidance,) if args.guidance else (),
    )
    judgement = gate(request, store)
    common.tell_notes(store)
    _tell_missing(judgement, args)
    with suppress(BrokenPipeError):  # A reader that has gone does not change the verdict.
        show(_shown(judgement, args.output))
    if args.guidance:
        common.write_file(args.guidance, f"{judgement.decision.guidance}\n", "--guidance")
    if judgement.unsaved is not None:
        raise judgement.unsaved
    return common.EXIT_CODES[judgement.decision.verdict]


def _refuse_missing_folder(repo: Path | None) -> None:
    if repo is not None and not repo.is_dir():
        raise InputError(f"{repo}: no such folder", hint="--repo takes the agent's work tree")


def _tell_missing(judgement: Judgement, args: argparse.Namespace) -> None:
    """What was named and could not be read is unmeasured, but its user wants to know."""
    facts = judgement.facts
    named = (("--plan", args.plan, facts.plan), ("--tests", args.tests, facts.tests),
             ("--repo", args.repo, facts.changes))  # fmt: skip
    for option, given, fact in named:
        if given and isinstance(fact, Missing):
            complain(f"exitgate: note: {option}: {printable(fact.why)}\n")


def _history(judgement: Judgement) -> History:
    return judgement.facts.history.plus(judgement.record)


def _shown(judgement: Judgement, output: str) -> str:
    if output == "ralph":
        return _as_ralph(judgement)
    return rendered(judgement.decision, _history(judgement), output)


def _as_ralph(judgement: Judgement) -> str:
    from exitgate.report.ralph import analysis_json
    from exitgate.signals.completion_patterns import SIGNAL

    patterns = SIGNAL.check(judgement.facts, SIGNAL.options())
    count = int(getattr(patterns.measure, "count", 0))
    return analysis_json(judgement.decision, judgement.facts, indicators=count)


def rendered(decision: Decision, history: History, output: str) -> str:
    match output:
        case "json":
            from exitgate.report.as_json import decision_json

            return decision_json(decision) + "\n"
        case "markdown":
            from exitgate.report.markdown import render_comment

            return render_comment(decision, history=history)
        case _:
            from exitgate.report.text import render_text

            return render_text(decision, history=history, **common.screen())


def _with_budgets(policy: Policy, args: argparse.Namespace) -> Policy:
    if args.max_iterations is None:
        return policy
    budgets: Budgets = replace(policy.budgets, max_iterations=args.max_iterations)
    return replace(policy, budgets=budgets)
