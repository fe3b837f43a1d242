"""Keeping a loop's memory small: old recordings go first, then old iterations, never the totals."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields, replace
from typing import Any

from exitgate.core.circuit import Circuit
from exitgate.core.history import KEPT_ITERATIONS, IterationRecord
from exitgate.state.plain import to_plain

BYTE_BUDGET = 200 * 1024
"""For the iterations of one loop; the rest of the file fits beside it in 256 KB."""

TEXT_LIMIT = 4_000
NAMES_LIMIT = 200
NAME_LIMIT = 300
NUMBER_LIMIT = 10**15


def bounded(record: IterationRecord) -> IterationRecord:
    """The record with nothing in it that could swell the file or poison a sum."""
    changed: dict[str, Any] = {}
    for field in fields(record):
        held = getattr(record, field.name)
        safe = held if field.name == "recording" else _safe(held, field.default)
        if safe is not held:
            changed[field.name] = safe
    return replace(record, **changed) if changed else record


def _safe(held: object, default: object) -> object:
    """A text or list cut to its limit; a number that nothing can have, as its default."""
    if isinstance(held, str):
        return _clipped(held)
    if isinstance(held, tuple):
        is_long = len(held) > NAMES_LIMIT or any(len(name) > NAME_LIMIT for name in held)
        return tuple(name[:NAME_LIMIT] for name in held[:NAMES_LIMIT]) if is_long else held
    if isinstance(held, int | float) and not 0 <= held <= NUMBER_LIMIT:
        return 0 if default is MISSING else default
    return held


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
    trigger = None if circuit.trigger is None else _clipped(circuit.trigger)
    return replace(circuit, trigger=trigger, transitions=transitions)


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
    # An enum is a text too, and must stay the enum that it is.
    return text if len(text) <= TEXT_LIMIT else text[: TEXT_LIMIT - 1] + "…"
