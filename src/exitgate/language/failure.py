"""Did a tool call fail, and on which words? Many tools say so only in their output."""

from __future__ import annotations

import re
from functools import cache

from exitgate.core.transcript import CallKind, EndStatus, ToolCall, Transcript
from exitgate.language.fingerprint import normalise, readable

ERROR_CHARS = 200
LOOK_BACK = 24
"""Calls before the end in which the error that a run ended on is looked for."""
_TAIL_LINES = 40


@cache
def _exit_line() -> re.Pattern[str]:
    return re.compile(r"exit(?:ed with)? (?:code|status):? {0,2}(\d{1,5})", re.IGNORECASE)


@cache
def _error_line() -> re.Pattern[str]:
    """An error with its message. A file name, an attribute or a count of errors is none."""
    return re.compile(
        r"(?:^|[\s(\[>])"
        r"((?:[\w]{1,60}\.){0,6}\w{0,60}(?:Error|Exception|Panic)(?: \[\w{1,40}\])?:\s?\S"
        r"|(?:fatal|error|panic|ERROR|FATAL)(?:\[\w{1,12}\])?(?: TS\d{1,6})?:\s?\S"
        r"|\d{1,6}:\d{1,6} {1,4}error {1,4}\S"
        r"|(?:FAILED|FAIL:|✗|✕) {1,3}\S"
        r"|E {2,8}\S)"
    )


@cache
def _total_of_errors() -> re.Pattern[str]:
    """`Found 12 errors in 3 files`, `12 errors generated`, `3 problems (2 errors)`."""
    return re.compile(r"\b(\d{1,6}) (?:errors?|problems?)\b", re.IGNORECASE)


@cache
def _fine() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:passed|passing|ok|succe(?:ss|eded)\w{0,6}|0 (?:errors?|failures?|failed)"
        r"|no (?:issues|errors|problems)|up to date)\b",
        re.IGNORECASE,
    )


@cache
def _plain_failure() -> re.Pattern[str]:
    return re.compile(
        r"command not found|No such file or directory|Permission denied|not recognized as an "
        r"internal|cannot find (?:module|package)|segmentation fault|timed out after"
        r"|cannot connect to|connection [^\n]{0,60}(?:refused|reset)|could not resolve"
        r"|no space left on|merge conflict in|\b401 Unauthori[sz]ed|\b403 Forbidden|access denied"
        r"|\bnpm (?:error|ERR!) \S",
        re.IGNORECASE,
    )


def call_failed(call: ToolCall) -> bool:
    """True where the record or the output's own head and end say that the call failed."""
    if call.is_error is not None or call.exit_code is not None:
        return call.failed
    output = call.output or ""
    tail = output[-400:]
    codes = _exit_line().findall(tail) if "exit" in tail else None
    if codes:
        return codes[-1].strip("0") != "" or _has_traceback(output)
    return output[:200].lstrip().lower().startswith("error:") or _has_traceback(output)


def says_fine(call: ToolCall) -> bool:
    """A check that stays green after every edit is what one hopes for, not a loop."""
    if call_failed(call):
        return False
    output = (call.output or "").strip()
    return not output or _fine().search(output[-400:]) is not None


def _has_traceback(output: str) -> bool:
    return "Traceback (most recent call last)" in output


def failure_line(call: ToolCall) -> str | None:
    """The telling line of a failed call, comparable; None where it did not fail."""
    if not call_failed(call):
        return None
    line = telling_line(call.output or "")
    return comparable(line) if line else f"{call.name} failed"


def telling_line(output: str) -> str | None:
    """The last line that names an error, else the last plain failure, else the first line.

    It stays as it was printed, so that a person can find it again.
    """
    lines = [line for line in output[-4_000:].splitlines() if line.strip()]
    lines = [line for line in lines if not _is_trailer(line)]
    for find in (_error_line(), _plain_failure()):
        for line in reversed(lines[-_TAIL_LINES:]):
            if find.search(line[:400]) and not _is_count_of_none(line):
                return _shown(line)
    return _shown(" ".join(lines[:2])) if lines else None


def _is_trailer(line: str) -> bool:
    """A runner's own closing note: `[Command finished with exit code 1]`."""
    bare = line.strip()
    return bare.startswith("[") and bare.endswith("]") and "error" not in bare.lower()


def _is_count_of_none(line: str) -> bool:
    low = line.lower()
    return "0 errors" in low or "no errors" in low or '"is_error"' in low


def _shown(line: str) -> str:
    return readable(line, ERROR_CHARS * 2)


def comparable(line: str) -> str:
    """An error without what varies between two times that it happens."""
    return normalise(line[: ERROR_CHARS * 2])[:ERROR_CHARS]


def error_of(transcript: Transcript) -> str | None:
    """The main error this iteration ended on, comparable with another iteration's."""
    line = error_line(transcript)
    return None if line is None else comparable(line)


def error_line(transcript: Transcript) -> str | None:
    """The main error as it was printed: the agent's own, its tools', or its words'."""
    if transcript.end is EndStatus.ERROR and transcript.end_detail.strip():
        return _shown(transcript.end_detail.strip())
    if transcript.has_tools:
        failing = _failing_call(transcript)
        return telling_line(failing.output or "") if failing else None
    return _said_error(transcript.final_message)


def errors_printed(transcript: Transcript) -> int | None:
    """How many errors the failing call told of: its own total, else the lines that name one."""
    failing = _failing_call(transcript) if transcript.has_tools else None
    if failing is None:
        return None
    output = failing.output or ""
    if totals := _total_of_errors().findall(output[-2_000:]):
        return int(totals[-1])
    return sum(1 for line in output.splitlines() if _error_line().search(line[:400])) or None


def _failing_call(transcript: Transcript) -> ToolCall | None:
    """The last failure that nothing later put right; a search that found nothing is none.

    An edit that was refused or did not fit is put right by any that landed after it.
    """
    passed: set[tuple[str, str]] = set()
    edited = False
    for call in reversed(transcript.calls[-LOOK_BACK:]):
        if call.output is None or call.kind in (CallKind.READ, CallKind.SEARCH):
            continue
        if not call_failed(call):
            passed.add(_attempt(call))
            edited = edited or call.kind is CallKind.EDIT
        elif edited and call.kind is CallKind.EDIT:
            continue
        elif _attempt(call) not in passed and _names_error(call.output):
            return call
    return None


def _attempt(call: ToolCall) -> tuple[str, str]:
    return (call.name, call.command or "\n".join(call.paths) or call.input)


def _names_error(output: str) -> bool:
    """A bare exit code says nothing that could be compared with another iteration's."""
    tail = output[-4_000:]
    return bool(_error_line().search(tail) or _plain_failure().search(tail))


def _said_error(message: str) -> str | None:
    """The last line of plain text that states an error, not JSON and not a count of none."""
    for line in reversed(message[-8_000:].splitlines()[-_TAIL_LINES:]):
        bare = line.strip()
        if bare[:1] in '{["' or _is_count_of_none(bare):
            continue
        if match := _error_line().search(bare[:400]):
            return _shown(bare[match.start(1) : match.start(1) + 400])
    return None
