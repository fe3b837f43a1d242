"""The other doors: settings, hook events, webhook payloads, and what git prints."""

from __future__ import annotations

import io
import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from exitgate.config import load_policy
from exitgate.core.absence import Missing
from exitgate.core.changes import ChangeSet
from exitgate.core.policy import Limits
from exitgate.errors import ConfigError, ExitGateError, InputError
from exitgate.hook.event import read_event
from exitgate.hook.turn import find_turn
from exitgate.ingest.git_changes import read_changes
from exitgate.runner.events import read_subject

SETTINGS = (
    "profile", "extends", "thresholds", "budgets", "weights", "signals", "rules", "keywords", "verify",
    "max_iterations", "commands", "restore", "merge_confidence", "min_confidence", "limits", "bookkeeping",
    "timeout_s", "env", "circuit", "loop", "confidence", "standard", "ralph", "x",
)  # fmt: skip
EVENTS = (
    "push", "pull_request", "pull_request_target", "workflow_run", "issue_comment", "merge_group",
    "workflow_dispatch", "repository_dispatch", "schedule", "", "no-such-event",
)  # fmt: skip
FIELDS = (
    "pull_request", "number", "head", "base", "ref", "sha", "repo", "full_name", "fork", "issue", "comment",
    "body", "user", "login", "type", "workflow_run", "pull_requests", "head_sha", "head_branch", "merge_group",
    "base_sha", "head_ref", "inputs", "client_payload", "loop_id", "before", "after", "commits", "repository",
    "session_id", "transcript_path", "cwd", "stop_hook_active", "hook_event_name", "message", "content",
)  # fmt: skip


def told(error: ExitGateError) -> None:
    assert str(error), "an error says what is wrong"


def nested(keys: tuple[str, ...]) -> st.SearchStrategy[object]:
    leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
    return st.recursive(
        leaves,
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(keys), inner, max_size=6)
        ),
        max_leaves=20,
    )


@given(st.dictionaries(st.sampled_from(SETTINGS), nested(SETTINGS), max_size=5))
def test_any_settings_give_a_policy_or_say_what_is_wrong(data: dict[str, object]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "exitgate.yml"
        path.write_text(yaml.safe_dump(data, allow_unicode=True), "utf-8", "replace")
        try:
            load_policy(path)
        except ConfigError as error:
            told(error)


@given(st.binary(max_size=300) | nested(FIELDS).map(lambda value: json.dumps(value).encode()))
@example(b'{"cwd": "\\u0000"}')
def test_any_hook_event(data: bytes) -> None:
    try:
        read_event(io.BytesIO(data))
    except InputError as error:
        told(error)


@given(st.lists(nested(FIELDS).map(json.dumps) | st.text(max_size=40), max_size=6))
def test_any_transcript_has_a_newest_turn(lines: list[str]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        path.write_text("\n".join(lines), "utf-8", "replace")
        try:
            find_turn(path)
        except ExitGateError as error:
            told(error)


@given(
    st.sampled_from(EVENTS),
    st.dictionaries(st.sampled_from(FIELDS), nested(FIELDS), max_size=5),
    st.dictionaries(
        st.sampled_from(("GITHUB_REF", "GITHUB_SHA", "GITHUB_HEAD_REF", "GITHUB_REF_NAME")),
        st.text(max_size=20),
    ),
)
def test_any_webhook_has_a_subject(
    event: str, payload: dict[str, object], environ: dict[str, str]
) -> None:
    try:
        first = read_subject(event, payload, environ)
    except ExitGateError as error:
        told(error)
        return
    assert first == read_subject(event, payload, environ)


NAMES = st.text(
    st.characters(exclude_characters="/\0", exclude_categories=("Cs",)), min_size=1, max_size=12
).filter(lambda name: name not in {".", "..", ".git"} and len(name.encode()) < 200)


@given(st.dictionaries(NAMES, st.binary(max_size=60), min_size=1, max_size=3), NAMES)
def test_any_file_names_and_content_in_a_repository(files: dict[str, bytes], other: str) -> None:
    """What git prints about them is read back whole: each new file once, under its own name."""
    with TemporaryDirectory() as folder:
        repo = Path(folder)
        subprocess.run(["git", "init", "-q", folder], check=True)
        for name, data in files.items():
            (repo / name).write_bytes(data)
        found = read_changes(repo, base=None, ignore=(other,), limits=Limits())
    assert isinstance(found, ChangeSet | Missing)
    if isinstance(found, ChangeSet):
        assert len(found.files) == len({file.path for file in found.files})
        assert len(found.files) <= len(files)
