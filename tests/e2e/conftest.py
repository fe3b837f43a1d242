"""End to end: `make e2e`. Plain `make test` leaves these out, because they need containers."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

for folder in ("github", "state", "e2e"):
    sys.path.insert(0, str(Path(__file__).parents[1] / folder))

if not os.environ.get("EXITGATE_E2E"):
    collect_ignore_glob = ["test_*.py"]
else:
    from machine import Machine, told
    from world import TOKEN, World

    @pytest.fixture(scope="session")
    def machine() -> Machine:
        return told()

    @pytest.fixture
    def world(machine: Machine, tmp_path: Path) -> Iterator[World]:
        from fake_github import FakeGitHub
        from git_server import Rules, serve
        from npm_data import openapi_file
        from openapi import Description

        described = openapi_file()
        if described is None:
            pytest.skip("npm is missing: GitHub's OpenAPI description cannot be fetched")
        rules = Rules(token=TOKEN)
        with (
            FakeGitHub(Description(described)) as github,
            serve(tmp_path / "server", rules) as git_url,
        ):
            made = World(machine, github, rules, git_url, tmp_path)
            made.found()
            yield made
            assert github.state.breaches == []
