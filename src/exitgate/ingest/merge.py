"""Several files of one iteration as one transcript."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exitgate.core.policy import Limits
from exitgate.core.transcript import Counts, Step, Transcript


def merge(named: Sequence[tuple[str, Transcript]], limits: Limits) -> Transcript:
    """By time where every file tells it, else by path.

    How the run ended and what was said last is taken from files that record the agent's work;
    a text beside them is a by-product.
    """
    parts = _distinct(_in_order(named))
    if len(parts) < 2:
        return parts[0] if parts else Transcript()
    main = [part for part in parts if part.has_tools] or parts
    last = main[-1]
    steps = _steps(parts)
    dropped = max(0, len(steps) - limits.steps)
    note = (f"{dropped} older steps of the run were counted but not kept",) if dropped else ()
    return replace(
        last,
        steps=steps[dropped:],
        final_message=next((p.final_message for p in reversed(main) if p.final_message), ""),
        end_detail=last.end_detail,
        turns=_sum([part.turns for part in parts]),
        cost_usd=_total([part.cost_usd for part in parts]),
        tokens=_sum([part.tokens for part in parts]),
        duration_s=_total([part.duration_s for part in parts]),
        denials=tuple(denial for part in parts for denial in part.denials),
        edits=tuple(sorted({path for part in parts for path in part.edits})),
        changed_files=_sum([part.changed_files for part in parts]),
        changed_lines=_sum([part.changed_lines for part in parts]),
        subagents=sum(part.subagents for part in parts),
        structured=next((p.structured for p in reversed(parts) if p.structured), None),
        prompt=next((part.prompt for part in parts if part.prompt), ""),
        counts=_counts(parts),
        cut=tuple(dict.fromkeys([*(line for part in parts for line in part.cut), *note])),
    )


def _in_order(named: Sequence[tuple[str, Transcript]]) -> list[Transcript]:
    by_path = [part for _, part in sorted(named, key=lambda pair: pair[0])]
    starts = [_start(part) for part in by_path]
    if any(start is None for start in starts):
        return by_path
    return [
        part
        for _, part in sorted(zip(starts, by_path, strict=True), key=lambda pair: pair[0] or "")
    ]


def _distinct(parts: list[Transcript]) -> list[Transcript]:
    """The same run kept twice, as a stream and as an execution file, is one run."""
    kept: list[Transcript] = []
    for part in parts:
        if not part.calls or all(part.steps != other.steps for other in kept):
            kept.append(part)
    return kept


def _start(part: Transcript) -> str | None:
    return min((step.at for step in part.steps if step.at), default=None)


def _steps(parts: list[Transcript]) -> tuple[Step, ...]:
    steps = [step for part in parts for step in part.steps]
    if all(step.at for step in steps):
        steps.sort(key=lambda step: step.at or "")
    return tuple(steps)


def _counts(parts: list[Transcript]) -> Counts:
    all_counts = [part.counts for part in parts]
    return Counts(
        messages=sum(counts.messages for counts in all_counts),
        tool_calls=sum(counts.tool_calls for counts in all_counts),
        tool_errors=sum(counts.tool_errors for counts in all_counts),
        bytes=sum(counts.bytes for counts in all_counts),
        unreadable=sum(counts.unreadable for counts in all_counts),
        unknown=sum(counts.unknown for counts in all_counts),
    )


def _sum(values: list[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _total(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None
