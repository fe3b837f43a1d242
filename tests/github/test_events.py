"""Every event we answer, with GitHub's own sample payloads where it has one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fake_github import FakeGitHub
from npm_data import webhooks_file
from standin import Runner

from exitgate.publish.queue import queued_number
from exitgate.runner.context import read_context
from exitgate.runner.events import Subject, read_subject
from exitgate.runner.inputs import Inputs

ENVIRON = {
    "GITHUB_SHA": "c" * 40,
    "GITHUB_REF_NAME": "topic",
    "GITHUB_REPOSITORY": "octo/app",
}
EVENTS = [
    *("push", "pull_request", "pull_request_target", "workflow_dispatch", "repository_dispatch"),
    *("schedule", "workflow_run", "issue_comment", "merge_group", "pull_request_review_comment"),
]


@pytest.fixture(scope="session")
def webhooks() -> dict[str, list[dict[str, Any]]]:
    path = webhooks_file()
    if path is None:
        pytest.skip("npm is missing: GitHub's webhook examples cannot be fetched")
    return {item["name"]: item["examples"] for item in json.loads(path.read_bytes())}


@pytest.mark.parametrize("name", EVENTS)
def test_every_example_has_a_loop_and_a_commit(
    webhooks: dict[str, list[dict[str, Any]]], name: str
) -> None:
    source = {"pull_request_target": "pull_request", "schedule": "push"}.get(name, name)
    examples = webhooks[source]
    assert examples
    for payload in examples:
        subject = read_subject(name, payload, ENVIRON)
        assert subject.loop_id
        assert subject.head_sha


def test_pull_requests(webhooks: dict[str, list[dict[str, Any]]]) -> None:
    for payload in webhooks["pull_request"]:
        item = payload["pull_request"]
        subject = read_subject("pull_request", payload, ENVIRON)
        assert subject.pull is not None
        assert subject.loop_id == f"pr-{item['number']}"
        assert (subject.head_sha, subject.base) == (item["head"]["sha"], item["base"]["sha"])
        assert subject.pull.is_open == (item["state"] == "open")
        home = payload["repository"]["full_name"]
        assert subject.from_fork == (item["head"]["repo"]["full_name"] != home)


def test_workflow_runs(webhooks: dict[str, list[dict[str, Any]]]) -> None:
    for payload in webhooks["workflow_run"]:
        subject = read_subject("workflow_run", payload, ENVIRON)
        run = payload["workflow_run"]
        assert (subject.head_sha, subject.branch) == (run["head_sha"], run["head_branch"])
        assert subject.owner == run["head_repository"]["owner"]["login"]


def test_comments_on_issues_are_not_pull_requests(
    webhooks: dict[str, list[dict[str, Any]]],
) -> None:
    for payload in webhooks["issue_comment"]:
        subject = read_subject("issue_comment", payload, ENVIRON)
        is_pull = "pull_request" in payload["issue"]
        assert (subject.issue == payload["issue"]["number"]) == is_pull
        assert subject.comment is not None
        assert subject.comment.is_new == (payload["action"] == "created")


def test_merge_groups(webhooks: dict[str, list[dict[str, Any]]]) -> None:
    for payload in webhooks["merge_group"]:
        subject = read_subject("merge_group", payload, ENVIRON)
        assert subject.queue
        assert subject.head_sha == payload["merge_group"]["head_sha"]


CASES: list[tuple[str, dict[str, Any], Subject]] = [
    ("schedule", {}, Subject(head_sha="c" * 40, branch="topic", owner="octo", loop_id="topic")),
    (
        "push",
        {"before": "d" * 40, "repository": {"default_branch": "topic"}},
        Subject(head_sha="c" * 40, branch="topic", owner="octo", base="d" * 40, loop_id="topic"),
    ),
    (
        "repository_dispatch",
        {"client_payload": {"loop_id": "pr-9"}, "repository": {"default_branch": "main"}},
        Subject(
            head_sha="c" * 40, branch="topic", owner="octo", base="origin/main", loop_id="pr-9"
        ),
    ),
]


@pytest.mark.parametrize(("event", "payload", "subject"), CASES)
def test_plain_events(event: str, payload: dict[str, Any], subject: Subject) -> None:
    assert read_subject(event, payload, ENVIRON) == subject


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"pull_request": None, "issue": 3, "workflow_run": [], "merge_group": "x", "inputs": 1},
        {"pull_request": {"number": "7", "head": [], "base": None}, "issue": {"number": True}},
        {"pull_request": {"number": 7, "head": {"repo": None}}, "repository": {"full_name": 5}},
    ],
)
def test_shapes_that_github_never_sends(event: str, payload: dict[str, Any]) -> None:
    assert read_subject(event, payload, ENVIRON).head_sha == "c" * 40


@pytest.mark.parametrize(
    ("ref", "number"),
    [
        (f"refs/heads/gh-readonly-queue/main/pr-104-{'a' * 40}", 104),
        (f"gh-readonly-queue/release/1.x/pr-5-{'a' * 40}", 5),
        ("refs/heads/main", None),
        ("refs/heads/gh-readonly-queue/main/pr-x-1", None),
    ],
)
def test_queued_number(ref: str, number: int | None) -> None:
    assert queued_number(ref) == number


@pytest.mark.parametrize("text", [b"", b"{", b"[1]", b"\xff\xfe", b"[" * 100_000])
def test_an_unreadable_event_is_words(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "event.json"
    path.write_bytes(text)
    environ = {**ENVIRON, "GITHUB_EVENT_NAME": "push", "GITHUB_EVENT_PATH": str(path)}
    context = read_context(environ, Inputs())
    assert context.unreadable
    assert context.loop_id == "topic"


def test_an_empty_environment_still_has_a_loop() -> None:
    context = read_context({}, Inputs())
    assert (context.loop_id, context.api_url) == ("default", "https://api.github.com")


def test_an_enterprise_server_is_honoured() -> None:
    environ = {
        "GITHUB_API_URL": "https://ghe.example/api/v3",
        "GITHUB_SERVER_URL": "https://ghe.example",
        "GITHUB_REPOSITORY": "octo/app",
        "GITHUB_RUN_ID": "3",
    }
    context = read_context(environ, Inputs())
    assert context.api_url == "https://ghe.example/api/v3"
    assert context.run_url == "https://ghe.example/octo/app/actions/runs/3"


@pytest.mark.parametrize("name", EVENTS)
def test_every_example_is_gated(
    webhooks: dict[str, list[dict[str, Any]]], runner: Runner, github: FakeGitHub, name: str
) -> None:
    """The whole step: a decision is there for each, and no job fails."""
    source = {"pull_request_target": "pull_request", "schedule": "push"}.get(name, name)
    for payload in webhooks[source]:
        runner.event(name, payload)
        runner.variables["GITHUB_REF_NAME"] = "topic"
        code = runner.run()
        assert code == (1 if name == "merge_group" else 0), runner.log
        assert runner.outputs["verdict"] == "continue"
        assert runner.outputs["loop_id"]
        assert "Traceback" not in runner.log
        assert "internal error" not in runner.log
