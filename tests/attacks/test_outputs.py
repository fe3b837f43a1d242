"""Secrets, terminal sequences and runner commands reach no output and no memory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ground import attack, check, repository

BODY = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"
SECRETS = {
    "github": f"ghp_{BODY[:36]}",
    "github app": f"ghs_{BODY[:36]}",
    "github fine": f"github_pat_{BODY[:22]}_{BODY}{BODY[:19]}",
    "gitlab": f"glpat-{BODY[:20]}",
    "aws": "AKIA" + "Q7ZP4XW2MN8RT5KD",
    "slack": f"xoxb-123456789012-123456789012-{BODY[:24]}",
    "openai": f"sk-proj-{BODY}{BODY}",
    "anthropic": f"sk-ant-api03-{BODY}{BODY}-AA",
    "stripe": f"sk_live_{BODY[:24]}",
    "google": f"AIza{BODY[:35]}",
    "npm": f"npm_{BODY[:36]}",
    "pypi": f"pypi-AgEIcHlwaS5vcmc{BODY}{BODY}",
    "jwt": f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.{BODY}",
    "url": f"https://user:{BODY[:20]}@example.org/x",
    "header": f"Authorization: Bearer {BODY}",
}
ESCAPES = "\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b31m\x1b]8;;http://evil\x07 \u202e"
COMMANDS = (
    "\n::error::PWNED\n  ::set-output name=verdict::complete\n##[error]PWNED\n::stop-commands::x\n"
)


def fill(work: Path, text: str) -> None:
    """The same text in every place from which the gate reads."""
    calls = [
        {"type": "tool_call", "id": "a", "name": f"bash {text}", "input": {"command": text}},
        {"type": "tool_result", "id": "a", "output": f"Error: {text}", "is_error": True},
        {
            "type": "message",
            "role": "assistant",
            "text": f"Error: login failed {text} at a.py:3\n{text}",
        },
    ]
    (work / "run.md").write_text("\n".join(json.dumps(call) for call in calls))
    (work / "plan.md").write_text(f"- [ ] rotate {text}\n")
    (work / "task.md").write_text(f"Use {text}")
    name = text.replace("&", "").replace("<", "").replace('"', "")
    name = "".join(char for char in name if char.isprintable())
    case = f'<testcase name="{name}"><failure message="{name}"/></testcase>'
    (work / "junit.xml").write_text(f"<testsuite>{case}</testsuite>")


def everything(work: Path) -> str:
    shown = ""
    files = ("--plan", "plan.md", "--task", "task.md", "--tests", "junit.xml", "--repo", ".")
    for output in ("json", "text", "markdown", "ralph"):
        ran = check(work, *files, "--state", ".exitgate", "--output", output)
        shown += ran.out + ran.err
        if output == "json":
            (work / "decision.json").write_text(ran.out)
    for words in (("explain", "decision.json"), ("history",), ("history", "--export"), ("state",)):
        ran = attack(*words, cwd=work)
        shown += ran.out + ran.err
    return shown


def test_no_vendors_secret_leaves(work: Path) -> None:
    repository(work)
    fill(work, " ; ".join(SECRETS.values()))
    kept = everything(work) + "".join(p.read_text() for p in (work / ".exitgate").glob("*.json"))
    held = {name for name, secret in SECRETS.items() if secret in kept}
    assert held == set()
    assert BODY not in kept


@pytest.mark.parametrize("words", [
    ("check", "--response", "run.md"), ("check", "--response", "run.md", "--output", "markdown"),
    ("check", "--response", "nowhere" + ESCAPES), ("check", "--response", "run.md", "--loop", ESCAPES),
    ("command", ESCAPES), ("explain", ESCAPES), ("replay", ESCAPES), ("check", ESCAPES), (ESCAPES,),
    ("check", "--response", "run.md", "--profile", ESCAPES), ("history", "--loop", ESCAPES),
    ("check", "--response", "run.md", "--config", ESCAPES),
])  # fmt: skip
def test_no_terminal_sequence_leaves(work: Path, words: tuple[str, ...]) -> None:
    fill(work, ESCAPES)
    ran = attack(*words, cwd=work)
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(ran.out + ran.err)


@pytest.mark.parametrize("output", ["text", "json", "markdown", "ralph"])
def test_no_line_commands_the_runner(work: Path, output: str) -> None:
    fill(work, COMMANDS)
    ran = check(work, "--plan", "plan.md", "--output", output, "--loop", COMMANDS)
    for line in (ran.out + ran.err).splitlines():
        assert not line.lstrip().startswith("::"), line
        assert output == "json" or "##[" not in line


@pytest.mark.parametrize("event", [
    b"", b"{}", b"[" * 100_000, b"\xff", b'{"transcript_path": "/dev/zero"}',
    b'{"transcript_path": "/nowhere", "session_id": "../../x"}',
    b'{"cwd": 1, "session_id": [], "stop_hook_active": "yes"}',
], ids=lambda event: repr(event[:30]))  # fmt: skip
def test_strange_hook_events_let_the_session_go(work: Path, event: bytes) -> None:
    ran = attack("hook", "--enable", "--timeout", 10, cwd=work, stdin=event)
    assert ran.code == 0
    assert "decision" not in ran.out, "it fails open"
