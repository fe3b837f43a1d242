"""Every way in which the API can fail: bounded tries, no harm, and words that help."""

from __future__ import annotations

import pytest
from fake_github import REPO, FakeGitHub, Token

from exitgate.errors import ServiceError
from exitgate.publish.client import Call, GitHubClient
from exitgate.publish.faults import Absent, Denied, Refused, Throttled, Unanswered
from exitgate.publish.pace import Pace

READ = Call("GET", "repo/pulls/7", "read the pull request", "pull-requests: read")
WRITE = Call(
    "POST",
    "repo/issues/7/comments",
    "write the comment",
    "pull-requests: write",
    body={"body": "x"},
    repeatable=False,
)


@pytest.mark.parametrize("kind", ["500", "502", "cut", "truncated", "cut-after"])
def test_reads_are_repeated(
    github: FakeGitHub, client: GitHubClient, waits: list[float], kind: str
) -> None:
    github.misbehave(kind, times=2)
    assert client.send(READ).status == 200
    assert waits == [1.0, 2.0]


@pytest.mark.parametrize("kind", ["500", "502", "cut", "truncated", "cut-after", "500-after"])
def test_writes_that_would_leave_two_are_not(
    github: FakeGitHub, client: GitHubClient, kind: str
) -> None:
    github.misbehave(kind, verb="POST")
    with pytest.raises(Unanswered):
        client.send(WRITE)
    assert len(github.state.requests) == 1


@pytest.mark.parametrize("kind", ["secondary", "primary"])
def test_a_short_rate_limit_is_waited_for(
    github: FakeGitHub, client: GitHubClient, waits: list[float], kind: str
) -> None:
    github.misbehave(kind, verb="POST", seconds=7)
    assert client.send(WRITE).status == 201
    assert waits == [pytest.approx(7, abs=2)]
    assert len(github.state.comments) == 1


@pytest.mark.parametrize("kind", ["secondary", "429"])
def test_a_limit_without_a_time_waits_a_minute(
    github: FakeGitHub, client: GitHubClient, waits: list[float], kind: str
) -> None:
    github.misbehave(kind)
    client.send(READ)
    assert waits == [60.0]


@pytest.mark.parametrize("kind", ["secondary", "primary"])
def test_a_long_rate_limit_is_not_waited_for(
    github: FakeGitHub, client: GitHubClient, waits: list[float], kind: str
) -> None:
    github.misbehave(kind, seconds=3000, times=99)
    with pytest.raises(Throttled) as fault:
        client.send(READ)
    assert waits == []
    assert "later" in fault.value.hint
    assert len(github.state.requests) == 1


def test_all_waiting_together_is_capped(
    github: FakeGitHub, client: GitHubClient, waits: list[float]
) -> None:
    github.misbehave("secondary", seconds=40, times=99)
    with pytest.raises(Throttled):
        client.send(READ)
    assert sum(waits) <= 90


@pytest.mark.parametrize(
    ("kind", "fault", "word"),
    [
        ("401", Denied, "token: ${{ github.token }}"),
        ("403", Denied, "`pull-requests: write`"),
        ("404", Absent, "`pull-requests: write`"),
        ("409", Refused, "run the job again"),
        ("422", Refused, "invalid"),
    ],
)
def test_a_refusal_says_what_to_do(
    github: FakeGitHub,
    client: GitHubClient,
    kind: str,
    fault: type[ServiceError],
    word: str,
) -> None:
    github.misbehave(kind)
    with pytest.raises(fault) as refused:
        client.send(WRITE)
    assert word in refused.value.hint
    assert "write the comment" in str(refused.value)
    assert len(github.state.requests) == 1


def test_a_missing_permission_is_named(github: FakeGitHub, pace: Pace) -> None:
    github.state.tokens["ghs_reader"] = Token(permissions=frozenset())
    client = GitHubClient("ghs_reader", REPO, github.url, pace)
    with pytest.raises(Denied, match="Resource not accessible") as denied:
        client.send(WRITE)
    assert "add the line `pull-requests: write`" in denied.value.hint


def test_a_slow_server_is_left(github: FakeGitHub, client: GitHubClient) -> None:
    github.misbehave("slow", seconds=1.6)
    assert client.send(READ).status == 200
    assert len(github.state.requests) == 2


def test_after_an_outage_nothing_more_is_tried(github: FakeGitHub, client: GitHubClient) -> None:
    github.misbehave("cut", times=99)
    for _ in range(5):
        with pytest.raises(Unanswered):
            client.send(READ)
    assert len(github.state.requests) == 3


def test_nobody_there(pace: Pace) -> None:
    client = GitHubClient("ghs_test", REPO, "http://127.0.0.1:9", pace)
    with pytest.raises(Unanswered) as fault:
        client.send(READ)
    assert "GITHUB_API_URL" in fault.value.hint


def test_the_token_is_in_no_repr_and_no_fault(github: FakeGitHub, client: GitHubClient) -> None:
    github.misbehave("cut", times=99)
    with pytest.raises(Unanswered) as fault:
        client.send(READ)
    assert "ghs_test" not in repr(client) + repr(fault.value) + str(fault.value.__dict__)


def test_pages_are_read_to_the_end(github: FakeGitHub, client: GitHubClient) -> None:
    for number in range(250):
        github.add_comment(7, str(number), "octocat")
    listed = list(client.pages(Call("GET", "repo/issues/7/comments", "list")))
    assert [item["body"] for item in listed] == [str(number) for number in range(250)]
    assert len(github.state.requests) == 3
