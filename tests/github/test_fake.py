"""The fake itself: it catches breaches, and runs as a program for end-to-end scripts."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from fake_github import REPO, FakeGitHub
from openapi import Description

from exitgate.errors import ServiceError
from exitgate.publish.client import Call, GitHubClient
from exitgate.publish.pace import Pace

BREACHES = [
    (Call("GET", "repo/no/such/thing", "x"), "no such operation"),
    (Call("GET", "repo/pulls", "x", query={"colour": "red"}), "unknown query parameter colour"),
    (Call("GET", "repo/pulls", "x", query={"state": "ajar"}), "'ajar' is not one of"),
    (Call("POST", "repo/statuses/" + "a" * 40, "x", body={"state": "fine"}), "'fine'"),
    (Call("POST", "repo/issues/7/comments", "x", body={"text": "x"}), "'body' is a required"),
]


@pytest.mark.parametrize(("call", "word"), BREACHES)
def test_a_breach_of_the_description_is_caught(
    description: Description, pace: Pace, call: Call, word: str
) -> None:
    with FakeGitHub(description) as fake:
        fake.add_pull(7)
        with pytest.raises(ServiceError):
            GitHubClient("ghs_test", REPO, fake.url, pace).send(call)
        assert word in fake.state.breaches[0]


def test_its_own_breaches_are_caught_too(description: Description, pace: Pace) -> None:
    with FakeGitHub(description) as fake:
        fake.add_pull(7, state="half open")
        GitHubClient("ghs_test", REPO, fake.url, pace).send(Call("GET", "repo/pulls/7", "x"))
        assert "response 200: state" in fake.state.breaches[0]


def test_as_a_program(description: Description, tmp_path: Path) -> None:
    kept = tmp_path / "state.json"
    command = [sys.executable, str(Path(__file__).with_name("fake_github.py")), "--port", "0"]
    command += ["--state-file", str(kept), "--pull", "3", "--repo", "my/repo", "--token", "ghs_x"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        fault = json.dumps({"kind": "500", "times": 1}).encode()
        urllib.request.urlopen(f"{url}/_fake/misbehave", fault).read()
        client = GitHubClient("ghs_x", "my/repo", url, Pace(sleep=lambda _: None))
        assert client.send(Call("GET", "repo/pulls/3", "x")).status == 200
        shown = json.loads(urllib.request.urlopen(f"{url}/_fake/state").read())
        server.terminate()
    assert len(shown["requests"]) == 2
    assert json.loads(kept.read_text())["breaches"] == []
