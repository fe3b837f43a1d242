"""Policy as data: what a profile or an exitgate.yml can set. Checked by `exitgate.config`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from exitgate.core.bounds import Between
from exitgate.core.evidence import Outcome

Percent = Annotated[int, Between(0, 100)]
Count = Annotated[int, Between(1)]
STRICT: dict[str, Any] = {"extra": "forbid", "strict": False, "allow_inf_nan": False}
"""Pydantic reads this from each dataclass: an unknown key is an error, never ignored, and so is a
number that is none or has no end: comparing with it would switch a rule off in silence."""


BOOKKEEPING = (
    ".exitgate/",
    "exitgate-decision.json",
    ".ralph/",
    ".ralph-session.json",
    "*.log",
    "progress.md",
    "progress.txt",
    "status.json",
    ".call_count",
    ".last_reset",
    ".circuit_breaker_state",
    ".circuit_breaker_history",
    ".exit_signals",
)
PLAN_FILES = (
    ".ralph/@fix_plan.md",
    ".ralph/fix_plan.md",
    "@fix_plan.md",
    "fix_plan.md",
    "prd.json",
)
RESPONSE_FILES = (".ralph/last-response.md",)


class Method(StrEnum):
    POINTS = "points"
    ODDS = "odds"


@dataclass(frozen=True, slots=True)
class Part:
    """What one signal's outcome gives (positive) or takes (negative)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    signal: str
    weight: float
    when: Outcome = Outcome.FOUND


@dataclass(frozen=True, slots=True)
class Cap:
    """An upper bound while any of the signals is found, or unless one of them is."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    at_most: Percent
    signals: tuple[str, ...]
    unless_any: bool = False


@dataclass(frozen=True, slots=True)
class ConfidencePolicy:
    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    method: Method = Method.POINTS
    base: float = 0.0
    parts: tuple[Part, ...] = ()
    caps: tuple[Cap, ...] = ()


@dataclass(frozen=True, slots=True)
class Thresholds:
    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    complete_confidence: Percent = 70
    """Confidence from which a completion is believed."""
    merge_confidence: Percent = 80
    """Confidence from which a verified completion is ready to merge."""
    min_confidence: Percent = 70
    """Stated confidence below which the blackbox profile stops."""
    min_completion: Percent = 80
    """Percent of the plan from which the blackbox profile stops."""
    max_errors: Count = 5
    """Errors in one response above which the blackbox profile stops."""
    stagnation_loops: Count | None = None
    """Iterations without progress in the plan: another name of signals.plan_stalled.threshold."""
    consecutive_errors: Count | None = None
    """Failures of the agent itself in a row: another name of signals.agent_failing.threshold."""
    doubtful_claims: Count = 3
    """Claims of completion in a row, none verified, before a person must look."""
    doubtful_below: Percent = 50
    """Confidence under which the doyaken profile doubts a claim."""
    test_only_loops: Count | None = None
    """Iterations that only ran tests: another name of signals.test_saturation.threshold."""


@dataclass(frozen=True, slots=True)
class Budgets:
    """Caps for the whole loop. None: no cap."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    max_iterations: Count | None = None
    """Iterations, this one included."""
    max_runtime: Annotated[float, Between(0)] | None = None
    """Seconds over all iterations; a configuration may write 90m or 2h."""
    max_cost: Annotated[float, Between(0)] | None = None
    """US dollars over all iterations."""
    max_tokens: Count | None = None
    """Tokens over all iterations, where the agent reports them."""


