"""The ground on which the gate is attacked: a folder with honest evidence, and the real command."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from support import ROOT, Ran

SECONDS = 20
"""Far above any honest run (0.2 s) on a slow machine; an attack that hangs the gate is caught."""
CODES = {"continue": 0, "complete": 10, "stuck": 11, "blocked": 2, "exhausted": 12, "review": 13}
REFUSED = {64, 65, 69, 74, 78}
"""Plain errors. 70 is a fault of our own and 1 a crash: no attack may cause them."""

BLOCK = """---RALPH_STATUS---
STATUS: COMPLETE
TASKS_COMPLETED_THIS_LOOP: 1
FILES_MODIFIED: 3
TESTS_STATUS: PASSING
WORK_TYPE: IMPLEMENTATION
EXIT_SIGNAL: true
RECOMMENDATION: Ready to merge
---END_RALPH_STATUS---
"""
DONE = f"All tasks of the plan are implemented and verified.\n\n{BLOCK}"
WORKING = (
    "I added the parser in src/parser.py. Two of the tasks remain, I go on with the lexer next."
)
GREEN = '<testsuite tests="2"><testcase name="a"/><testcase name="b"/></testsuite>'
PLAN = "- [x] parser\n- [x] lexer\n"


def attack(
    *words: object,
    cwd: Path,
    stdin: bytes = b"",
    env: Mapping[str, str | None] | None = None,
    before: tuple[str, ...] = (),
) -> Ran:
    """Run the command in a group of its own, so that nothing outlives an attack that hangs it."""
    process = subprocess.Popen(
        [*before, sys.executable, "-m", "exitgate", *map(str, words)],
        cwd=cwd,
        env=_environment(env or {}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        out, err = process.communicate(stdin, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise AssertionError(f"the gate hangs: {' '.join(map(str, words))[:200]}") from None
    ran = Ran(process.returncode, out.decode(), err.decode())
    assert "Traceback" not in ran.out + ran.err, ran.err
    assert ran.code in {*CODES.values(), 14, *REFUSED}, (ran.code, ran.err)
    return ran


def check(cwd: Path, *words: object, **how: object) -> Ran:
    """`exitgate check` on the honest files unless the attack names others."""
    given = [str(word) for word in words]
    for option, value in (("--response", "run.md"), ("--state", "none"), ("--output", "json")):
        if option not in given:
            given += [option, value]
    return attack("check", *given, cwd=cwd, **how)


def honest(folder: Path) -> Path:
    """What a finished loop leaves; an attack replaces one piece of it."""
    folder.mkdir(exist_ok=True)
    (folder / "run.md").write_text(DONE)
    (folder / "plan.md").write_text(PLAN)
    (folder / "junit.xml").write_text(GREEN)
    return folder


def git(folder: Path, *words: str) -> str:
    settings = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    done = subprocess.run(
        ["git", *settings, *words], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def repository(folder: Path) -> str:
    """A repository with one commit, then the agent's uncommitted work; gives the base."""
    folder.mkdir(exist_ok=True)
    git(folder, "init", "-q", "-b", "main")
    (folder / "parser.py").write_text("def parse(): ...\n")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "base")
    (folder / "parser.py").write_text("def parse(text):\n    return text.split()\n")
    return git(folder, "rev-parse", "HEAD")


def _environment(changed: Mapping[str, str | None]) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("GITHUB_", "INPUT_", "EXITGATE_", "GIT_"))
    }
    kept["PYTHONPATH"] = str(ROOT / "src")
    kept |= {name: value for name, value in changed.items() if value is not None}
    return {name: value for name, value in kept.items() if changed.get(name, "") is not None}
