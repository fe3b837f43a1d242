"""Keeping a loop's memory small: old recordings go first, then old iterations, never the totals."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TypeVar

from exitgate.core.circuit import Circuit
from exitgate.core.history import KEPT_ITERATIONS, IterationRecord
from exitgate.state.plain import to_plain

Number = TypeVar("Number", int, float)

BYTE_BUDGET = 200 * 1024
"""For the iterations of one loop; the rest of the file fits beside it in 256 KB."""

TEXT_LIMIT = 4_000
NAMES_LIMIT = 200
NAME_LIMIT = 300
NUMBER_LIMIT = 10**15


def bounded(record: IterationRecord) -> IterationRecord:
    """The record with nothing in it that could swell the file or poison a sum."""
    failing = record.failing
    if failing is not None:
        failing = tuple(name[:NAME_LIMIT] for name in failing[:NAMES_LIMIT])
    return replace(
        record,
        reason=_clipped(record.reason),
        work=_clipped(record.work),
        signature=_clipped(record.signature),
        error=_clipped_if(record.error),
        message=_clipped(record.message),
        question=_clipped_if(record.question),
        denial=_clipped_if(record.denial),
        agent_error=_clipped_if(record.agent_error),
        failing=failing,
        cost_usd=_sane(record.cost_usd),
        duration_s=_sane(record.duration_s),
        tokens=_sane(record.tokens),
        tasks_completed=_sane(record.tasks_completed),
        files=_sane(record.files),
    )


def compacted(
    recent: tuple[IterationRecord, ...], budget: int = BYTE_BUDGET
) -> tuple[IterationRecord, ...]:
    """The newest iterations that fit, and the newest recordings that fit beside them."""
    kept: list[IterationRecord] = []
    reserved = budget // 4
    room = budget - reserved
    for record in reversed(recent[-KEPT_ITERATIONS:]):
        bare = replace(bounded(record), recording=None)
        size = _size(bare)
        if kept and size > room:
            break
        room -= size
        kept.append(bare)
    return tuple(_with_recordings(recent, tuple(reversed(kept)), room + reserved))


def _with_recordings(
    recent: tuple[IterationRecord, ...], kept: tuple[IterationRecord, ...], room: int
) -> list[IterationRecord]:
    """Give recordings back, newest first, until one does not fit; a gap would not replay."""
    result = list(kept)
    for back in range(1, len(result) + 1):
        recording = recent[-back].recording
        room -= _text_size(recording) if recording else 0
        if room < 0:
            break
        result[-back] = replace(result[-back], recording=recording)
    return result


def shortened(circuit: Circuit) -> Circuit:
    """The breaker with its newest transitions only."""
    newest = circuit.transitions[-KEPT_ITERATIONS:]
    transitions = tuple(replace(one, trigger=one.trigger[:NAME_LIMIT]) for one in newest)
    return replace(circuit, trigger=_clipped_if(circuit.trigger), transitions=transitions)


def _size(record: IterationRecord) -> int:
    plain = to_plain(record)
    assert isinstance(plain, dict)
    # The names, the two hashes and the indentation cost about this much for every field.
    return 300 + sum(len(name) + 12 + _value_size(value) for name, value in plain.items())


def _value_size(value: object) -> int:
    if isinstance(value, list):
        return sum(8 + _value_size(item) for item in value)
    return _text_size(value) if isinstance(value, str) else 24


def _text_size(text: str) -> int:
    """Bytes as JSON; `ascii` escapes at least as long as our encoding does."""
    return len(json.dumps(text))


def _clipped(text: str) -> str:
    return text if len(text) <= TEXT_LIMIT else text[: TEXT_LIMIT - 1] + "…"


def _clipped_if(text: str | None) -> str | None:
    return None if text is None else _clipped(text)


def _sane(value: Number | None) -> Number | None:
    """None for what no iteration can have spent: negative, endless, not a number."""
    return value if value is not None and 0 <= value <= NUMBER_LIMIT else None
