"""A decision read from a file that may come from anywhere: checked field by field."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from exitgate.core.circuit import Circuit, CircuitState
from exitgate.core.confidence import Confidence, ConfidencePart
from exitgate.core.decision import Decision, InputFile, RuleTrace, Verdict
from exitgate.core.evidence import Evidence, Outcome
from exitgate.core.verification import CheckedClaim, Matter, Standing
from exitgate.errors import InputError
from exitgate.report.as_json import SCHEMA_ID

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

LARGEST_DECISION = 16_777_216
LARGEST_COUNT = 2**53 - 1
REASON_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")


def decision_from_json(text: str, where: str = "decision") -> Decision:
    """The decision, or an InputError that names the first field at fault."""
    if len(text) > LARGEST_DECISION:
        raise InputError(f"{where}: larger than {LARGEST_DECISION} characters")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{where}: not JSON ({str(error)[:80]})", hint="`check --output json` prints one"
        ) from None
    return _decision(_Fields.of(found, where))


def _decision(read: _Fields) -> Decision:
    if read.text("schema") != SCHEMA_ID:
        raise read.wrong("schema", f"must be {SCHEMA_ID}")
    verdict = read.choice("verdict", Verdict)
    if read.flag("should_exit") is not verdict.should_exit:
        raise read.wrong("should_exit", f"does not fit the verdict {verdict.value}")
    decision = Decision(
        loop_id=read.text("loop_id"),
        iteration=read.count("iteration"),
        verdict=verdict,
        reason=read.word("reason"),
        summary=read.text("summary"),
        confidence=Confidence(
            read.count("confidence", at_most=100), read.each("confidence_parts", _part)
        ),
        merge_ready=read.flag("merge_ready"),
        circuit=_circuit(_Fields.of(read.take("circuit"), f"{read.where}.circuit")),
        signature=read.text("signature"),
        work_summary=read.text("work_summary"),
        evidence=read.each("evidence", _evidence),
        rules=read.each("rules", _rule),
        guidance=read.text("guidance"),
        inputs=read.each("inputs", _input),
        unmeasured=read.texts("unmeasured"),
        # Decisions written before claims were listed have none.
        claims=read.each("claims", _claim) if "claims" in read.values else (),
    )
    read.nothing_left()
    if decision.merge_ready and decision.verdict is not Verdict.COMPLETE:
        raise read.wrong("merge_ready", f"cannot be true for {decision.verdict.value}")
    return decision


def _part(read: _Fields) -> ConfidencePart:
    return ConfidencePart(read.text("signal"), read.number("points"), read.text("because"))


def _circuit(read: _Fields) -> Circuit:
    circuit = Circuit(
        read.choice("state", CircuitState), read.text_or_none("since"), read.text_or_none("trigger")
    )
    read.nothing_left()
    return circuit


def _evidence(read: _Fields) -> Evidence:
    strength = read.number("strength")
    if not 0.0 <= strength <= 1.0:
        raise read.wrong("strength", "must be from 0 to 1")
    outcome = read.choice("outcome", Outcome)
    return Evidence(
        read.text("signal"), outcome, strength, read.text("headline"), read.texts("refs")
    )


def _claim(read: _Fields) -> CheckedClaim:
    return CheckedClaim(
        text=read.text("claim"),
        about=read.choice("about", Matter),
        standing=read.choice("outcome", Standing),
        because=read.text("because"),
        refs=read.texts("refs"),
    )


def _rule(read: _Fields) -> RuleTrace:
    return RuleTrace(read.text("rule"), read.flag("fired"), read.text("because"))


def _input(read: _Fields) -> InputFile:
    return InputFile(
        path=read.text("path"),
        format=read.text("format"),
        messages=read.count("messages"),
        tool_calls=read.count("tool_calls"),
        bytes=read.count("bytes"),
        unreadable=read.count("unreadable"),
    )


@dataclass(frozen=True, slots=True)
class _Fields:
    """One JSON object, emptied field by field so that what is left over is known."""

    values: dict[str, object]
    where: str

    @classmethod
    def of(cls, value: object, where: str) -> _Fields:
        if not isinstance(value, dict):
            raise InputError(f"{where}: must be an object")
        return cls(dict(value), where)

    def wrong(self, name: str, why: str) -> InputError:
        return InputError(f"{self.where}.{name}: {why}")

    def take(self, name: str) -> object:
        if name not in self.values:
            raise self.wrong(name, "is missing")
        return self.values.pop(name)

    def text(self, name: str) -> str:
        value = self.take(name)
        if not isinstance(value, str):
            raise self.wrong(name, "must be text")
        return value

    def text_or_none(self, name: str) -> str | None:
        if self.values.get(name, "") is None:
            self.values.pop(name)
            return None
        return self.text(name)

    def flag(self, name: str) -> bool:
        value = self.take(name)
        if not isinstance(value, bool):
            raise self.wrong(name, "must be true or false")
        return value

    def count(self, name: str, at_most: int = LARGEST_COUNT) -> int:
        value = self.take(name)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= at_most:
            raise self.wrong(name, f"must be a whole number from 0 to {at_most}")
        return value

    def number(self, name: str) -> float:
        value = self.take(name)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self.wrong(name, "must be a number")
        if not abs(value) <= LARGEST_COUNT:  # so that NaN, which fits no bounds, is refused too
            raise self.wrong(name, "is no number that can be used")
        return float(value)

    def word(self, name: str) -> str:
        value = self.text(name)
        if set(value) - REASON_LETTERS:
            raise self.wrong(name, "must be a code of small letters, digits and underscores")
        return value

    def choice(self, name: str, kind: type[E]) -> E:
        value = self.text(name)
        known = [item.value for item in kind]
        if value not in known:
            raise self.wrong(name, f"must be one of {', '.join(known)}")
        return kind(value)

    def items(self, name: str) -> list[object]:
        value = self.take(name)
        if not isinstance(value, list):
            raise self.wrong(name, "must be a list")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        values = self.items(name)
        if not all(isinstance(value, str) for value in values):
            raise self.wrong(name, "must be a list of texts")
        return tuple(str(value) for value in values)

    def each(self, name: str, read: Callable[[_Fields], T]) -> tuple[T, ...]:
        found: list[T] = []
        for index, value in enumerate(self.items(name)):
            fields = _Fields.of(value, f"{self.where}.{name}[{index}]")
            found.append(read(fields))
            fields.nothing_left()
        return tuple(found)

    def nothing_left(self) -> None:
        if self.values:
            raise self.wrong(sorted(self.values)[0][:80], "is not a known field")
