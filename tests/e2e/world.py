"""A repository on a small GitHub of its own, whose workflows run for real."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import yaml
from fake_github import REPO, FakeGitHub, Token
from git_server import Rules
from machine import IMAGE, JOB_IMAGE, ROOT, Machine

EXAMPLES = ROOT / "examples"
TOKEN = "ghs_test"
BRANCH = "agent/slugs"
FIRST_RUN = 1000 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) + 500
GATE = "exitgate/exitgate@"
OURS = "<!-- exitgate:loop="
NO_PYTHON = Path(__file__).parent / "actions" / "setup-python"
PLACE = {"repository": {"full_name": REPO, "default_branch": "main"}}
LATER = {
    "name": "What a later step sees",
    "if": "always()",
    "env": {"SEEN": "${{ toJSON(steps) }}", "AGENT": "${{ matrix.agent }}"},
    "run": 'printenv SEEN > "/e2e/seen$AGENT.json"; python3 /e2e/snapshot.py > "/e2e/after$AGENT.txt"',
}
BEFORE = {
    "env": {"AGENT": "${{ matrix.agent }}"},
    "run": 'python3 /e2e/snapshot.py > "/e2e/before$AGENT.txt"',
}
STUBS = {
    "actions/checkout": "checkout",
    "anthropics/claude-code-action": "claude-code-action",
    "actions/upload-artifact": "upload-artifact",
    "actions/download-artifact": "download-artifact",
    "actions/cache": "cache",
}
SETUP_PYTHON = re.search(
    r"uses: (actions/setup-python@\w+)", (ROOT / "composite" / "action.yml").read_text()
)


@dataclass(frozen=True)
class Ran:
    """One workflow run, as its steps and its log tell of it."""

    code: int
    log: str
    steps: dict[str, Any]
    changed: list[str]
    """Lines of the workspace's listing that the gate added, altered or took away."""

    @property
    def outputs(self) -> dict[str, str]:
        found: dict[str, str] = self.steps.get("gate", {}).get("outputs", {})
        return found

    @property
    def verdict(self) -> str:
        return self.outputs.get("verdict", self.log[-6000:])


@dataclass(frozen=True)
class Told:
    """What one run has left in each of the places where people and later steps look."""

    verdict: str
    iteration: int
    comment: str | None
    """Title of the one comment that the gate keeps."""
    status: str | None
    """State of the newest commit status, on the head of the branch."""
    remembered: tuple[int, ...]
    """Iterations of the loop on the state branch."""
    changed: tuple[str, ...] = ("exitgate-decision.json",)
    """All that the gate may add to a workspace; it may change nothing there."""


OUTPUTS = {
    *("should_exit", "confidence", "reason", "verdict", "summary", "merge_ready", "iteration"),
    *("loop_id", "circuit", "signature", "guidance", "comment_url", "decision"),
}


