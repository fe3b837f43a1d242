"""A small project in which the commands of the documentation can be run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from people.session import Session
from support import ROOT

DONE = "The discounts work in the checkout. All tasks are complete."
JUNIT = '<testsuite tests="2" failures="0"><testcase classname="shop" name="a"/><testcase classname="shop" name="b"/></testsuite>'
PATIENT = "signals:\n  repeated_signature: { threshold: 5 }\n  same_failures: { threshold: 5 }\n"
RALPH = "Done.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n"
OWN_LINES = (
    {"type": "message", "role": "assistant", "text": "I will run the tests."},
    {"type": "tool_call", "id": "1", "name": "bash", "input": {"command": "make test"}},
    {"type": "tool_result", "id": "1", "output": "12 passed", "is_error": False, "exit_code": 0},
    {"type": "end", "status": "finished"},
)


def make_project(folder: Path) -> Path:
    folder.mkdir()
    (folder / "fix_plan.md").write_text("- [x] add discounts\n- [ ] write the docs\n")
    (folder / "response.md").write_text(RALPH)
    (folder / "patient.yml").write_text(PATIENT)
    (folder / "reports").mkdir()
    (folder / "reports/junit.xml").write_text(JUNIT)
    (folder / "own-lines.jsonl").write_text(lines(*OWN_LINES))
    (folder / "labelled.jsonl").write_text(labelled())
    shutil.copytree(ROOT / "examples", folder / "examples")
    _ralph(folder / ".ralph")
    session = Session(folder / "claude-output.jsonl", folder).asks("Add discounts.")
    session.edits("shop.py").runs("python -m pytest -q", "2 passed in 0.1s").says(DONE)
    (folder / "stop-event.json").write_bytes(session.event())
    subprocess.run(["git", "init", "-q", "-b", "main", folder], check=True)
    return folder


def _ralph(folder: Path) -> None:
    folder.mkdir()
    one = {"status": "IN_PROGRESS", "tasks_completed": 1, "files_modified": 2}
    told = [{"number": n, **one, "exit_decision": "continue"} for n in (1, 2, 3)]
    (folder / ".ralph-session.json").write_text(json.dumps({"iterations": told}))


def labelled() -> str:
    """Forty loops of one iteration: half are done with green tests, half claim it with a red one."""
    records: list[dict[str, Any]] = []
    for number in range(20):
        green, red = {"passed": 9, "failed": 0}, {"passed": 8, "failed": 1}
        records.append({"loop": f"a{number}", "response": DONE, "tests": green, "label": "done"})
        records.append({"loop": f"b{number}", "response": DONE, "tests": red, "label": "rejected"})
    return lines(*records)


def lines(*records: dict[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def environment(programs: Path) -> dict[str, str]:
    """A path on which `exitgate` and an agent are, as after an installation."""
    programs.mkdir()
    _program(programs / "exitgate", f'exec "{sys.executable}" -m exitgate "$@"')
    _program(programs / "run-my-agent", f"echo '{DONE}'")
    python = str(Path(sys.executable).parent)
    path = os.pathsep.join((str(programs), python, os.environ["PATH"]))
    inherited = {
        k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "FORCE_COLOR")
    }
    who = {"NAME": "agent", "EMAIL": "agent@example.org"}
    identity = {f"GIT_{role}_{k}": v for role in ("AUTHOR", "COMMITTER") for k, v in who.items()}
    return {**inherited, **identity, "PATH": path, "LC_ALL": "C.UTF-8"}


def _program(path: Path, body: str) -> None:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
