"""A runner's environment on disk, and a gate that answers what a test tells it to."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from fake_github import REPO

from exitgate.action import run_action
from exitgate.core.circuit import Circuit
from exitgate.core.confidence import Confidence
from exitgate.core.decision import Decision, Verdict
from exitgate.core.history import History
from exitgate.errors import InputError
from exitgate.publish.pace import Pace
from exitgate.runner.inputs import Limits
from exitgate.runner.services import GateRequest, Obeyed, Order, Outcome, Page

SHA = "a" * 40
DECISION = Decision(
    loop_id="pr-7",
    iteration=3,
    verdict=Verdict.CONTINUE,
    reason="work_remains",
    summary="Two plan items are open.",
    confidence=Confidence(41),
    merge_ready=False,
    circuit=Circuit(),
    signature="s1",
    work_summary="",
    evidence=(),
    rules=(),
    guidance="Finish the parser.\nThen run the tests.",
    inputs=(),
    unmeasured=(),
)
COMPLETE = replace(
    DECISION,
    verdict=Verdict.COMPLETE,
    reason="project_complete",
    summary="Done: 12 tests pass.",
    confidence=Confidence(93),
    merge_ready=True,
)


@dataclass
class StandIn:
    """The action's Services with the judging left out."""

    decision: Decision = DECISION
    head: str = ""
    history: History = History()
    requests: list[GateRequest] = field(default_factory=list)
    orders: list[Order] = field(default_factory=list)

    def decide(self, request: GateRequest) -> Outcome:
        self.requests.append(request)
        decision = replace(self.decision, loop_id=request.loop_id)
        return Outcome(decision, self.history, head=self.head)

    def decision_json(self, decision: Decision) -> str:
        return json.dumps({"verdict": decision.verdict, "loop_id": decision.loop_id}) + "\n"

    def recall(self, request: GateRequest) -> Outcome:
        return Outcome(replace(self.decision, loop_id=request.loop_id, merge_ready=False))

    def merge_doubts(self, decision: Decision, profile: str, limits: Limits) -> tuple[str, ...]:
        return ()

    def read_decision(self, text: str) -> Decision:
        try:
            return replace(self.decision, verdict=Verdict(json.loads(text)["verdict"]))
        except (ValueError, KeyError, TypeError) as fault:
            raise InputError("the decision file is not valid") from fault

    def comment(self, outcome: Outcome, marker: str, page: Page) -> str:
        return f"{marker}\n## {outcome.decision.verdict}, iteration {outcome.decision.iteration}"

    def summary(self, outcome: Outcome, page: Page) -> str:
        return f"## {outcome.decision.verdict}\n[run]({page.run_url})"

    def is_order(self, text: str) -> bool:
        return text.startswith("/exitgate ")

    def obey(self, order: Order) -> Obeyed:
        self.orders.append(order)
        return Obeyed("The loop goes on.", restart=4, guidance="try the other way")


@dataclass
class Runner:
    """One step on a runner: folders, event and variables, and what came out of it."""

    folder: Path
    api_url: str
    variables: dict[str, str] = field(default_factory=dict)
    gate: StandIn = field(default_factory=StandIn)
    log: str = ""

    def __post_init__(self) -> None:
        (self.folder / "work").mkdir()
        (self.folder / "temp").mkdir()
        self.variables = {
            "GITHUB_REPOSITORY": REPO,
            "GITHUB_API_URL": self.api_url,
            "GITHUB_WORKSPACE": str(self.folder / "work"),
            "RUNNER_TEMP": str(self.folder / "temp"),
            "GITHUB_OUTPUT": str(self.folder / "output"),
            "GITHUB_STEP_SUMMARY": str(self.folder / "summary"),
            "GITHUB_RUN_ID": "500",
            "GITHUB_RUN_ATTEMPT": "1",
            "GITHUB_WORKFLOW_REF": f"{REPO}/.github/workflows/gate.yml@refs/heads/main",
            "GITHUB_SHA": "c" * 40,
            "INPUT_TOKEN": "ghs_test",
            **self.variables,
        }
        self.event("pull_request", pull_event())

    @property
    def workspace(self) -> Path:
        return self.folder / "work"

    def event(self, name: str, payload: Any) -> None:
        path = self.folder / "event.json"
        path.write_text(json.dumps(payload))
        self.variables |= {"GITHUB_EVENT_NAME": name, "GITHUB_EVENT_PATH": str(path)}

    def run(self, pace: Pace | None = None, **inputs: str) -> int:
        stream = io.StringIO()
        given = {f"INPUT_{name.upper()}": value for name, value in inputs.items()}
        code = run_action({**self.variables, **given}, self.gate, stream=stream, pace=pace)
        self.log = stream.getvalue()
        return code

    @property
    def outputs(self) -> dict[str, str]:
        return parse_outputs((self.folder / "output").read_bytes())

    @property
    def summary(self) -> str:
        return (self.folder / "summary").read_text()


def parse_outputs(data: bytes) -> dict[str, str]:
    """GITHUB_OUTPUT as the runner reads it: a later value replaces an earlier one."""
    values: dict[str, str] = {}
    lines = data.decode().split("\n")
    position = 0
    while position < len(lines) - 1:
        name, _, end = lines[position].partition("<<")
        stop = lines.index(end, position + 1)
        values[name] = "\n".join(lines[position + 1 : stop])
        position = stop + 1
    return values


def pull_event(number: int = 7, head_repo: str = REPO) -> dict[str, Any]:
    return {
        "action": "synchronize",
        "number": number,
        "pull_request": {
            "number": number,
            "state": "open",
            "head": {"sha": SHA, "ref": "agent/work", "repo": {"full_name": head_repo}},
            "base": {"sha": "b" * 40, "ref": "main"},
        },
        "repository": {"full_name": REPO, "default_branch": "main"},
    }
