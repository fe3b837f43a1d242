"""The sticky comment: one, ours, the newest run's, whatever happens at the same time."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from fake_github import BOT, REPO, FakeGitHub, Token

from exitgate.publish.client import GitHubClient
from exitgate.publish.comment import Draft, Ending, Kept, keep_comment
from exitgate.publish.faults import Unanswered
from exitgate.publish.marker import Stamp
from exitgate.publish.pace import Pace


def draft(run: int, words: str = "", *, loop: str = "pr-7", workflow: str = "gate.yml") -> Draft:
    stamp = Stamp(loop, workflow, run, 1, "a" * 40)
    return Draft(7, stamp, f"{stamp.marker}\nRun {run}: {words}")


def bodies(github: FakeGitHub) -> list[str]:
    return [comment["body"] for comment in github.state.comments]


def test_created_then_updated_in_place(github: FakeGitHub, client: GitHubClient) -> None:
    first = keep_comment(client, draft(1))
    second = keep_comment(client, draft(2))
    assert (first.ending, second.ending) == (Ending.WRITTEN, Ending.WRITTEN)
    assert first.url == second.url
    assert bodies(github) == [draft(2).body]


def test_unchanged_content_is_not_written_again(github: FakeGitHub, client: GitHubClient) -> None:
    one = Draft(7, Stamp("pr-7", "gate.yml", 1), Stamp("pr-7", "gate.yml", 1).marker + "\nsame")
    two = Draft(7, Stamp("pr-7", "gate.yml", 2), Stamp("pr-7", "gate.yml", 2).marker + "\nsame")
    keep_comment(client, one)
    github.state.requests.clear()
    assert keep_comment(client, two).ending is Ending.UNCHANGED
    assert [line.split()[0] for line in github.state.requests] == ["GET"]


def test_older_run_never_overwrites_newer(github: FakeGitHub, client: GitHubClient) -> None:
    keep_comment(client, draft(20, "new"))
    assert keep_comment(client, draft(19, "old")).ending is Ending.NEWER
    assert bodies(github) == [draft(20, "new").body]


def test_found_behind_three_hundred_other_comments(
    github: FakeGitHub, client: GitHubClient
) -> None:
    for number in range(310):
        github.add_comment(7, f"talk {number}", "octocat")
    keep_comment(client, draft(1))
    keep_comment(client, draft(2))
    assert len(github.state.comments) == 311
    assert github.state.comments[-1]["body"] == draft(2).body


def test_two_workflows_keep_two_comments(github: FakeGitHub, client: GitHubClient) -> None:
    keep_comment(client, draft(1, workflow="a.yml"))
    keep_comment(client, draft(2, workflow="b.yml"))
    assert len(github.state.comments) == 2


@pytest.mark.parametrize("author", [("mallory", "User"), ("claude[bot]", "Bot")])
def test_a_forged_marker_is_left_alone(
    github: FakeGitHub, client: GitHubClient, author: tuple[str, str]
) -> None:
    github.add_comment(7, draft(10**9, "forged").body, *author)
    keep_comment(client, draft(1))
    assert bodies(github) == [draft(10**9, "forged").body, draft(1).body]


@pytest.mark.parametrize(
    ("name", "token"),
    [
        ("ghs_other", Token("my-app[bot]", "Bot")),
        ("ghp_person", Token("alice", "User")),
        ("plain", Token("alice", "User")),
        ("ghs_test", Token(BOT, "Bot")),
    ],
)
def test_every_kind_of_token_knows_its_own(
    github: FakeGitHub, pace: Pace, name: str, token: Token
) -> None:
    github.state.tokens[name] = token
    client = GitHubClient(name, REPO, github.url, pace)
    keep_comment(client, draft(1))
    keep_comment(client, draft(2))
    assert bodies(github) == [draft(2).body]


@pytest.mark.parametrize("name", ["ghs_other", "ghp_person"])
def test_an_enterprise_server(github: FakeGitHub, pace: Pace, name: str) -> None:
    github.state.tokens |= {"ghs_other": Token("x[bot]"), "ghp_person": Token("al", "User")}
    client = GitHubClient(name, REPO, f"{github.url}/api/v3", pace)
    keep_comment(client, draft(1))
    keep_comment(GitHubClient(name, REPO, f"{github.url}/api/v3/", pace), draft(2))
    assert bodies(github) == [draft(2).body]
    assert all(" /api/" in line for line in github.state.requests)


@pytest.mark.parametrize("fault", ["cut-after", "500-after", "truncated"])
def test_a_lost_answer_leaves_no_duplicate(
    github: FakeGitHub, client: GitHubClient, fault: str
) -> None:
    github.misbehave(fault, verb="POST")
    kept = keep_comment(client, draft(1))
    assert kept.url.endswith(str(github.state.comments[0]["id"]))
    assert bodies(github) == [draft(1).body]


@pytest.mark.parametrize("fault", ["cut", "500"])
def test_a_failed_creation_is_tried_once_more(
    github: FakeGitHub, client: GitHubClient, fault: str
) -> None:
    github.misbehave(fault, verb="POST")
    keep_comment(client, draft(1))
    assert bodies(github) == [draft(1).body]


def test_no_answer_twice_is_given_up(github: FakeGitHub, client: GitHubClient) -> None:
    github.misbehave("500", verb="POST", times=9)
    with pytest.raises(Unanswered):
        keep_comment(client, draft(1))
    assert sum(line.startswith("POST") for line in github.state.requests) == 2


@pytest.mark.parametrize("fault", ["cut", "500", "502", "truncated", "cut-after"])
def test_an_update_is_repeated(github: FakeGitHub, client: GitHubClient, fault: str) -> None:
    keep_comment(client, draft(1))
    github.misbehave(fault, verb="PATCH")
    keep_comment(client, draft(2))
    assert bodies(github) == [draft(2).body]


def test_duplicates_of_crashed_runs_are_merged(github: FakeGitHub, client: GitHubClient) -> None:
    for run in (3, 9, 5):
        github.add_comment(7, draft(run).body, BOT, "Bot")
    assert keep_comment(client, draft(4)).ending is Ending.NEWER
    assert bodies(github) == [draft(9).body]


@pytest.mark.parametrize("seed", range(5))
def test_parallel_runs_leave_one_comment(github: FakeGitHub, pace: Pace, seed: int) -> None:
    """Which run wrote last is left open: GitHub's API has no compare-and-set for comments."""
    runs = [100 + (seed * 7 + step * 5) % 12 for step in range(12)]
    gate = threading.Barrier(len(runs))

    def one(run: int) -> Kept:
        gate.wait()
        return keep_comment(GitHubClient("ghs_test", REPO, github.url, pace), draft(run))

    with ThreadPoolExecutor(len(runs)) as pool:
        endings = [kept.ending for kept in pool.map(one, runs)]
    assert len(github.state.comments) == 1
    assert bodies(github)[0] in [draft(run).body for run in runs]
    assert Ending.WRITTEN in endings
