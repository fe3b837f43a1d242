"""examples/local/loop.sh as a person runs it, with a played agent."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support import ROOT

EXAMPLES = ROOT / "examples"
PLAYED = """#!/bin/sh
echo iteration >> "$HEARD"
cat >> "$HEARD"
number=$(grep -c '^iteration$' "$HEARD")
exec "$PYTHON" "$SAMPLES/agent.py" "$SAMPLES/stories/$STORY.json" "$number" claude /dev/stdout
"""


class Looped:
    def __init__(self, folder: Path, story: str) -> None:
        work, agent, self._heard = folder / "work", folder / "agent", folder / "heard.txt"
        shutil.copytree(EXAMPLES / "samples" / "project", work)
        (work / "PROMPT.md").write_text("Work on the next open item of PLAN.md.\n")
        for words in ("init -q -b main", "add .", "commit -qm start"):
            who = ("-c", "user.name=t", "-c", "user.email=t@example.org")
            subprocess.run(["git", *who, *words.split()], cwd=work, check=True)
        agent.write_text(PLAYED)
        agent.chmod(0o755)
        told = {"AGENT": str(agent), "HEARD": str(self._heard), "STORY": story, "PLAN": "PLAN.md"}
        told |= {"PYTHON": sys.executable, "SAMPLES": str(EXAMPLES / "samples")}
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        done = subprocess.run(
            ["sh", str(EXAMPLES / "local" / "loop.sh"), "PROMPT.md"],
            cwd=work, env={**os.environ, **told, "PATH": path},
            capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        self.code, self.shown = done.returncode, done.stdout

    @property
    def prompts(self) -> list[str]:
        return self._heard.read_text().split("iteration\n")[1:]


@pytest.fixture(params=[("complete", 10), ("stuck", 11)], ids=["complete", "stuck"])
def looped(request: pytest.FixtureRequest, tmp_path: Path) -> Looped:
    story, code = request.param
    loop = Looped(tmp_path, story)
    assert loop.code == code, loop.shown
    return loop


def test_it_ends_with_the_verdict_and_accuses_nobody(looped: Looped) -> None:
    assert "tampering" not in looped.shown
    assert "no plan was found" not in looped.shown


def test_each_iteration_hears_what_the_gate_said_of_the_last(looped: Looped) -> None:
    first, *later = looped.prompts
    task = "Work on the next open item of PLAN.md.\n"
    assert first == task
    assert later
    for prompt in later:
        advice = prompt.removeprefix(task).splitlines()[0]
        assert advice
        assert advice[:40] in looped.shown


def test_without_an_agent_it_says_so(tmp_path: Path) -> None:
    words = ["sh", str(EXAMPLES / "local" / "loop.sh")]
    environment = {key: value for key, value in os.environ.items() if key != "AGENT"}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert done.returncode == 64
    assert b"set AGENT" in done.stderr
