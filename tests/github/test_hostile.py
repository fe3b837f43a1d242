"""Hostile text through every channel of the action: nothing acts, nothing crashes."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fake_github import FakeGitHub
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from standin import DECISION, Runner, StandIn

sys.path.insert(0, str(Path(__file__).parents[1]))

from exitgate.core.decision import Verdict
from exitgate.core.evidence import found
from exitgate.publish.labels import LABELS
from exitgate.publish.marker import Stamp, read_stamp
from exitgate.runner.services import Outcome, Page
from exitgate.wiring import WiredServices
from report.hostile import HIDDEN, PAYLOADS, decision_of, faults, history_of

ATTACKS = [text for texts in PAYLOADS.values() for text in texts]
GROUP = 6
GROUPS = [ATTACKS[start : start + GROUP] for start in range(0, len(ATTACKS), GROUP)]
VERDICTS = (Verdict.CONTINUE, Verdict.STUCK)
HARMLESS = {"warning", "notice"}


class Attacked(StandIn):
    """Judging is left out; rendering is real."""

    def comment(self, outcome: Outcome, marker: str, page: Page) -> str:
        return WiredServices({}).comment(outcome, marker, replace(page, repository="", run_url=""))

    def summary(self, outcome: Outcome, page: Page) -> str:
        return WiredServices({}).summary(outcome, replace(page, repository="", run_url=""))


def obeyed_commands(log: str) -> list[str]:
    """What a runner would carry out of this log: `::x` at a line's start, `##[x]` anywhere."""
    commands, waiting = [], ""
    for line in re.split(r"\r\n|\r|\n", log):
        bare = line.lstrip()
        if waiting:
            waiting = "" if bare == f"::{waiting}::" else waiting
        elif bare.startswith("::stop-commands::"):
            waiting = bare.removeprefix("::stop-commands::")
        elif (match := re.match(r"::([\w-]+)", bare)) or (
            match := re.search(r"##\[([\w-]+)", line)
        ):
            commands.append(match[1])
    assert not waiting
    return commands


def attack(runner: Runner, text: str, verdict: Verdict) -> None:
    reason = DECISION.reason if verdict is Verdict.CONTINUE else "loop_detected"
    seen = found("tampering", text, refs=[text])
    hostile = decision_of(text)
    runner.gate = Attacked(
        replace(
            hostile,
            verdict=verdict,
            reason=reason,
            merge_ready=False,
            guidance=text,
            evidence=(seen, *hostile.evidence),
        ),
        history=history_of(text),
    )


@pytest.mark.parametrize("number", range(len(GROUPS)))
def test_every_channel(runner: Runner, github: FakeGitHub, number: int) -> None:
    for position, text in enumerate(GROUPS[number]):
        verdict = VERDICTS[position % 2]
        attack(runner, text, verdict)
        runner.variables |= {"GITHUB_RUN_ID": str(600 + position), "GITHUB_REF_NAME": text}
        github.state.comments.clear()
        (runner.folder / "summary").unlink(missing_ok=True)
        loop = text.replace("\0", "")
        assert runner.run(labels="true", dispatch="agent.yml", loop_id=loop) == 0, runner.log
        assert set(obeyed_commands(runner.log)) <= HARMLESS
        assert not set(runner.log) & (HIDDEN - {"\n"})
        assert runner.outputs["guidance"] == text.encode(errors="replace").decode()
        body = github.state.comments[0]["body"]
        assert faults(body.partition("\n")[2]) == []
        assert faults(runner.summary) == []
        assert "-->" not in body.partition("\n")[0].removesuffix("-->")
    assert {name for names in github.state.issue_labels.values() for name in names} <= set(LABELS)
    for status in github.state.statuses:
        assert re.fullmatch(r"Iteration \d+: \w+, \d+% sure \([a-z ]+\)", status["description"])
    for start in github.state.dispatches:
        for value in start["inputs"].values():
            assert all(char.isprintable() or char == "\n" for char in value)


@settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.one_of(st.text(), st.lists(st.sampled_from(ATTACKS), max_size=3).map("".join)))
def test_any_text(runner: Runner, github: FakeGitHub, text: str) -> None:
    attack(runner, text, Verdict.CONTINUE)
    github.state.comments.clear()
    (runner.folder / "output").unlink(missing_ok=True)
    (runner.folder / "summary").unlink(missing_ok=True)
    assert runner.run(labels="true", dispatch="agent.yml") == 0, runner.log
    assert set(obeyed_commands(runner.log)) <= HARMLESS
    assert runner.outputs["guidance"] == text.encode(errors="replace").decode()
    assert faults(github.state.comments[0]["body"].partition("\n")[2]) == []
    assert faults(runner.summary) == []


@given(st.text())
def test_any_loop_and_workflow_keep_to_their_marker(text: str) -> None:
    stamp = Stamp(text[:200], text[:200], 5, 1, "a" * 40)
    assert stamp.marker.count("-->") == stamp.marker.count("<!--") == 1
    assert "\n" not in stamp.marker
    read = read_stamp(stamp.marker + "\nwords")
    assert read is not None
    assert read.run == 5
