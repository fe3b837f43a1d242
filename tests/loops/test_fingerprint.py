"""Normalisation: what varies without meaning goes, what means something stays."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exitgate.core.transcript import CallKind, EndStatus, ToolCall, Transcript
from exitgate.language.failure import call_failed, error_of
from exitgate.language.fingerprint import message_digest, normalise
from exitgate.language.loop_patterns import RunLimits
from exitgate.language.run_loop import find_run_loop
from exitgate.language.signature import extract_signature
from growth import grows_gently
from loops.build import transcript_of

SAME = {
    "timestamps": ("at 2026-01-02T03:04:05.678Z it broke", "at 2025-12-31 23:59:59 it broke"),
    "clock": ("10:32:11 it broke", "7:05:00 it broke"),
    "durations": ("took 12.5s", "took 340 ms"),
    "long durations": ("in 1m7s", "in 2h 14m"),
    "ids of a service": (
        "overloaded (req_011CRvTTjbzzXLGJTkmJ7xVX)",
        "overloaded (req_011CSabcDEF1239sKq)",
    ),
    "hex": ("object at 0x7f3a11", "object at 0x99"),
    "commit": ("at commit 3f9a2c8 it broke", "at commit 0b1c2d3e4f it broke"),
    "uuid": (
        "id 123e4567-e89b-12d3-a456-426614174000",
        "id 00000000-0000-4000-8000-000000000001",
    ),
    "paths": ("in /home/a/src/auth.ts", "in C:\\work\\b\\auth.ts"),
    "line numbers": ("auth.ts:45:7 broke on line 45", "auth.ts:9 broke on line 1002"),
    "ids": ("request 1234567 failed", "request 99999999 failed"),
    "process": ("pid 17 died", "pid=4711 died"),
    "colours": ("\x1b[31mfailed\x1b[0m now", "failed now"),
    "spacing": ("it   broke\n\tagain", "it broke again"),
    "temporary files": ("wrote /tmp/tmpa8x9k2b1", "wrote /tmp/tmp00zzq1w2e"),
}
DIFFERENT = {
    "counts": ("3 tests failed", "2 tests failed"),
    "names": ("auth.ts broke", "cache.ts broke"),
    "words": ("cannot read id of null", "cannot read id of undefined"),
    "functions": ("call_service2 broke", "call_service3 broke"),
    "version": ("needs node 18", "needs node 20"),
}


@pytest.mark.parametrize("name", SAME)
def test_noise_is_taken_out(name: str) -> None:
    one, other = SAME[name]
    assert normalise(one) == normalise(other)


@pytest.mark.parametrize("name", DIFFERENT)
def test_meaning_stays(name: str) -> None:
    one, other = DIFFERENT[name]
    assert normalise(one) != normalise(other)


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_text_normalises_the_same_way_twice(text: str) -> None:
    assert normalise(text) == normalise(text)
    assert len(message_digest(text)) <= 600
    assert extract_signature(text) == extract_signature(text)


HOSTILE = {
    "one word": "a" * 200_000,
    "slashes": "/" * 200_000,
    "folders": "a/" * 100_000,
    "digits": "1" * 200_000,
    "hex": "0xabc:1:2-" * 20_000,
    "dots": "a.b." * 50_000,
    "errors": "Error: " * 30_000,
    "open brackets": "(" * 200_000,
    "escape": "\x1b[" * 100_000,
    "status": "X_STATUS:\n" * 20_000,
    "fixed": "fixed " * 30_000,
    "quotes": "searched ' " * 20_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_in_linear_time(name: str) -> None:
    def work(size: int) -> None:
        text = HOSTILE[name][:size]
        run = ToolCall("bash", CallKind.RUN, text, text, exit_code=1, command=text)
        transcript = Transcript("exitgate", (run, run), text)
        normalise(text)
        extract_signature(text)
        error_of(transcript)
        find_run_loop(transcript, RunLimits())

    assert grows_gently(work, len(HOSTILE[name]))


def errors_of(*steps: list[object], **more: object) -> str | None:
    return error_of(transcript_of({"steps": list(steps), **more}))


def test_error_is_the_telling_line_of_the_last_failure() -> None:
    output = "Traceback (most recent call last):\n  File \"/x/a.py\", line 3\nKeyError: 'port'"
    assert errors_of(["run", "python a.py", output, 1]) == "KeyError: 'port'"


def test_an_error_put_right_later_is_none() -> None:
    failed = ["run", "make", "error: no rule for all", 2]
    assert errors_of(failed, ["run", "make", "built", 0]) is None
    assert errors_of(failed, ["run", "ls", "a b", 0]) == "error: no rule for all"


def test_a_bare_exit_code_names_no_error() -> None:
    assert errors_of(["run", "grep x y", "", 1]) is None


def test_the_agents_own_error_comes_first() -> None:
    end = {"end": "error", "end_detail": "API Error: 529 overloaded (request 88123456)"}
    assert errors_of(["run", "ls", "a", 0], **end) == "API Error: 529 overloaded (request <n>)"


@pytest.mark.parametrize(
    ("output", "failed"),
    [
        ("ERROR:\nthe path does not exist", True),
        ("ok\n[Command finished with exit code 2]", True),
        ("ok\n[Command finished with exit code 0]", False),
        ("Traceback (most recent call last):\nKeyError: 1", True),
        ("0 errors, 0 warnings", False),
        ("error_handler.py\nerrors.log", False),
        ('{"is_error": false}', False),
    ],
)
def test_failure_is_read_from_output_where_no_code_was_recorded(output: str, failed: bool) -> None:
    assert call_failed(ToolCall("bash", CallKind.RUN, "{}", output)) is failed


def test_a_recorded_code_beats_what_the_output_says() -> None:
    assert not call_failed(ToolCall("bash", CallKind.RUN, "{}", "ERROR: told", exit_code=0))


def test_a_finished_run_that_only_speaks_of_an_error_in_prose_has_none() -> None:
    told = Transcript("text", (), "Handled the timeout error gracefully.", EndStatus.FINISHED)
    assert error_of(told) is None
