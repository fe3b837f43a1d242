"""exitgate calibrate: fit a profile's confidence to known outcomes, for a person to review."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from exitgate.cli import common
from exitgate.cli.replay import opened, progress
from exitgate.cli.replay_report import short
from exitgate.config import DEFAULT_PROFILE, load_policy
from exitgate.core.decision import Decision
from exitgate.core.policy import Method, Policy
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


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("recording", metavar="RECORDING", nargs="+", help="labelled recordings, plain or gzip")
    add("--outcomes", metavar="FILE", type=Path, help="JSON: loop to done, merged, reverted, ...")
    add("--out", metavar="FILE", type=Path, help="where the profile goes; default: printed")
    add("--profile", metavar="NAME", default=DEFAULT_PROFILE, help="where the fit starts")
    add("--pull", metavar="NUMBER", type=float, default=PULL, help="how strongly it is held there")


def execute(args: argparse.Namespace) -> int:
    policy = load_policy(profile=args.profile).policy
    if policy.confidence.method is not Method.ODDS:
        raise UsageError(
            f"--profile: {args.profile} adds points, which are no chances that could be fitted",
            hint="`standard` works with odds",
        )
    if args.pull <= 0:
        raise UsageError("--pull: must be above 0", hint="2 is a good start")
    outcomes = _outcomes(args.outcomes)
    samples = tuple(
        sample for name in args.recording for sample in _samples(name, policy, outcomes)
    )
    if len(samples) < FEWEST:
        raise InputError(
            f"only {len(samples)} records have a known outcome and more than words to go by",
            hint=f"a fit needs at least {FEWEST}; label lines or give --outcomes",
        )
    fitted = _fitted(_seen_from(args.profile, args.out), policy, samples, args.pull)
    _write(render_profile(fitted), args.out)
    return 0


def _seen_from(profile: str, out: Path | None) -> str:
    """How the new file names the one that it extends: a path is taken from beside the file."""
    if out is None or not profile.endswith((".yml", ".yaml")):
        return profile
    return os.path.relpath(profile, out.parent)


def _fitted(name: str, policy: Policy, samples: tuple[Sample, ...], pull: float) -> Fitted:
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


def _samples(name: str, policy: Policy, outcomes: Mapping[str, Known]) -> Iterator[Sample]:
    """From each labelled line, and from the last line of a loop whose outcome is given."""
    last: dict[str, Sample] = {}
    with opened(name) as stream, progress(stream, name) as advance:
        for step in replay(read_recording(stream, name), policy):
            advance()
            known = known_of(step.label)
            given = outcomes.get(step.decision.loop_id) if known is None else None
            if known is not None and (sample := _sample(step.decision, policy, known, name)):
                yield sample
            elif given is not None and (sample := _sample(step.decision, policy, given, name)):
                last[step.decision.loop_id] = sample
    yield from last.values()


def _sample(decision: Decision, policy: Policy, known: Known, name: str) -> Sample | None:
    evidence = {seen.signal: seen for seen in decision.evidence}
    measured = any(n in evidence and not evidence[n].is_unmeasured for n in WITNESSES)
    if known.really_done is None or not measured:
        return None
    return sample_of(
        evidence,
        policy.confidence,
        done=known.really_done,
        source=short(name),
        group=decision.loop_id,
    )


def _outcomes(path: Path | None) -> Mapping[str, Known]:
    if path is None:
        return {}
    try:
        data = json.loads(common.read_file(path))
    except ValueError as error:
        raise InputError(f"{path}: not JSON: {error}", hint='{"pr-42": "merged"}') from None
    if not isinstance(data, dict):
        raise InputError(f"{path}: not an object", hint='{"pr-42": "merged"}')
    known = {loop: known_of(label) for loop, label in data.items()}
    return {loop: value for loop, value in known.items() if value is not None}


def _write(text: str, path: Path | None) -> None:
    if path is None:
        sys.stdout.write(text)
        return
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}", hint="--out") from None
