"""Writing recordings: an iteration as one bounded line that `replay` can judge again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from exitgate.core.absence import Missing
from exitgate.core.changes import ChangeSet
from exitgate.core.facts import Facts
from exitgate.core.plan import Plan
from exitgate.core.suite import SuiteRun
from exitgate.core.transcript import EndStatus, Message, Step, ToolCall, Transcript
from exitgate.language.redact import redact

Clean = Callable[[str], str]

RESPONSE_CHARS = 6_000
"""Bound on the response that is kept: enough to judge again, small enough to remember."""
CLEANED_CHARS = 60_000
"""Secrets go before anything is cut, and ten times what is kept holds every one of them whole."""
MESSAGE_CHARS = 4_000
INPUT_CHARS = 600
OUTPUT_CHARS = 400
FEW = 20
NAMED_ITEMS = 30
"""A longer plan keeps its boxes but not its words."""


def line_of(facts: Facts) -> str:
    """This iteration as a recording line, without secrets and without what was not measured."""

    def clean(text: str) -> str:
        return redact(text, facts.masked)

    line = {
        "loop": facts.loop_id,
        "iteration": facts.iteration,
        "at": facts.now,
        "task": clean(facts.task)[:INPUT_CHARS] if isinstance(facts.task, str) else None,
        "response": _response(facts.transcript, clean),
        "plan": _plan(facts.plan, clean),
        "changes": _changes(facts.changes, clean),
        "tests": _tests(facts.tests, clean),
        "exit_code": facts.exit_code,
        "duration_s": facts.usage.duration_s,
        "cost_usd": facts.usage.cost_usd,
    }
    return _json({key: value for key, value in line.items() if value is not None})


def _plan(plan: Plan | Missing, clean: Clean) -> str | None:
    if isinstance(plan, Missing):
        return None
    named = len(plan.required) <= NAMED_ITEMS
    return "\n".join(
        f"- [{'x' if item.done else ' '}] {clean(item.text)[:80] if named else number}"
        for number, item in enumerate(plan.required, start=1)
    )


def _changes(changes: ChangeSet | Missing, clean: Clean) -> dict[str, Any] | None:
    if isinstance(changes, Missing):
        return None
    files = [
        {
            "path": clean(file.path),
            "status": file.status,
            "added": file.added,
            "deleted": file.deleted,
        }
        for file in changes.files[:FEW]
    ]
    # On the base's own branch no files does not mean no change, and must not be read as that.
    is_told = changes.listed and (bool(files) or changes.is_base)
    return {"tree": changes.tree, "files": files} if is_told else {"tree": changes.tree}


def _tests(tests: SuiteRun | Missing, clean: Clean) -> dict[str, Any] | None:
    if isinstance(tests, Missing):
        return None
    if not tests.counts_failures:
        return {"passed": tests.passed, "skipped": tests.skipped}
    return {
        "passed": tests.passed,
        "failed": tests.failed,
        "skipped": tests.skipped,
        "errors": tests.errors,
        "failing": [clean(name) for name in tests.failing[:FEW]],
    }


def _response(transcript: Transcript, clean: Clean) -> str:
    """Plain text as it was; all that is known of more in the neutral format, newest steps first."""
    if not transcript.has_tools:
        near = _clipped(transcript.final_message, CLEANED_CHARS)
        words = _clipped(clean(near), RESPONSE_CHARS)
        if transcript.end is EndStatus.UNKNOWN and not transcript.structured:
            return words
        spoken = [_json({"type": "message", "role": "assistant", "text": words})] if words else []
        return "\n".join([*spoken, *_closing(transcript, clean)])
    kept: list[str] = []
    room = RESPONSE_CHARS
    for index in range(len(transcript.steps) - 1, -1, -1):
        text = "\n".join(_neutral(transcript.steps[index], f"c{index}", clean))
        room -= len(text)
        if room < 0 and kept:
            break
        kept.append(text)
    return "\n".join([*reversed(kept), *_closing(transcript, clean)])


def _closing(transcript: Transcript, clean: Clean) -> list[str]:
    """What no step holds: a structured answer, and how the run ended."""
    end: dict[str, Any] = {"type": "end", "status": transcript.end.value}
    if not transcript.has_tools:
        end["tools"] = False
    if transcript.turns is not None:
        end["turns"] = transcript.turns
    if transcript.end_detail:
        end["detail"] = clean(transcript.end_detail)[:INPUT_CHARS]
    answer = clean(transcript.structured or "")[:MESSAGE_CHARS]
    spoken = {"type": "message", "role": "assistant", "text": answer}
    return [_json(spoken), _json(end)] if answer else [_json(end)]


def _neutral(step: Step, call_id: str, clean: Clean) -> list[str]:
    match step:
        case Message():
            text = _clipped(clean(step.text), MESSAGE_CHARS)
            return [_json({"type": "message", "role": step.role.value, "text": text})]
        case ToolCall():
            call = {"type": "tool_call", "id": call_id, "name": clean(step.name)}
            return [
                _json({**call, "input": _input(clean(step.input))}),
                *_result(step, call_id, clean),
            ]


def _result(call: ToolCall, call_id: str, clean: Clean) -> list[str]:
    if call.output is None:
        return []
    result = {
        "type": "tool_result",
        "id": call_id,
        "output": clean(call.output)[-OUTPUT_CHARS:],
        "is_error": call.is_error,
        "exit_code": call.exit_code,
    }
    return [_json({key: value for key, value in result.items() if value is not None})]


def _input(text: str) -> Any:
    """The input as it was, where that is short enough and still JSON."""
    if len(text) <= INPUT_CHARS:
        try:
            return json.loads(text)
        except ValueError:
            pass
    return {"text": text[:INPUT_CHARS]}


def _clipped(text: str, most: int) -> str:
    """Head and tail: the claim often stands first and the status block last."""
    if len(text) <= most:
        return text
    return f"{text[: most // 2]}\n[...]\n{text[-most // 2 :]}"


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)
