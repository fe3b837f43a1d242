"""exitgate calibrate: fit a profile's confidence to known outcomes, for a person to review."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from exitgate.cli import common, outcomes
from exitgate.cli.replay import opened, progress
from exitgate.cli.replay_report import short
from exitgate.cli.streams import show
from exitgate.config import DEFAULT_PROFILE, load_policy
from exitgate.core.decision import Decision
from exitgate.core.policy import Method, Policy
from exitgate.core.wording import counted
from exitgate.errors import InputError, UsageError
from exitgate.measure.crossvalidate import by_group, by_source
from exitgate.measure.fit import Sample, fit, sample_of, weights_of
from exitgate.measure.known import Known, known_of
from exitgate.measure.profile_yaml import Fitted, render_profile
from exitgate.recording import read_recording
from exitgate.replay import replay

FEWEST = 20
PULL = 2.0
WITNESSES = ("nothing_done", "tests_pass", "plan_complete")
"""At least one of these is measured wherever more than the agent's words was recorded. Where only
words are known, an outcome says nothing about the weight of evidence."""


class Ending(NamedTuple):
    """How a loop without a label stood at its end."""

    source: str
    loop: str
    decision: Decision


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("recording", metavar="RECORDING", nargs="+", help="labelled recordings, plain or gzip")
    add("--outcomes", metavar="FILE", type=Path, help="JSON: loop to done, merged, reverted, ...")
    add("--from-github", metavar="OWNER/REPO", help="ask what became of the loops' pull requests")
    add("--out", metavar="FILE", type=Path, help="where the profile goes; default: printed")
    add("--profile", metavar="NAME", default=DEFAULT_PROFILE, help="where the fit starts")
    add(
        "--pull",
        metavar="NUMBER",
        type=common.number,
        default=PULL,
        help="how strongly it is held there",
    )


def execute(args: argparse.Namespace) -> int:
    policy = load_policy(profile=args.profile).policy
    if policy.confidence.method is not Method.ODDS:
        raise UsageError(
            f"--profile: {args.profile} adds points, which are no chances that could be fitted",
            hint="`standard` works with odds",
        )
    if args.pull <= 0:
        raise UsageError("--pull: must be above 0", hint="2 is a good start")
    samples = _gathered(args, policy)
    _enough(samples)
    fitted = fitted_to(_seen_from(args.profile, args.out), policy, samples, args.pull)
    if args.out is None:
        show(render_profile(fitted))
    else:
        common.write_file(args.out, render_profile(fitted), "--out")
    return 0


def _enough(samples: tuple[Sample, ...]) -> None:
    done = sum(sample.done for sample in samples)
    if len(samples) < FEWEST:
        raise InputError(
            f"only {counted(len(samples), 'record')} with a known outcome and more than words",
            hint=f"a fit needs {FEWEST} at least and 100 to be trusted: label lines, or give "
            "--outcomes or --from-github",
        )
    if not 0 < done < len(samples):
        every = "was done" if done else "failed"
        raise InputError(
            f"every one of the {len(samples)} known outcomes {every}: nothing tells them apart",
            hint='add loops that ended the other way, labelled "done" or "rejected"; "continue" '
            'and "stuck" do not say whether the work was complete',
        )


def _seen_from(profile: str, out: Path | None) -> str:
    """How the new file names the one that it extends: a path is taken from beside the file."""
    if out is None or not profile.endswith((".yml", ".yaml")):
        return profile
    return os.path.relpath(profile, out.parent)


def fitted_to(name: str, policy: Policy, samples: tuple[Sample, ...], pull: float) -> Fitted:
    start = weights_of(policy.confidence)
    return Fitted(
        extends=name,
        parts=policy.confidence.parts,
        samples=samples,
        start=start,
        weights=fit(samples, start, pull),
        by_source=by_source(samples, start, pull),
        by_group=by_group(samples, start, pull),
    )


def _gathered(args: argparse.Namespace, policy: Policy) -> tuple[Sample, ...]:
    """From each labelled line, and from the last line of a loop whose outcome is told elsewhere."""
    repository = outcomes.checked_repository(args.from_github)
    told = outcomes.from_file(args.outcomes)
    samples: list[Sample] = []
    endings: list[Ending] = []
    for name in args.recording:
        last: dict[str, Decision] = {}
        samples += labelled_samples(name, policy, last)
        endings += (Ending(short(name), loop, decision) for loop, decision in last.items())
    silent = [ending.loop for ending in endings if ending.loop not in told]
    told = {**outcomes.from_github(repository, silent), **told}
    for ending in endings:
        known = told.get(ending.loop)
        if known and (sample := _sample(ending.decision, policy, known, ending.source)):
            samples.append(sample)
    return tuple(samples)


def labelled_samples(name: str, policy: Policy, last: dict[str, Decision]) -> Iterator[Sample]:
    """Samples of labelled lines; `last` takes the last decision of each loop without a label."""
    labelled: set[str] = set()
    with opened(name) as stream, progress(stream, name) as advance:
        for step in replay(read_recording(stream, name), policy):
            advance()
            loop, known = step.decision.loop_id, known_of(step.label)
            if known is None:
                last[loop] = step.decision
                continue
            labelled.add(loop)
            if sample := _sample(step.decision, policy, known, short(name)):
                yield sample
    for loop in labelled:
        last.pop(loop, None)


def _sample(decision: Decision, policy: Policy, known: Known, name: str) -> Sample | None:
    evidence = {seen.signal: seen for seen in decision.evidence}
    measured = any(n in evidence and not evidence[n].is_unmeasured for n in WITNESSES)
    if known.really_done is None or not measured:
        return None
    return sample_of(
        evidence,
        policy.confidence,
        done=known.really_done,
        source=name,
        group=decision.loop_id,
    )
