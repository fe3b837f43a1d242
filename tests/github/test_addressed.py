"""Orders that name something: a finding that is there or is not, one loop of several."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fake_github import FakeGitHub
from standin import Runner
from test_orders import BRANCH, LEFT, decide, known_loops, pushed, say
from test_wiring import git, work

from exitgate.publish.pace import Pace
from exitgate.state import StoreOptions, open_store

__all__ = ["pushed", "work"]
FULL = "def test_parse():\n    assert parse('a b') == ['a', 'b']\n"
WEAK = "def test_parse():\n    assert parse('a b') is not None\n"
CANNOT = "Step two of three. I still get `ValueError: no parser named x` from the build, again."


@pytest.fixture
def weakened(runner: Runner, pushed: Path) -> str:
    """A loop whose agent weakened a test; the commit before that."""
    folder = runner.workspace
    (folder / "test_parser.py").write_text(FULL)
    git(folder, "add", "test_parser.py")
    git(folder, "commit", "-qm", "test")
    base = git(folder, "rev-parse", "HEAD")
    (folder / "test_parser.py").write_text(WEAK)
    git(folder, "commit", "-qam", "easier")
    return base


def told_ids(runner: Runner) -> list[str]:
    decision = json.loads((runner.workspace / "exitgate-decision.json").read_text())
    (tampering,) = [one for one in decision["evidence"] if one["signal"] == "tampering"]
    return [part.split(")")[0] for part in tampering["headline"].split(" (")[1:]]


def accepted(runner: Runner, remote: Path) -> tuple[str, ...]:
    store = open_store("branch", StoreOptions(url=str(remote), repo=runner.workspace))
    return store.load(BRANCH).accepted


def test_an_unknown_finding_is_answered_with_those_that_are_there(
    runner: Runner, pushed: Path, weakened: str, github: FakeGitHub, pace: Pace
) -> None:
    decide(runner, pace, 500, base=weakened)
    (name,) = told_ids(runner)
    code, reply = say(runner, github, pace, "/exitgate accept skipped-12345678")
    assert (code, f"`/exitgate accept {name}`" in reply) == (0, True)
    assert "nothing was changed" in reply
    assert github.state.reactions[-1]["content"] == "confused"
    assert accepted(runner, pushed) == ()
    code, reply = say(runner, github, pace, f"/exitgate accept {name}")
    assert (code, name in reply, accepted(runner, pushed)) == (0, True, (name,))
    decide(runner, pace, 501, base=weakened)
    assert (
        "a person accepted 1 finding" in (runner.workspace / "exitgate-decision.json").read_text()
    )


def test_where_nothing_was_found_there_is_nothing_to_accept(
    runner: Runner, pushed: Path, github: FakeGitHub, pace: Pace
) -> None:
    decide(runner, pace, 500)
    _, reply = say(runner, github, pace, "/exitgate accept @someone")
    assert "There is none that could be named" in reply
    assert "@someone" not in reply
    assert accepted(runner, pushed) == ()


def test_a_loop_that_remembers_nothing_cannot_say_what_it_found(
    runner: Runner, pushed: Path, github: FakeGitHub, pace: Pace
) -> None:
    """A fork's runs tell of findings and can write no memory."""
    code, reply = say(runner, github, pace, "/exitgate accept skipped-12345678", loop_id=BRANCH)
    assert (code, "nobody could look" in reply) == (0, True)
    assert accepted(runner, pushed) == ("skipped-12345678",)


@pytest.fixture
def three(runner: Runner, pushed: Path, github: FakeGitHub, pace: Pace) -> None:
    """Loop `one` is stuck; `two` and `three` go on."""
    agent = runner.workspace / "agent-output" / "run.md"
    agent.write_text(CANNOT)
    run_id = 500
    while runner.log == "" or runner.outputs["verdict"] == "continue":
        run_id += 1
        assert run_id < 510, runner.outputs
        decide(runner, pace, run_id, loop_id="one")
    for loop, run_id in (("two", 520), ("three", 521)):
        agent.write_text(f"{LEFT} This is {loop}.")
        decide(runner, pace, run_id, loop_id=loop)


