"""One description a session, one fake GitHub a test; both are real, neither is a mock."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from fake_github import REPO, FakeGitHub
from npm_data import openapi_file
from openapi import Description
from standin import Runner

from exitgate.publish.client import GitHubClient
from exitgate.publish.pace import Pace


@pytest.fixture(scope="session")
def description() -> Description:
    path = openapi_file()
    if path is None:
        pytest.skip("npm is missing: GitHub's OpenAPI description cannot be fetched")
    return Description(path)


@pytest.fixture
def github(description: Description) -> Iterator[FakeGitHub]:
    """Whatever a test does, both sides must have kept to GitHub's description."""
    with FakeGitHub(description) as fake:
        fake.add_pull(7)
        yield fake
        assert fake.state.breaches == []


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def pace(waits: list[float]) -> Pace:
    """The real rules with a clock that costs no time."""
    return Pace(timeout_s=1, sleep=waits.append)


@pytest.fixture
def client(github: FakeGitHub, pace: Pace) -> GitHubClient:
    return GitHubClient("ghs_test", REPO, github.url, pace)


@pytest.fixture
def runner(tmp_path: Path, github: FakeGitHub) -> Runner:
    return Runner(tmp_path, github.url)
