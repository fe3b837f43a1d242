"""Reading recordings: one iteration a line, as if its facts had just been collected."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from exitgate.core.absence import Missing
from exitgate.core.changes import ChangeSet, FileChange, status_letter
from exitgate.core.decision import InputFile
from exitgate.core.facts import Facts, Usage
from exitgate.core.memory import LoopState
from exitgate.core.plan import Plan
from exitgate.core.policy import Limits
from exitgate.core.suite import SuiteRun
from exitgate.core.transcript import Transcript
from exitgate.errors import InputError
from exitgate.field_words import in_words
from exitgate.ingest.plans import parse_plan
from exitgate.ingest.responses import read_recorded

GZIP_MAGIC = b"\x1f\x8b"
LINE_BYTES = 134_217_728
"""Four times the longest line of an agent's output; a longer one would only fill the memory."""

Count = Annotated[int | None, Field(ge=0)]
"""Below nothing, a count could outweigh another: -3 failures and 3 errors would be none."""


class RecordedFile(BaseModel):
    model_config = ConfigDict(extra="ignore")
    path: str
    status: str = "M"
    added: int | None = None
    deleted: int | None = None


class RecordedChanges(BaseModel):
    model_config = ConfigDict(extra="ignore")
    tree: str | None = None
    files: list[RecordedFile] | None = None
    patch: str | None = None


class RecordedTests(BaseModel):
    model_config = ConfigDict(extra="ignore")
    passed: Count = None
    failed: Count = None
    skipped: Count = None
    errors: Count = None
    failing: list[str] | None = None


class RecordedIteration(BaseModel):
    """One line. Every field but `loop` and `response` may be missing: then it is unmeasured."""

    model_config = ConfigDict(extra="ignore")
    loop: str
    response: str
    iteration: int | None = Field(default=None, ge=1)
    at: str | None = None
    task: str | None = None
    plan: str | None = None
    changes: RecordedChanges | None = None
    tests: RecordedTests | None = None
    exit_code: int | None = None
    duration_s: float | None = Field(default=None, allow_inf_nan=False)
    cost_usd: float | None = Field(default=None, allow_inf_nan=False)
    label: Any = None


@dataclass(frozen=True, slots=True)
class RecordedLine:
    number: int
    iteration: RecordedIteration


def read_recording(stream: BufferedReader, name: str) -> Iterator[RecordedLine]:
    """One line at a time, gzipped or plain; memory holds a single line."""
    zipped = stream.peek(2)[:2] == GZIP_MAGIC
    lines = gzip.GzipFile(fileobj=stream) if zipped else stream
    number = 0
    try:
        while line := lines.readline(LINE_BYTES + 1):
            number += 1
            if len(line) > LINE_BYTES:
                hint = "a recording holds one iteration a line"
                raise InputError(f"{name}:{number}: longer than {LINE_BYTES} bytes", hint=hint)
            if line.strip():
                yield RecordedLine(number, _parse(line, f"{name}:{number}"))
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(
            f"{name}: the gzip data breaks off after line {number}: {error}",
            hint="was the download or the upload cut short?",
        ) from None


def _parse(line: bytes, where: str) -> RecordedIteration:
    try:
        return RecordedIteration.model_validate(json.loads(line))
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "line"
        raise InputError(
            f"{where}: {field}: {in_words(first['type'], first['msg'])}",
            hint="a recording line is an object with at least `loop` and `response`",
        ) from None
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{where}: not JSON: {error}", hint="a recording holds one JSON object a line"
        ) from None


def facts_of(line: RecordedLine, state: LoopState, limits: Limits) -> Facts:
    """The facts of a recorded iteration, as if they had just been collected."""
    given = line.iteration
    transcript = read_recorded(given.response, limits=limits)
    return Facts(
        loop_id=given.loop,
        iteration=given.iteration or state.history.totals.iterations + 1,
        now=given.at,
        transcript=transcript,
        inputs=(_input(line, transcript),),
        task=given.task if given.task is not None else Missing("the recording has no task"),
        changes=_changes(given.changes),
        tests=_tests(given.tests),
        plan=_plan(given.plan),
        usage=Usage(
            given.cost_usd if given.cost_usd is not None else transcript.cost_usd,
            given.duration_s if given.duration_s is not None else transcript.duration_s,
            transcript.tokens,
        ),
        exit_code=given.exit_code,
        history=state.history,
        circuit=state.circuit,
        directive=state.directive,
    )


def _input(line: RecordedLine, transcript: Transcript) -> InputFile:
    counts = transcript.counts
    return InputFile(
        path=f"line {line.number}",
        format=transcript.format,
        messages=counts.messages,
        tool_calls=counts.tool_calls,
        bytes=counts.bytes,
        unreadable=counts.unreadable,
    )


def _changes(given: RecordedChanges | None) -> ChangeSet | Missing:
    if given is None:
        return Missing("the recording has no changes")
    files = tuple(
        FileChange(f.path, status_letter(f.status), f.added, f.deleted) for f in given.files or ()
    )
    listed = given.files is not None
    return ChangeSet(tree=given.tree, files=files, patch=given.patch, listed=listed)


def _tests(given: RecordedTests | None) -> SuiteRun | Missing:
    if given is None or not _says_anything(given):
        return Missing("the recording has no test results")
    counted = (given.failed or 0) + (given.errors or 0)
    return SuiteRun(
        passed=given.passed or 0,
        failed=given.failed or (0 if counted else len(given.failing or ())),
        skipped=given.skipped or 0,
        errors=given.errors or 0,
        failing=tuple(given.failing or ()),
        counts_failures=(given.failed, given.errors, given.failing) != (None, None, None),
    )


def _says_anything(given: RecordedTests) -> bool:
    counts = (given.passed, given.failed, given.errors, given.skipped)
    return bool(given.failing) or any(count is not None for count in counts)


def _plan(text: str | None) -> Plan | Missing:
    return Missing("the recording has no plan") if text is None else parse_plan(text)
