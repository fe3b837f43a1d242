"""A transcript's facts in the short form that the cases' expected.json files use."""

from __future__ import annotations

from exitgate.core.transcript import ToolCall, Transcript


def told(transcript: Transcript) -> dict[str, object]:
    counts = transcript.counts
    facts: dict[str, object] = {
        "format": transcript.format,
        "end": transcript.end.value,
        "end_detail": transcript.end_detail,
        "final_message": transcript.final_message,
        "prompt": transcript.prompt,
        "messages": counts.messages,
        "calls": [call_line(call) for call in transcript.calls],
        "tool_calls": counts.tool_calls,
        "tool_errors": counts.tool_errors,
        "edits": list(transcript.edits),
        "changed_files": transcript.changed_files,
        "changed_lines": transcript.changed_lines,
        "denials": list(transcript.denials),
        "subagents": transcript.subagents,
        "turns": transcript.turns,
        "cost_usd": transcript.cost_usd,
        "tokens": transcript.tokens,
        "duration_s": transcript.duration_s,
        "structured": transcript.structured,
        "unreadable": counts.unreadable,
        "unknown": counts.unknown,
        "cut": list(transcript.cut),
    }
    return {key: value for key, value in facts.items() if value not in (None, "", [], 0)}


def call_line(call: ToolCall) -> str:
    """`kind name outcome | command @ paths < parent`"""
    outcome = "failed" if call.failed else "open" if call.output is None else "ok"
    parts = [call.kind.value, call.name, outcome]
    parts += [f"| {call.command}"] if call.command else []
    parts += [f"@ {','.join(call.paths)}"] if call.paths else []
    parts += [f"< {call.parent}"] if call.parent else []
    return " ".join(parts)
