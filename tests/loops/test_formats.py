"""The same run is judged alike, whichever agent's format records it."""

from __future__ import annotations

import pytest

from exitgate.core.policy import Limits
from exitgate.ingest.responses import read_recorded
from exitgate.language.loop_patterns import Pattern, RunLimits
from exitgate.language.run_loop import find_run_loop
from exitgate.language.signature import is_specific, signature_of
from loops.formats import FORMATS, Did, Run

TRACE = "Traceback (most recent call last):\n  File \"a.py\", line {n}\nKeyError: 'id'"


def edit(number: int, path: str = "src/a.py", code: int = 0, output: str = "edited") -> Did:
    return Did(output, path=path, old=f"value{number}", new=f"value{number + 1}", code=code)


def run(command: str, output: str, code: int = 0) -> Did:
    return Did(output, command=command, code=code)


STUCK: dict[str, Run] = {
    "one command again and again": [run("make check", "nothing to be done", 2)] * 5,
    "two commands in turns": [run("make", "boom", 2), run("git status", "clean")] * 4,
    "one error from other commands": [
        run(f"python a.py --try {n}", TRACE.format(n=n), 1) for n in range(9)
    ],
    "one check, whatever is edited": [
        did for n in range(6) for did in (edit(n), run("pytest -q", TRACE.format(n=7), 1))
    ],
    "edits that are refused": [
        edit(3, code=1, output="old text was not found in the file") for _ in range(5)
    ],
}
HONEST: dict[str, Run] = {
    "edits of one file, one after the other": [edit(n) for n in range(8)],
    "edits and a check that stays green": [
        did for n in range(8) for did in (edit(n), run("pytest -q", "12 passed in 0.3s"))
    ],
    "other failures each time": [
        did
        for n in range(6)
        for did in (edit(n), run("pytest -q", f"FAILED test_{n} - KeyError: '{n}'", 1))
    ],
    "failing edits with other texts": [
        did
        for n in range(6)
        for did in (
            edit(n, code=1, output=f"no line reads value{n} in the file"),
            run(f"grep -n value src/m{n}.py", f"{n}: value"),
        )
    ],
    "polling that brings news": [run("gh run view 7", f"step {n} of 9 done") for n in range(8)],
}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("case", STUCK)
def test_a_loop_is_found_in_every_format(case: str, name: str) -> None:
    transcript = read_recorded(FORMATS[name](STUCK[case]), limits=Limits())
    assert transcript.format == name
    found = find_run_loop(transcript, RunLimits())
    assert found is not None
    assert found.going


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("case", HONEST)
def test_work_is_no_loop_in_any_format(case: str, name: str) -> None:
    transcript = read_recorded(FORMATS[name](HONEST[case]), limits=Limits())
    assert transcript.format == name
    assert find_run_loop(transcript, RunLimits()) is None


def test_an_error_is_never_the_frame_that_a_format_puts_around_it() -> None:
    tried = [run(f"./try {n}", f"gave up at {'abcdefgh'[n]}", 1) for n in range(8)]
    transcript = read_recorded(FORMATS["mini-swe-agent"](tried), limits=Limits())
    found = find_run_loop(transcript, RunLimits())
    assert found is None or found.pattern is not Pattern.SAME_ERROR


def test_edits_that_do_not_show_what_they_wrote_make_no_signature_of_their_own() -> None:
    transcript = read_recorded(FORMATS["codex"]([edit(1)]), limits=Limits())
    assert signature_of(transcript) == "a.py:modified"
    assert not is_specific(signature_of(transcript))


def test_a_turn_that_has_begun_is_not_finished_because_the_one_before_was() -> None:
    first = FORMATS["codex"]([edit(1)])
    over = '{"type": "turn.completed", "usage": {"input_tokens": 1, "output_tokens": 1}}'
    assert read_recorded(f"{first}\n{over}", limits=Limits()).end == "finished"
    assert read_recorded(f"{first}\n{over}\n{first}", limits=Limits()).end == "unknown"
