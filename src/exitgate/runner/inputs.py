"""The action's inputs: INPUT_* variables to typed settings, checked once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from exitgate.core.decision import Verdict
from exitgate.errors import UsageError

YES = frozenset({"true", "yes", "on", "1"})
NO = frozenset({"false", "no", "off", "0"})
UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}

INPUT_NAMES = (
    *("agent_output", "task", "plan", "test_reports", "base", "profile", "config", "loop_id"),
    *("state", "state_branch", "state_path", "state_key"),
    *("max_iterations", "max_runtime", "max_cost"),
    *("min_confidence", "fail_on", "comment", "status", "labels", "reviewers", "assignees"),
    *("dispatch", "mode", "decision", "token"),
)
"""Every input, in the order of action.yml."""
Choice = TypeVar("Choice", bound=StrEnum)


class Mode(StrEnum):
    GATE = "gate"
    EVALUATE = "evaluate"
    PUBLISH = "publish"
    COMMAND = "command"


class StateKind(StrEnum):
    BRANCH = "branch"
    CACHE = "cache"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Budgets that override the profile's. None: not given."""

    max_iterations: int | None = None
    max_runtime_s: float | None = None
    max_cost_usd: float | None = None
    min_confidence: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    agent_output: tuple[str, ...] = ()
    task: str = ""
    plan: str = ""
    test_reports: tuple[str, ...] = ()
    base: str = ""
    profile: str = ""
    config: str = ""
    loop_id: str = ""
    state: StateKind = StateKind.BRANCH
    state_branch: str = ""
    state_path: str = ""
    limits: Limits = Limits()
    fail_on: frozenset[Verdict] = frozenset()
    comment: bool = True
    status: str = "exitgate"
    """Context of the commit status; empty: none."""
    labels: bool = False
    reviewers: tuple[str, ...] = ()
    assignees: tuple[str, ...] = ()
    dispatch: str = ""
    mode: Mode = Mode.GATE
    decision: str = ""


def read_inputs(environ: Mapping[str, str]) -> Inputs:
    """All inputs but token and key, which are kept out of every value that may be shown."""
    given = _Given(environ)
    return Inputs(
        agent_output=given.lines("agent_output"),
        task=given.text("task"),
        plan=given.text("plan"),
        test_reports=given.lines("test_reports"),
        base=given.text("base"),
        profile=given.text("profile"),
        config=given.text("config"),
        loop_id=given.text("loop_id"),
        state=given.choice("state", StateKind.BRANCH),
        state_branch=given.text("state_branch"),
        state_path=given.text("state_path"),
        limits=_limits(given),
        fail_on=_fail_on(given),
        comment=given.flag("comment", default=True),
        status=_status(given),
        labels=given.flag("labels", default=False),
        reviewers=given.words("reviewers"),
        assignees=given.words("assignees"),
        dispatch=_dispatch(given),
        mode=given.choice("mode", Mode.GATE),
        decision=given.text("decision"),
    )


def read_token(environ: Mapping[str, str]) -> str:
    return _Given(environ).text("token") or environ.get("GITHUB_TOKEN", "").strip()


def read_state_key(environ: Mapping[str, str]) -> str:
    """The key that signs the state; like the token it is in no value that may be shown."""
    return _Given(environ).text("state_key") or environ.get("EXITGATE_STATE_KEY", "").strip()


class _Given:
    """Reads one input at a time and names it in every complaint."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    def text(self, name: str) -> str:
        upper = name.upper()
        return self._environ.get(
            f"INPUT_{upper}", self._environ.get(f"INPUT_{upper.replace('_', '-')}", "")
        ).strip()

    def lines(self, name: str) -> tuple[str, ...]:
        return tuple(line.strip() for line in self.text(name).splitlines() if line.strip())

    def words(self, name: str) -> tuple[str, ...]:
        return tuple(word for word in re.split(r"[\s,]+", self.text(name)) if word)

    def flag(self, name: str, *, default: bool) -> bool:
        said = self.text(name).lower()
        if not said:
            return default
        if said not in YES | NO:
            raise _bad(name, said, "true or false")
        return said in YES

    def choice(self, name: str, default: Choice) -> Choice:
        said = self.text(name).lower()
        kind = type(default)
        if not said:
            return default
        if said not in set(kind):
            raise _bad(name, said, ", ".join(kind))
        return kind(said)

    def number(self, name: str, *, most: float = 1e12) -> float | None:
        said = self.text(name).lstrip("$").removesuffix("%")
        if not said:
            return None
        if not re.fullmatch(r"\d{1,12}(\.\d{1,9})?", said) or float(said) > most:
            raise _bad(name, said, f"a number from 0 to {most:g}")
        return float(said)


def _limits(given: _Given) -> Limits:
    iterations = given.number("max_iterations")
    confidence = given.number("min_confidence", most=100)
    if iterations is not None and (iterations < 1 or iterations % 1):
        raise _bad("max_iterations", given.text("max_iterations"), "a whole number from 1")
    return Limits(
        max_iterations=None if iterations is None else int(iterations),
        max_runtime_s=_duration(given, "max_runtime"),
        max_cost_usd=given.number("max_cost"),
        min_confidence=None if confidence is None else round(confidence),
    )


def _duration(given: _Given, name: str) -> float | None:
    """`90`, `90s`, `45m`, `6h`, `2d`, or several of them: `1h30m`. A bare number is seconds."""
    said = given.text(name).lower().replace(" ", "")
    if not said:
        return None
    parts = re.findall(r"(\d{1,9}(?:\.\d{1,3})?)([smhd]?)", said)
    if "".join(amount + unit for amount, unit in parts) != said:
        raise _bad(name, said, "a time such as 90s, 45m, 6h or 1h30m")
    return sum(float(amount) * UNITS[unit] for amount, unit in parts)


def _fail_on(given: _Given) -> frozenset[Verdict]:
    names = {word.lower() for word in given.words("fail_on")} - {"none", "never"}
    unknown = names - set(Verdict)
    if unknown:
        raise _bad("fail_on", sorted(unknown)[0], ", ".join(Verdict))
    return frozenset(Verdict(name) for name in names)


def _status(given: _Given) -> str:
    said = given.text("status")
    if not said or said.lower() in YES:
        return "exitgate"
    return "" if said.lower() in NO else said


def _dispatch(given: _Given) -> str:
    """A workflow file or `event:<type>`; it becomes part of an address, so it is checked."""
    said = given.text("dispatch").removeprefix(".github/workflows/")
    if said.lower() in NO:
        return ""
    if said and not re.fullmatch(r"(event:)?[\w.-]{1,100}", said):
        raise _bad("dispatch", said, "a workflow file such as agent.yml, or event:<type>")
    return said


def _bad(name: str, said: str, wanted: str) -> UsageError:
    return UsageError(f"input `{name}` is {said[:80]!r}", hint=f"it takes {wanted}")
