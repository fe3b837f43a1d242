"""A person's later word becomes the label of the iteration it was about, through the commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exitgate.cli import main

WORK = "Worked on the parser. Story 1 of 5 is done."
DONE = "All tasks are complete.\n---RALPH_STATUS---\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n"


class Loop:
    """One loop in a folder, told and asked through the command line."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys, self.count = folder, capsys, 0
        self.where = ("--state", str(folder / "state"), "--loop", "pr-4")

    def check(self, text: str, *, passed: bool = False) -> None:
        self.count += 1
        (self.folder / "r.md").write_text(text)
        tests = self.folder / "junit.xml"
        tests.write_text('<testsuite tests="3"><testcase name="a"/></testsuite>')
        words = ("--tests", str(tests)) if passed else ()
        main(["check", "--response", str(self.folder / "r.md"), *words, *self.where])

    def say(self, word: str) -> None:
        assert main(["command", word, *self.where]) == 0

    def labels(self) -> list[str | None]:
        self.capsys.readouterr()
        assert main(["history", "--export", *self.where]) == 0
        lines = self.capsys.readouterr().out.splitlines()
        (self.folder / "h.jsonl").write_text("\n".join(lines) + "\n")
        return [json.loads(line).get("label") for line in lines]


@pytest.fixture
def loop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Loop:
    return Loop(tmp_path, capsys)


def test_nobody_said_anything(loop: Loop) -> None:
    loop.check(WORK)
    loop.check(DONE)
    assert loop.labels() == [None, None]


def test_an_approval_that_waits_and_one_that_was_obeyed(loop: Loop) -> None:
    loop.check(WORK)
    loop.check(DONE)
    loop.say("approve")
    assert loop.labels() == [None, "approved"]
    loop.check(WORK)
    assert loop.labels() == [None, "approved", None]


def test_go_on_after_complete_is_a_no(loop: Loop) -> None:
    loop.check(DONE, passed=True)
    loop.say("continue")
    assert loop.labels() == ["rejected"]
    loop.check(WORK)
    assert loop.labels() == ["rejected", None]


def test_go_on_after_ordinary_work_says_nothing(loop: Loop) -> None:
    loop.check(WORK)
    loop.say("continue")
    loop.check(WORK)
    assert loop.labels() == [None, None]


def test_a_cancelled_loop_should_have_stopped(loop: Loop) -> None:
    loop.check(WORK)
    loop.say("cancel")
    assert loop.labels() == ["cancelled"]


def test_an_export_is_measured(loop: Loop, capsys: pytest.CaptureFixture[str]) -> None:
    loop.check(WORK)
    loop.check(DONE, passed=True)
    loop.say("approve")
    loop.labels()
    words = ["replay", str(loop.folder / "h.jsonl"), "--report", "--output", "json"]
    assert main(words) == 0
    seen = json.loads(capsys.readouterr().out)["measured"][0]
    assert (seen["records"], seen["labelled"], seen["right"]) == (2, 1, 1)
