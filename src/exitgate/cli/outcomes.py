"""Outcomes that stand in no recording: from a file, or from what became of the pull requests."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from exitgate.cli import common
from exitgate.errors import InputError, UsageError
from exitgate.measure.known import Known, known_of

EXAMPLE = '{"pr-42": "merged"}'
REPOSITORY = re.compile(r"[\w.-]{1,100}/[\w.-]{1,100}", re.ASCII)
API = "https://api.github.com"


def from_file(path: Path | None) -> Mapping[str, Known]:
    if path is None:
        return {}
    try:
        data = json.loads(common.read_file(path))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not JSON: {error}", hint=EXAMPLE) from None
    if not isinstance(data, dict):
        raise InputError(f"{path}: not an object", hint=EXAMPLE)
    return _known(data)


def from_github(repository: str | None, loops: Iterable[str]) -> Mapping[str, Known]:
    """Asked only about loops that nothing else tells of; an open pull request tells nothing."""
    wanted = sorted(set(loops))
    if repository is None or not wanted:
        return {}
    from exitgate.publish.client import GitHubClient
    from exitgate.publish.outcomes import pull_outcomes

    api_url = os.environ.get("GITHUB_API_URL") or API
    return _known(pull_outcomes(GitHubClient(_token(), repository, api_url), wanted))


def checked_repository(repository: str | None) -> str | None:
    if repository is not None and not REPOSITORY.fullmatch(repository):
        raise UsageError("--from-github: not OWNER/REPO", hint="e.g. --from-github octo/app")
    if repository is not None:
        _token()
    return repository


def _token() -> str:
    token = os.environ.get("GITHUB_TOKEN") or os.environ.get("GH_TOKEN") or ""
    if not token.strip():
        raise UsageError(
            "--from-github: no token to ask GitHub with",
            hint="set GITHUB_TOKEN; it needs to read pull requests",
        )
    return token.strip()


def _known(words: Mapping[str, object]) -> Mapping[str, Known]:
    known = {loop: known_of(label) for loop, label in words.items()}
    return {loop: value for loop, value in known.items() if value is not None}
