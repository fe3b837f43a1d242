"""What was read for a decision, in words: files, their formats, and what could not be read."""

from __future__ import annotations

from exitgate.core.decision import Decision, InputFile
from exitgate.core.transcript import TOOLLESS_FORMATS
from exitgate.core.wording import counted

SHOWN = 3


def files_read(decision: Decision) -> tuple[str, ...]:
    """One line a file, the ones with trouble first; all that is beyond a few is folded."""
    ordered = sorted(decision.inputs, key=lambda file: not file.unreadable)
    lines = [_told(file) for file in ordered[:SHOWN]]
    if folded := ordered[SHOWN:]:
        messages = counted(sum(file.messages for file in folded), "message")
        calls = counted(sum(file.tool_calls for file in folded), "tool call")
        lines.append(f"{counted(len(folded), 'more file')}: {messages}, {calls}")
    return tuple(lines)


def not_read(decision: Decision) -> tuple[str, ...]:
    """What was left out or could not be read, beside the signals that were not measured."""
    silent = {f"{seen.signal}: {seen.headline}" for seen in decision.evidence}
    return tuple(dict.fromkeys(line for line in decision.unmeasured if line not in silent))


def _told(file: InputFile) -> str:
    parts = [file.format, counted(file.messages, "message")]
    if file.format not in TOOLLESS_FORMATS:
        parts.append(counted(file.tool_calls, "tool call"))
    if file.unreadable:
        parts.append(f"{counted(file.unreadable, 'unreadable line')}!")
    return f"{file.path} ({', '.join(parts)})"
