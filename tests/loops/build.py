"""Loops written down as data become Facts here, iteration by iteration."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from exitgate.core.absence import Missing
from exitgate.core.breaker import advance
from exitgate.core.changes import ChangeSet, FileChange
from exitgate.core.circuit import Circuit, CircuitState
from exitgate.core.evidence import Evidence
from exitgate.core.facts import Facts
from exitgate.core.history import History
from exitgate.core.plan import Plan, PlanItem
from exitgate.core.policy import BreakerPolicy
from exitgate.core.reading import BlockStyle, Reading, StatusBlock
from exitgate.core.suite import SuiteRun
from exitgate.core.transcript import (
    CallKind,
    Counts,
    EndStatus,
    Message,
    Role,
    Step,
    ToolCall,
    Transcript,
)
from exitgate.core.trend import observe
from exitgate.language.record import record_of

STUCK_SIGNALS = (
    "repeated_signature",
    "repeated_error",
    "repeated_tree",
    "same_failures",
    "repeated_message",
    "same_trouble",
    "run_loop",
    "idle",
    "repeated_question",
    "repeated_denial",
    "agent_failing",
    "plan_stalled",
    "test_saturation",
)
WARNINGS = ("no_change", "output_declining")
Case = Mapping[str, Any]


@dataclass(frozen=True)
class Judged:
    """One iteration with everything the loop signals say of it."""

    facts: Facts
    evidence: dict[str, Evidence]
    circuit: Circuit

    @property
    def found(self) -> set[str]:
        return {name for name, seen in self.evidence.items() if seen.is_found}

    @property
    def is_stuck(self) -> bool:
        return bool(self.found & set(STUCK_SIGNALS)) or self.circuit.state is CircuitState.OPEN


def steps_of(data: list[Any]) -> Iterator[Step]:
    for entry in data:
        if isinstance(entry, dict):
            for turn in range(entry["repeat"]):
                yield from steps_of([_numbered(step, turn) for step in entry["steps"]])
        else:
            yield _step(entry)


def _numbered(step: list[Any], turn: int) -> list[Any]:
    return [part.replace("{i}", str(turn)) if isinstance(part, str) else part for part in step]


def _step(entry: list[Any]) -> Step:
    match entry:
        case ["say", text]:
            return Message(Role.ASSISTANT, text)
        case ["user", text]:
            return Message(Role.USER, text)
        case ["run", command, output, *code]:
            given = f'{{"command": "{command}"}}'
            exit_code = code[0] if code else None
            return ToolCall(
                "bash", CallKind.RUN, given, output, exit_code=exit_code, command=command
            )
        case [("edit" | "read" | "search") as kind, path, given, output, *failed]:
            is_error = failed[0] if failed else False
            return ToolCall(
                kind, CallKind(kind), f"{path} {given}", output, is_error=is_error, paths=(path,)
            )
        case ["finish"]:
            return ToolCall("finish", CallKind.FINISH, "{}", "")
    raise AssertionError(f"no such step: {entry}")


def transcript_of(case: Case) -> Transcript:
    steps = tuple(steps_of(case.get("steps", [])))
    calls = [step for step in steps if isinstance(step, ToolCall)]
    edits = {path for call in calls if call.kind is CallKind.EDIT for path in call.paths}
    return Transcript(
        format=case.get("format", "exitgate" if steps else "text"),
        steps=steps or ((Message(Role.ASSISTANT, case["says"]),) if case.get("says") else ()),
        final_message=case.get("says", ""),
        end=EndStatus(case.get("end", "unknown")),
        end_detail=case.get("end_detail", ""),
        denials=tuple(case.get("denials", ())),
        edits=tuple(case.get("edits", sorted(edits))),
        turns=case.get("turns"),
        counts=Counts(tool_calls=len(calls)),
    )


def facts_of(case: Case, number: int, history: History, circuit: Circuit) -> Facts:
    facts = Facts(
        loop_id="loop",
        iteration=number,
        now=case.get("at"),
        transcript=transcript_of(case),
        changes=_changes(case),
        tests=_tests(case),
        plan=_plan(case),
        exit_code=case.get("exit_code"),
        history=history,
        circuit=circuit,
        reading=_reading(case),
    )
    return replace(facts, current=record_of(facts))


def _changes(case: Case) -> ChangeSet | Missing:
    if "tree" not in case and "files" not in case:
        return Missing("no repository was given")
    files = tuple(FileChange(path, status) for path, status in case.get("files", []))
    return ChangeSet(tree=case.get("tree"), files=files, listed="files" in case)


def _tests(case: Case) -> SuiteRun | Missing:
    if "failing" not in case:
        return Missing("no test report was given")
    failing = tuple(case["failing"])
    failed = case.get("failed", len(failing))
    return SuiteRun(case.get("passed", 10), failed=failed, failing=failing)


def _plan(case: Case) -> Plan | Missing:
    if "plan" not in case:
        return Missing("no plan was found")
    done, total = case["plan"]
    return Plan(tuple(PlanItem(f"item {n}", n < done) for n in range(total)))


def _reading(case: Case) -> Reading:
    block = case.get("block")
    return Reading(
        questions=tuple(case.get("asks", ())),
        test_only=case.get("test_only", False),
        block=StatusBlock(style=BlockStyle.RALPH, **block) if block else None,
    )


def check_all(facts: Facts, options: Mapping[str, Any] | None = None) -> dict[str, Evidence]:
    seen: dict[str, Evidence] = {}
    for name in (*STUCK_SIGNALS, *WARNINGS):
        signal = import_module(f"exitgate.signals.{name}").SIGNAL
        chosen = (options or {}).get(name) or signal.options()
        seen[name] = signal.check(facts, chosen)
    return seen


def play(iterations: list[Case], options: Mapping[str, Any] | None = None) -> list[Judged]:
    """The whole loop, remembered from one iteration to the next."""
    history, circuit = History(), Circuit()
    judged: list[Judged] = []
    for number, case in enumerate(expand(iterations), start=1):
        facts = facts_of(case, number, history, circuit)
        circuit = advance(circuit, observe(facts), BreakerPolicy())
        judged.append(Judged(facts, check_all(facts, options), circuit))
        history = history.plus(facts.current)
    return judged


def expand(iterations: list[Case]) -> Iterator[Case]:
    """`times` writes one iteration down once for several; `{n}` in its words is the number."""
    for case in iterations:
        written = json.dumps(case)
        for turn in range(case.get("times", 1)):
            yield json.loads(written.replace("{n}", str(turn)))