@dataclass
class World:
    machine: Machine
    github: FakeGitHub
    rules: Rules
    git_url: str
    folder: Path
    runs: int = 0
    """How many there were; act names containers after the run, so no two tests share a number."""

    @property
    def bare(self) -> Path:
        return self.folder / "server" / f"{REPO}.git"

    def found(self) -> None:
        """The sample project with every example workflow, and an agent's branch of it."""
        source = self.folder / "source"
        shutil.copytree(EXAMPLES / "samples" / "project", source)
        (source / "PROMPT.md").write_text("Work on the next open item of PLAN.md.\n")
        (source / "AGENTS.md").write_text("End with the status block.\n")
        workflows = source / ".github" / "workflows"
        workflows.mkdir(parents=True)
        for path in sorted((EXAMPLES / "workflows").glob("*.yml")):
            shutil.copy(path, workflows / path.name)
        git(source, "init", "--quiet", "--initial-branch=main")
        git(source, "add", "--all")
        git(source, "commit", "--quiet", "--message=The project")
        git(source, "branch", BRANCH)
        self.bare.parent.mkdir(parents=True)
        git(source, "clone", "--quiet", "--bare", ".", str(self.bare))
        git(self.bare, "config", "http.receivepack", "true")
        self.bare.with_suffix("").symlink_to(self.bare.name)
        self.github.state.pulls.clear()
        self.follow()

    def follow(self, head_repo: str = REPO) -> None:
        """GitHub's pull request 7 is what the branch is now."""
        self.github.add_pull(
            7,
            head_sha=self.sha(BRANCH),
            head_ref=BRANCH,
            head_repo=head_repo,
            base_sha=self.sha("main"),
        )

    def pull_event(self, action: str, **more: Any) -> dict[str, Any]:
        pull = self.github.state.pulls[7]
        head = {"sha": pull.head_sha, "ref": BRANCH, "repo": {"full_name": pull.head_repo}}
        base = {"sha": pull.base_sha, "ref": "main"}
        item = {"number": 7, "state": "open", "head": head, "base": base}
        return {"action": action, "number": 7, "pull_request": item, **PLACE, **more}

    def dispatch_event(self, inputs: dict[str, str]) -> dict[str, Any]:
        return {"inputs": inputs, **PLACE}

    @property
    def comment(self) -> str:
        """The one comment that the gate keeps."""
        ours = [item["body"] for item in self.github.state.comments if OURS in item["body"]]
        assert len(ours) == 1, f"{len(ours)} comments"
        return str(ours[0])

    @property
    def status(self) -> dict[str, Any]:
        return dict(self.github.state.statuses[0])

    def commit_turn(self, story: str, turn: int) -> None:
        """An agent elsewhere has worked on the branch, and left what it said beside its work."""
        work = self.folder / "elsewhere"
        git(self.folder, "clone", "--quiet", "--branch", BRANCH, str(self.bare), str(work))
        output = work / "agent-output" / "run.jsonl"
        output.parent.mkdir(exist_ok=True)
        agent = EXAMPLES / "samples" / "agent.py"
        told = EXAMPLES / "samples" / "stories" / f"{story}.json"
        words = [sys.executable, agent, told, str(turn), "claude", output, work]
        subprocess.run([str(word) for word in words], check=True)
        git(work, "add", "--all")
        git(work, "commit", "--quiet", "--message=The agent's work")
        git(work, "push", "--quiet", "origin", BRANCH)
        shutil.rmtree(work)
        self.follow()

    def limit_token(self, *permissions: str, push: bool) -> None:
        self.github.state.tokens[TOKEN] = Token(permissions=frozenset(permissions))
        self.rules.read_only = not push

    def remembered(self) -> list[str]:
        """Paths on the state branch, where there is one."""
        names = git(self.bare, "branch", "--list", "exitgate-state")
        return (
            git(self.bare, "ls-tree", "-r", "--name-only", "exitgate-state").split()
            if names
            else []
        )

    def told(self, ran: Ran, loop: str = "pr-7") -> Told:
        """Everywhere at once, so that no test can forget to look somewhere."""
        assert ran.outputs, ran.log[-6000:]
        assert OUTPUTS - {"comment_url"} <= set(ran.outputs) <= OUTPUTS
        assert ran.outputs["loop_id"] == loop
        assert ran.outputs["should_exit"] == str(ran.verdict != "continue").lower()
        assert 0 <= int(ran.outputs["confidence"]) <= 100
        spoken = any(OURS in item["body"] for item in self.github.state.comments)
        told = self.github.state.statuses
        assert not told or told[0]["sha"] == self.sha(BRANCH)
        return Told(
            verdict=ran.verdict,
            iteration=int(ran.outputs["iteration"]),
            comment=self.comment.splitlines()[1].rpartition("ExitGate: ")[2] if spoken else None,
            status=told[0]["state"] if told else None,
            remembered=self.iterations(loop),
            changed=tuple(ran.changed),
        )

    def iterations(self, loop: str) -> tuple[int, ...]:
        """As a person asks for them, from a clone."""
        if not self.remembered():
            return ()
        clone = self.folder / f"clone-{self.runs}"
        if not clone.exists():
            git(self.folder, "clone", "--quiet", str(self.bare), str(clone))
        words = ["history", "--export", "--state", "branch", "--loop", loop]
        asked = subprocess.run(
            [sys.executable, "-m", "exitgate", *words],
            cwd=clone,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert asked.returncode == 0, asked.stderr
        return tuple(json.loads(line)["iteration"] for line in asked.stdout.splitlines())

    def sha(self, ref: str) -> str:
        return git(self.bare, "rev-parse", ref)

    def stage(self, name: str = "stage") -> Path:
        """What tests, jobs and steps share; it is /e2e in every container."""
        stage = self.folder / name
        stage.mkdir(exist_ok=True)
        shutil.copy(EXAMPLES / "samples" / "agent.py", stage / "agent.py")
        shutil.copy(Path(__file__).with_name("snapshot.py"), stage / "snapshot.py")
        return stage

    def tell_agent(
        self, story: str, turn: int, name: str = "stage", raw: str | None = None
    ) -> None:
        stage = self.stage(name)
        shutil.copy(EXAMPLES / "samples" / "stories" / f"{story}.json", stage / "story.json")
        (stage / "turn.json").write_text(json.dumps({"turn": turn} | ({"raw": raw} if raw else {})))

    def run(
        self,
        workflow: str,
        event: str,
        payload: dict[str, Any],
        *,
        ref: str = BRANCH,
        stage: str = "stage",
        api: str = "",
        text: str = "",
    ) -> Ran:
        """One run of a workflow by act, on a fresh checkout of a branch."""
        self.runs += 1
        number = FIRST_RUN + self.runs
        runner = self.folder / f"run-{number}"
        work = runner / "app" / "app"
        git(self.folder, "clone", "--quiet", "--branch", ref, str(self.bare), str(work))
        git(work, "remote", "set-url", "origin", f"{self.git_url}/{REPO}")
        spec = runner / workflow
        spec.write_text(text or watched(EXAMPLES / "workflows" / workflow, number))
        (runner / "event.json").write_text(json.dumps(payload))
        (runner / "temp").mkdir()
        shared = self.stage(stage)
        for old in [*shared.glob("seen*"), *shared.glob("before*"), *shared.glob("after*")]:
            old.unlink()
        command = [
            *(str(self.machine.act), event, "--workflows", str(spec)),
            *(
                "--eventpath",
                str(runner / "event.json"),
                "--directory",
                str(work),
                "--bind",
                "--rm",
            ),
            *("--platform", f"ubuntu-latest={JOB_IMAGE}", "--pull=false"),
            *("--container-daemon-socket", "-", "--actor", "octocat"),
            "--container-options",
            f"--network host --volume {shared}:/e2e --volume {runner / 'temp'}:/tmp",
            *self._variables(number, ref, event, payload, api or self.github.url),
            *self._actions(spec),
        ]
        done = subprocess.run(
            command, env=self.machine.variables, capture_output=True, text=True, check=False
        )
        return self._ran(done, shared)

    def _variables(
        self, number: int, ref: str, event: str, payload: dict[str, Any], api: str
    ) -> list[str]:
        values = {
            "GITHUB_REPOSITORY": REPO,
            "GITHUB_API_URL": api,
            "GITHUB_SERVER_URL": self.git_url,
            "GITHUB_RUN_ID": str(number),
            "SHA_REF": self.sha(ref),  # act would ask the workspace, which the agent moves on
        }
        if event in ("workflow_dispatch", "workflow_run", "issue_comment"):
            values |= {"GITHUB_REF": f"refs/heads/{ref}", "GITHUB_REF_NAME": ref}
        words = [word for item in values.items() for word in ("--env", "=".join(item))]
        return [*words, "--secret", f"GITHUB_TOKEN={TOKEN}"]

    def _actions(self, spec: Path) -> list[str]:
        """act takes the actions that a workflow names from this machine."""
        words: list[str] = []
        for step in steps_of(yaml.safe_load(spec.read_text())):
            name, _, ref = step.get("uses", "").partition("@")
            owner = "/".join(name.split("/")[:2])
            if name == "exitgate/exitgate":
                local = released_action(self.folder)
            elif owner == "exitgate/exitgate":
                local = ROOT
                assert SETUP_PYTHON
                words += ["--local-repository", f"{self.git_url}/{SETUP_PYTHON[1]}={NO_PYTHON}"]
            elif owner in STUBS:
                local = Path(__file__).parent / "actions" / STUBS[owner]
            else:
                continue
            words += ["--local-repository", f"{self.git_url}/{owner}@{ref}={local}"]
        return words

    def _ran(self, done: subprocess.CompletedProcess[str], shared: Path) -> Ran:
        steps: dict[str, Any] = {}
        changed: list[str] = []
        for path in sorted(shared.glob("seen*.json")):
            told = json.loads(path.read_text())
            steps |= (
                {path.stem.removeprefix("seen"): told["gate"], **told} if "gate" in told else told
            )
            before, after = (
                set(
                    (shared / f"{name}{path.stem.removeprefix('seen')}.txt")
                    .read_text()
                    .splitlines()
                )
                for name in ("before", "after")
            )
            changed += sorted({line.split()[-1] for line in before ^ after})
        return Ran(done.returncode, done.stdout + done.stderr, steps, changed)


def watched(path: Path, number: int) -> str:
    """The example as people copy it, with a listing before the gate and a look after it."""
    text = path.read_text()
    spec = yaml.safe_load(text)
    spec["on"] = spec.pop(True)
    spec["jobs"] = {f"{name}-{number}": job for name, job in spec["jobs"].items()}
    for job in spec["jobs"].values():
        steps = job["steps"]
        at = next(i for i, step in enumerate(steps) if step.get("uses", "").startswith(GATE))
        steps[at].setdefault("id", "gate")
        job["steps"] = [*steps[:at], BEFORE, steps[at], LATER, *steps[at + 1 :]]
    return yaml.safe_dump(spec, sort_keys=False, width=1000)


def steps_of(spec: dict[Any, Any]) -> list[dict[str, Any]]:
    return [step for job in spec["jobs"].values() for step in job["steps"]]


PINNING = Lock()


def released_action(folder: Path) -> Path:
    """action.yml as a release has it: with the image by name and not by Dockerfile."""
    target = folder / "exitgate"
    with PINNING:  # two runs at once share the folder
        if not target.exists():
            target.mkdir()
            pin = [str(ROOT / ".ci" / "pin-image"), IMAGE, str(target / "action.yml")]
            subprocess.run(pin, check=True)
    return target


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=agent", "-c", "user.email=agent@example.org"]
    done = subprocess.run(
        ["git", *who, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
