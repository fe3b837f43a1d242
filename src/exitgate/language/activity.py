"""What a transcript shows of the agent's doings: calls, edits that landed, denials, failure."""

from __future__ import annotations

import re
from functools import cache

from exitgate.core.facts import Facts
from exitgate.core.suite import SuiteRun
from exitgate.core.transcript import CallKind, EndStatus, ToolCall, Transcript
from exitgate.language.failure import call_failed
from exitgate.language.fingerprint import normalise
from exitgate.language.notes import is_note, is_test_path, touched_paths
from exitgate.language.words.lexicon import phrases

ERROR_CHARS = 200
KEPT_DENIALS = 12
SHORT_CHARS = 400
"""A failing agent prints no more than this; a longer message is work told."""
_TIMEOUTS = frozenset({124, 137, 143})
_CLEAN_EXITS = frozenset({None, 0, 53})
"""53 is how one agent tells that it ran into its turn limit."""


@cache
def _writes() -> re.Pattern[str]:
    """Shell commands that leave content behind. A redirect to a device is none."""
    return re.compile(
        r"(?:^|[^-=<>&0-9])>{1,2} {0,3}(?!/dev/|&)[\w./~\"'$]"
        r"|\bsed (?:-\w{1,8} ){0,4}-i|\bperl -\w{0,6}i"
        r"|\b(?:tee|patch|mv|cp|rm|mkdir|touch"
        r"|git (?:apply|commit|am|mv|rm|cherry-pick|revert|merge))\b"
    )


@cache
def _own_failure() -> re.Pattern[str]:
    """How a failing agent begins, where it prints plain text and nothing else."""
    return re.compile(
        r"(?:api error\b|invalid api key|credit balance|(?:you've|you have) (?:hit|reached) your"
        r"|(?:\w{1,20} ){0,3}(?:limit|quota) (?:reached|exceeded)|rate limited|overloaded"
        r"|authentication (?:failed|error)|unauthorized|please run /login|not logged in)",
        re.IGNORECASE,
    )


def _says_failure(said: str) -> bool:
    if _own_failure().match(said):
        return True
    from exitgate.language.words.agent_failures import BEGINNINGS

    return said[:SHORT_CHARS].casefold().lstrip("¡⚠️ ").startswith(phrases(BEGINNINGS))


@cache
def _runs_tests() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:pytest|unittest|nose2|tox|jest|vitest|mocha|ava|rspec|phpunit|ctest|gotestsum"
        r"|(?:go|cargo|mvn|gradlew?|npm|pnpm|yarn|bun|make|dotnet|mix|swift|deno)"
        r"(?: run)?(?: -\S{1,40})? tests?)\b"
    )


def tool_call_count(transcript: Transcript) -> int | None:
    """None where tools are not recorded. A single turn has room for words only.

    More turns than one and no call among them is a record that was cut, not idleness.
    """
    counts = (transcript.counts.tool_calls, len(transcript.calls), len(transcript.edits))
    calls = max(counts)
    if calls or transcript.turns == 1:
        return calls
    return 0 if transcript.has_tools and transcript.turns is None else None


def edit_count(transcript: Transcript) -> int | None:
    """Edits that landed: a refused or failed edit changed nothing."""
    if not transcript.has_tools:
        return None
    return sum(1 for call in transcript.calls if _landed_edit(call))


def transcript_changed(transcript: Transcript) -> bool | None:
    """Did the agent change content by its own calls? None where they cannot tell."""
    if transcript.counts_changes:
        return True
    acts = tool_call_count(transcript)
    if not acts:
        return None if acts is None else False
    calls = transcript.calls
    if any(_landed_edit(call) or _landed_write(call) for call in calls):
        return True
    tried = any(call.kind is CallKind.EDIT for call in calls)
    if transcript.edits and not tried:
        return True
    return None if transcript.subagents and not tried else False


def _landed_edit(call: ToolCall) -> bool:
    return call.kind is CallKind.EDIT and not call_failed(call)


def _landed_write(call: ToolCall) -> bool:
    if call.kind is not CallKind.RUN or call_failed(call):
        return False
    return _writes().search(call.command[:2_000]) is not None


def denial_of(transcript: Transcript, changed: bool | None) -> str | None:
    """What was refused, one a line. A denial after which work still landed was recovered from."""
    if changed or not transcript.denials:
        return None
    refused = {normalise(denial)[:120] for denial in transcript.denials}
    return "\n".join(sorted(refused, key=_by_target)[:KEPT_DENIALS])


def _by_target(denial: str) -> tuple[bool, str]:
    """Files first: they are named alike each time, while refused commands vary."""
    _, _, what = denial.partition(": ")
    return (" " in what, denial)


def agent_error(facts: Facts, changed: bool | None) -> str | None:
    """The agent's own failure: an API, limit or login error, a crash, a timeout, no word at all.

    A productive run that hit its time or turn limit is no failure.
    """
    transcript = facts.transcript
    said = transcript.final_message.strip()
    if transcript.end is EndStatus.ERROR:
        return normalise(transcript.end_detail or said)[:ERROR_CHARS] or "ended in an error"
    if changed:
        return None
    if facts.exit_code in _TIMEOUTS:
        return "timed out"
    return None if transcript.calls or transcript.structured else _failure_said(said, facts)


def _failure_said(said: str, facts: Facts) -> str | None:
    """What an agent that did nothing left behind, where that reads as its own failure."""
    if not said:
        return f"exit code {facts.exit_code}" if facts.exit_code else "no output"
    failed = facts.exit_code not in _CLEAN_EXITS or _says_failure(said)
    return normalise(said)[:ERROR_CHARS] if failed and len(said) <= SHORT_CHARS else None


def only_tests(facts: Facts, changed: bool | None) -> bool:
    """Nothing but test runs: by the calls where they are recorded, else by the words.

    Tests that were written count as well where their results are known to compare.
    """
    block = facts.reading.block
    says_testing = block is not None and block.work_type == "TESTING"
    if changed:
        measured = isinstance(facts.tests, SuiteRun)
        return measured and (says_testing or _ran_tests(facts)) and _only_test_files(facts)
    if block is not None and says_testing:
        return not block.files_modified
    return _ran_tests(facts) if facts.transcript.has_tools else facts.reading.test_only


def _ran_tests(facts: Facts) -> bool:
    commands = [call.command for call in facts.transcript.calls if call.kind is CallKind.RUN]
    return any(_runs_tests().search(command[:2_000]) for command in commands)


def _only_test_files(facts: Facts) -> bool:
    paths = touched_paths(facts)
    return bool(paths) and all(is_test_path(path) or is_note(path, facts.ignore) for path in paths)