@dataclass(frozen=True, slots=True)
class ProofPolicy:
    """Which signals claim completion, which confirm it, which contradict it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    signalled: tuple[str, ...] = ()
    """An explicit, structured word of the agent that the whole task is done."""
    claimed: tuple[str, ...] = ()
    """The same in prose."""
    confirms_signal: tuple[str, ...] = ()
    """Independent facts of which one must stand behind a structured signal."""
    confirms_claim: tuple[str, ...] = ()
    """Independent facts of which one must stand behind a claim in prose."""
    contradicts: tuple[str, ...] = ()
    """Facts of which none may be found."""
    voids: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What takes a confirmation away: for each such signal, the confirmations it voids."""
    echoes: tuple[str, ...] = ()
    """What a repeated claim sets off by itself: judged as a claim, not as a loop."""
    forbids_merge: tuple[str, ...] = ()
    """Facts that never stop a loop but keep it from being ready to merge."""
    settles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What makes such a fact moot: for each such signal, the facts that no longer forbid."""


@dataclass(frozen=True, slots=True)
class BreakerPolicy:
    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    no_change_half_open: Count = 3
    """Iterations without file changes before the breaker is HALF_OPEN."""
    no_change_open: Count | None = 6
    """Iterations that bring neither file changes nor new results before it is OPEN. None: never."""
    same_error_open: Count = 5
    """Iterations with the same error before the breaker is OPEN."""
    cooldown_minutes: Annotated[float, Between(0)] = 30.0
    """Minutes after which an OPEN breaker lets one iteration try again."""


@dataclass(frozen=True, slots=True)
class Keywords:
    """Extra words for reading agent prose, beside the shipped lists."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    done: tuple[str, ...] = ()
    """Words that count as done."""
    very_high: tuple[str, ...] = ()
    """Words of which one alone counts as done, for the response-analyzer profile."""
    not_done: tuple[str, ...] = ()
    """Words that say that work is left."""
    blocked: tuple[str, ...] = ()
    """Words that say that a person is needed."""
    promise: str = "COMPLETE"
    """What stands between the marks of a completion promise."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what is read, so that no input can exhaust the machine."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    file_bytes: Count = 4_294_967_296
    """Bytes read of one file, unpacked."""
    line_bytes: Count = 33_554_432
    """Bytes read of one line."""
    files: Count = 20_000
    """Files read for one decision."""
    steps: Count = 2_000
    """Newest messages and calls kept of a run; totals count them all."""
    call_chars: Count = 4_000
    """Characters kept of each tool input and output (head and tail)."""
    message_chars: Count = 200_000
    """Characters kept of one message (head and tail), far beyond what an agent says at its end."""
    patch_chars: Count = 4_000_000
    """Characters kept of the diff against the base."""
    depth: Count = 200
    """Nesting of JSON that is still read."""


@dataclass(frozen=True, slots=True)
class VerifyPolicy:
    """Commands that the gate runs itself. Off while there are none: they run the agent's code."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    commands: tuple[str, ...] = ()
    """Shell commands (tests, build, lint), run in order in a clean checkout of the head."""
    restore: tuple[str, ...] = ()
    """Globs of tests, settings and CI files that are put back to the base's version first."""
    reports: tuple[str, ...] = ()
    """Globs of JUnit reports that the commands leave in the checkout."""
    timeout_s: Annotated[float, Between(1)] = 900.0
    """Seconds for one command; then it and all it started are killed."""
    output_bytes: Count = 65_536
    """Bytes kept of the end of each command's output."""
    env: tuple[str, ...] = ()
    """Names of variables to pass on, beside PATH, LANG and the like. Never put a secret here."""


@dataclass(frozen=True, slots=True)
class ChecksPolicy:
    """GitHub's own view of the head commit: its check runs and statuses, read with the token."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT
    read: bool = True
    """Whether the action asks for them when the agent says that it is done."""
    ignore: tuple[str, ...] = ()
    """Globs of check names that say nothing about the work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """A whole profile, checked and complete."""

    name: str
    description: str = ""
    rules: tuple[str, ...] = ()
    signals: Mapping[str, Any] = field(default_factory=dict)
    """The signals that are asked, each with its options."""
    confidence: ConfidencePolicy = ConfidencePolicy()
    thresholds: Thresholds = Thresholds()
    proof: ProofPolicy = ProofPolicy()
    stuck: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each rule about being stuck, the signals that make it fire."""
    budgets: Budgets = Budgets()
    breaker: BreakerPolicy = BreakerPolicy()
    keywords: Keywords = Keywords()
    limits: Limits = Limits()
    ignore: tuple[str, ...] = BOOKKEEPING
    """Globs of bookkeeping files whose change is not progress."""
    plan_files: tuple[str, ...] = PLAN_FILES
    """Where a plan is looked for when none is named."""
    response_files: tuple[str, ...] = RESPONSE_FILES
    """Where the agent's response is looked for when none is named."""
    verify: VerifyPolicy = VerifyPolicy()
    """What the gate runs itself before it believes a claim."""
    checks: ChecksPolicy = ChecksPolicy()
    """How GitHub's own checks count."""
    hook: bool = False
    """Whether `exitgate hook` may act on sessions in this project."""
