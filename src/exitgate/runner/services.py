"""What the action asks of the rest of ExitGate, so that it can be wired in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from exitgate.collect import AskChecks
from exitgate.core.decision import Decision
from exitgate.core.history import History
from exitgate.errors import StateError
from exitgate.runner.inputs import Limits

DECISION_FILE = "exitgate-decision.json"
"""In the workspace and not hidden, so that the next step can upload it as it is named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRequest:
    """One decision to make, with every path already found and inside the shared folders."""

    loop_id: str
    responses: tuple[Path, ...] = ()
    task: Path | None = None
    plan: Path | None = None
    tests: tuple[Path, ...] = ()
    repo: Path
    temp: Path | None = None
    base: str = ""
    state: str = "none"
    """A store as the command line writes it: `cache:DIR`, `branch`, `branch:NAME` or `none`."""
    profile: str = ""
    config: Path | None = None
    limits: Limits = Limits()
    run: str = ""
    """`<run id>.<attempt>`: a re-run replaces its iteration and never adds one."""
    iteration: int | None = None
    """The number that whoever started this run expects it to have, where it was told."""
    now: str = ""
    read_only: bool = False
    """The token cannot write, so a state branch can only be read."""
    ask_checks: AskChecks | None = None
    """How GitHub is asked for the checks of a commit, where there is a token."""
    first_word: Callable[[Outcome], None] | None = None
    """Told what is decided before GitHub is asked for anything."""
    refused: tuple[str, ...] = ()
    """Inputs that named nothing usable, in words."""


@dataclass(frozen=True, slots=True)
class Outcome:
    decision: Decision
    history: History = History()
    head: str = ""
    """The commit that was looked at, where the work tree has one."""
    notes: tuple[str, ...] = ()
    """What a person should know: a store that fell back, a configuration left aside."""
    runs: frozenset[str] = frozenset()
    """The runs that the memory holds, `<run id>.<attempt>` each; empty where that is not known."""
    unsaved: StateError | None = None
    """Why the iteration is not remembered. Nothing counts it then, so no other may follow it."""


@dataclass(frozen=True, slots=True)
class Page:
    """Where the reader is: for links to files, lines and runs."""

    repository: str
    server_url: str
    run_url: str
    sha: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A person's comment with a command in it; who wrote it has been checked."""

    loops: tuple[str, ...]
    """The loops that it may be for, the likeliest first; never none."""
    text: str
    by: str
    repo: Path
    temp: Path | None = None
    state: str
    now: str


@dataclass(frozen=True, slots=True)
class Obeyed:
    """What became of the order. `restart` is the iteration to start, where it asks for one."""

    reply: str
    restart: int | None = None
    guidance: str = ""
    loop_id: str = ""
    """The loop that it reached; empty: the one that was likeliest."""
    lost: str = ""
    """Why no later run will see the order, or an empty text."""
    unclear: bool = False
    """Nothing was done: the reply says what could have been meant."""


class Services(Protocol):
    def decide(self, request: GateRequest) -> Outcome: ...

    def decision_json(self, decision: Decision) -> str: ...

    def recall(self, request: GateRequest) -> Outcome:
        """What was last decided about the loop, without deciding anew."""

    def read_decision(self, text: str) -> Decision:
        """Raises InputError for anything that is not a whole, valid decision."""

    def merge_doubts(self, decision: Decision, profile: str, limits: Limits) -> tuple[str, ...]:
        """Why a foreign decision's `merge_ready` is not borne out by its own evidence."""

    def comment(self, outcome: Outcome, marker: str, page: Page) -> str: ...

    def summary(self, outcome: Outcome, page: Page) -> str: ...

    def is_order(self, text: str) -> bool:
        """Does this comment hold a command for us? Asked before anybody's role is."""

    def obey(self, order: Order) -> Obeyed: ...
