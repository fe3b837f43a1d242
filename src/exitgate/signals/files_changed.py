"""What it sees: files that differ from the base, or that the agent edited through its tools.
Bookkeeping files do not count. Some agents' records only count files or lines: that is told.

Why it matters: work leaves a change. A claim of completion without any is unverified.

Example: `src/a.py` modified against the merge base; only `.exitgate/state.json` changed is clear.

False alarms: an answer in words, a review or a question may be the whole task and change nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from exitgate.core.absence import Missing
from exitgate.core.changes import matches_any
from exitgate.core.evidence import Evidence, clear, found, unmeasured
from exitgate.core.facts import Facts
from exitgate.core.signal import Signal
from exitgate.core.transcript import Transcript
from exitgate.core.wording import counted
from exitgate.language.runner_commands import is_test_command, only_shows

NAME = "files_changed"
SHOWN_FILES = 10


@dataclass(frozen=True, slots=True)
class Options:
    transcript_strength: float = 0.7
    """How much edits in the transcript count, beside 1.0 for changes in the repository."""


def check(facts: Facts, options: Options) -> Evidence:
    changes = facts.changes
    if isinstance(changes, Missing):
        return _from_transcript(facts, options, changes.why)
    paths = tuple(file.path for file in changes.without(facts.ignore).files)
    if paths:
        against = f" against {changes.base[:12]}" if changes.base else ""
        return found(
            NAME,
            f"{counted(len(paths), 'file')} changed{against}",
            refs=paths[:SHOWN_FILES],
        )
    if _changed_before(facts):
        told = "files changed in earlier iterations"
        return found(NAME, told, strength=options.transcript_strength)
    if changes.cut:
        return _from_transcript(facts, options, f"since the base: {changes.cut[0]}")
    return clear(NAME, "no file changed in the repository")


def _changed_before(facts: Facts) -> bool:
    """Earlier work that still stands: an iteration that only verifies changes nothing itself."""
    last, current = facts.history.last, facts.current
    reverted = last is not None and last.tree is not None and last.tree != current.tree
    return not reverted and any(
        record.changed or (record.files or 0) > 0 for record in facts.history.recent
    )


def _from_transcript(facts: Facts, options: Options, why: str) -> Evidence:
    transcript = facts.transcript
    paths = tuple(path for path in transcript.edits if not matches_any(path, facts.ignore))
    if paths:
        told = f"the agent edited {counted(len(paths), 'file')} (transcript only)"
        strength = options.transcript_strength
        return found(NAME, told, strength=strength, refs=paths[:SHOWN_FILES])
    if transcript.counts_changes:
        told = f"the agent's record counts {_counts(transcript)} (transcript only)"
        return found(NAME, told, strength=options.transcript_strength)
    if not transcript.has_tools:
        return unmeasured(NAME, f"{why}; {transcript.format} output does not tell of edits")
    if _may_have_edited_by_shell(facts):
        return unmeasured(NAME, f"{why}; commands were run, which may have changed files")
    return clear(NAME, "the agent edited no file (transcript only)")


def _counts(transcript: Transcript) -> str:
    if transcript.changed_files:
        return counted(transcript.changed_files, "changed file")
    return counted(transcript.changed_lines or 0, "changed line")


def _may_have_edited_by_shell(facts: Facts) -> bool:
    commands = (call.command for call in facts.transcript.calls if call.command)
    return any(not only_shows(command) and not is_test_command(command) for command in commands)


SIGNAL = Signal(name=NAME, question="Did files change?", check=check, options=Options)