def directives(runner: Runner, remote: Path) -> dict[str, str]:
    store = open_store("branch", StoreOptions(url=str(remote), repo=runner.workspace))
    states = store.load_all()
    return {one.loop_id: one.directive.command for one in states if one.directive is not None}


def test_the_loop_that_waits_for_an_answer_gets_it(
    runner: Runner, pushed: Path, three: None, github: FakeGitHub, pace: Pace
) -> None:
    _, reply = say(runner, github, pace, "/exitgate continue look at the registry")
    assert directives(runner, pushed) == {"one": "continue"}
    assert "Loop `one`" in reply
    assert "not touched: `three`, `two`" in reply
    assert "`/exitgate continue --loop three`" in reply


@pytest.mark.parametrize(
    "words",
    [
        "cancel --loop two",
        "cancel --loop=two",
        'cancel --loop "two" thank you',
        "Cancel --loop 'two'",
    ],
)
def test_a_named_loop_is_the_one(
    runner: Runner, pushed: Path, three: None, github: FakeGitHub, pace: Pace, words: str
) -> None:
    _, reply = say(runner, github, pace, f"/exitgate {words}")
    assert directives(runner, pushed) == {"two": "cancel"}
    assert "not touched" not in reply


def test_a_loop_that_is_not_there_is_answered_with_those_that_are(
    runner: Runner, pushed: Path, three: None, github: FakeGitHub, pace: Pace
) -> None:
    before = known_loops(runner, pushed)
    code, reply = say(runner, github, pace, "/exitgate cancel --loop tow", dispatch="agent.yml")
    assert (code, "`/exitgate cancel --loop two`" in reply) == (0, True)
    assert (directives(runner, pushed), known_loops(runner, pushed)) == ({}, before)


def test_status_tells_of_every_loop(
    runner: Runner, pushed: Path, three: None, github: FakeGitHub, pace: Pace
) -> None:
    _, reply = say(runner, github, pace, "/exitgate status")
    assert all(f"- Loop `{name}`: " in reply for name in ("one", "two", "three"))
    assert reply.count("the last verdict was stuck") == 1


def test_the_started_iteration_is_of_the_named_loop(
    runner: Runner, pushed: Path, three: None, github: FakeGitHub, pace: Pace
) -> None:
    say(runner, github, pace, "/exitgate retry --loop three again", dispatch="agent.yml")
    (started,) = github.state.dispatches
    assert (started["inputs"]["loop_id"], started["inputs"]["guidance"]) == ("three", "again")


@pytest.mark.parametrize("name", ["a`b@alice", "x #12 <b>", "weird name"])
def test_a_strange_name_in_a_reply_does_nothing(
    runner: Runner, pushed: Path, github: FakeGitHub, pace: Pace, name: str
) -> None:
    for loop, run_id in ((name, 500), ("plain", 501)):
        decide(runner, pace, run_id, loop_id=loop)
    _, reply = say(runner, github, pace, "/exitgate cancel")
    assert "not touched" in reply
    assert not any(active in reply for active in ("@alice", "#12"))
    say(runner, github, pace, f'/exitgate cancel --loop "{name}"')
    assert name in directives(runner, pushed)


def test_of_several_orders_one_is_followed_and_the_reply_says_so(
    runner: Runner, pushed: Path, github: FakeGitHub, pace: Pace
) -> None:
    decide(runner, pace, 500)
    words = "Two things:\n/exitgate cancel\n/exitgate retry\n> /exitgate reset\n"
    _, reply = say(runner, github, pace, words)
    assert directives(runner, pushed) == {BRANCH: "cancel"}
    assert "Only one order of a comment" in reply
