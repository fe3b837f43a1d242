"""exitgate replay --report: how often the policies are right on recordings with labels."""

from __future__ import annotations

import argparse
from itertools import tee
from pathlib import Path

from exitgate.cli import common
from exitgate.cli.streams import show
from exitgate.config import find_config, load_policy
from exitgate.core.policy import Policy
from exitgate.errors import InputError
from exitgate.measure.known import called, known_of
from exitgate.measure.link import link_of
from exitgate.measure.report import Report, report
from exitgate.measure.tally import Scored, Tally
from exitgate.recording import read_recording
from exitgate.replay import ReplayStep, replay


def execute(args: argparse.Namespace) -> int:
    policies = policies_of(args)
    tallies = ((short(name), tallied(name, policies)) for name in args.recording)
    made = report(_names(args, policies), tallies)
    if not any(row.figures.labelled for row in made.rows):
        raise InputError(
            "no line of these recordings carries a label",
            hint='add `"label"` to those you know about: "done", "rejected", "stuck" or "continue"',
        )
    show(rendered(made, args.output))
    return 0


def policies_of(args: argparse.Namespace) -> tuple[Policy, ...]:
    config = args.config or find_config(Path())
    others = (load_policy(profile=name).policy for name in args.compare)
    return (load_policy(config, args.profile).policy, *others)


def _names(args: argparse.Namespace, policies: tuple[Policy, ...]) -> tuple[str, ...]:
    first = args.profile or (str(args.config) if args.config else policies[0].name)
    return (first, *args.compare)


def tallied(name: str, policies: tuple[Policy, ...]) -> tuple[Tally, ...]:
    """Every policy judges each line before the next is read, so memory holds one line."""
    from exitgate.cli.replay import opened, progress

    tallies = tuple(Tally() for _ in policies)
    with opened(name) as stream, progress(stream, name) as advance:
        copies = tee(read_recording(stream, name), len(policies))
        runs = [replay(lines, policy) for lines, policy in zip(copies, policies, strict=True)]
        for steps in zip(*runs, strict=True):
            for tally, step in zip(tallies, steps, strict=True):
                tally.add(scored(step, name))
            advance()
    return tallies


def scored(step: ReplayStep, recording: str) -> Scored:
    decision, last = step.decision, step.history.last
    return Scored(
        where=f"{short(recording)}:{step.line.number}",
        loop=decision.loop_id,
        iteration=decision.iteration,
        called=called(decision.verdict),
        verdict=decision.verdict.value,
        reason=decision.reason,
        summary=decision.summary,
        confidence=decision.confidence.value,
        known=known_of(step.label),
        cost_usd=last.cost_usd if last else None,
        link=link_of(recording, step.line.number, step.label),
    )


def short(name: str) -> str:
    """The recording's name as people call it."""
    return "standard input" if name == "-" else Path(name).name.removesuffix(".gz")


def rendered(made: Report, output: str) -> str:
    match output:
        case "json":
            from exitgate.measure.as_json import render_json

            return render_json(made)
        case "markdown":
            from exitgate.measure.as_markdown import render_markdown

            return render_markdown(made)
        case "html":
            from exitgate.measure.as_html import render_html

            return render_html(made)
        case _:
            from exitgate.measure.as_text import render_text

            return render_text(made, **common.screen())
