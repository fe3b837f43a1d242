"""The work summary tells verified numbers from claimed ones; quality, keywords and refs."""

from __future__ import annotations

import pytest

from exitgate.core.absence import Missing
from exitgate.core.changes import ChangeSet, FileChange
from exitgate.core.facts import Facts
from exitgate.core.policy import Keywords
from exitgate.core.suite import SuiteRun
from exitgate.core.transcript import Transcript
from exitgate.language.quality import quality_of
from exitgate.language.reading import read_prose
from exitgate.language.summary import extract_work_summary, work_summary
from language.ask import ask

NO_TESTS = Missing("no test report was given")
NO_CHANGES = Missing("no repository was given")
CLAIM = "I modified 9 files. 40 tests pass. I fixed 2 errors."


def facts(
    text: str = "",
    *,
    changes: ChangeSet | Missing = NO_CHANGES,
    tests: SuiteRun | Missing = NO_TESTS,
    edits: tuple[str, ...] = (),
) -> Facts:
    return Facts(
        loop_id="pr-1",
        iteration=1,
        now=None,
        transcript=Transcript(final_message=text, edits=edits),
        changes=changes,
        tests=tests,
        reading=read_prose(text),
        ignore=("fix_plan.md",),
    )


def test_verified_numbers_beat_claimed_ones() -> None:
    files = tuple(FileChange(path, "M") for path in ("a.py", "b.py", "fix_plan.md"))
    seen = facts(CLAIM, changes=ChangeSet(files=files), tests=SuiteRun(passed=12))
    assert work_summary(seen) == "Modified 2 files, 12 tests passing, 2 errors fixed (claimed)"


def test_edits_of_the_transcript_count_where_there_is_no_diff() -> None:
    assert work_summary(facts(edits=("a.py",))) == "Modified 1 file"


def test_what_only_the_words_say_is_marked() -> None:
    assert work_summary(facts(CLAIM)) == (
        "Modified 9 files (claimed), 40 tests passing (claimed), 2 errors fixed (claimed)"
    )


def test_failing_tests_are_told() -> None:
    assert work_summary(facts(tests=SuiteRun(passed=3, failed=1, errors=1))) == (
        "3 tests passing, 2 failing"
    )


def test_a_block_can_claim_files() -> None:
    block = "---RALPH_STATUS---\nFILES_MODIFIED: 4\nEXIT_SIGNAL: false\n---END_RALPH_STATUS---"
    assert work_summary(facts(block)) == "Modified 4 files (claimed)"


def test_nothing_done() -> None:
    assert work_summary(facts("Hello.")) == "No work reported"


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("Modified 3 files, 12 tests passing, 2 errors fixed", None),
        ("- Updated src/a.py\n- Created src/b.py", "Modified 2 files"),
        ("Modified src/a.py, `src/b.py` and **src/c.test.ts**.", "Modified 3 files"),
        ("I changed a.py and b.py, then ran c.py.", "Modified 2 files"),
        ("12 passed in 0.3s", "12 tests passing"),
        ("12 tests passed.\nTest Suites: 1 passed, 1 total", "12 tests passing"),
        ("Test Files  2 passed (2)\nTests  9 passed (9)", "9 tests passing"),
        ("Tests: 5 passed, 5 total", "5 tests passing"),
        ("3 bugs were fixed", "3 errors fixed"),
        ("1 test passed", "1 test passing"),
        ("First 3 tests pass. Later 7 tests pass.", "7 tests passing"),
    ],
)
def test_summary_from_words(text: str, summary: str | None) -> None:
    assert extract_work_summary(text) == (summary or text)


def test_specific_text_beats_long_text() -> None:
    specific = "Added `parse()` to src/parse.py and src/cli.py; 12 tests in test_parse.py pass."
    assert quality_of(specific).score > quality_of("I did very good work. " * 40).score
    assert quality_of("Done.").score < 0.1


@pytest.mark.parametrize("text", ["Done.", "I did very good work. " * 40])
def test_length_alone_is_no_full_quality(text: str) -> None:
    assert quality_of(text).score <= 0.4


def test_configured_words_are_read() -> None:
    words = Keywords(done=("mission over",), not_done=("kaput",), blocked=("call the admin",))
    assert ask("completion_claim", "I added it. Mission over.", keywords=words).is_found
    assert ask("completion_claim", "Mission not over.", keywords=words).is_clear
    assert ask("remaining_work", "The parser is kaput.", keywords=words).is_found
    assert ask("blocked", "Call the admin.", keywords=words).is_found
    assert ask("blocked", "Call the admin.").is_clear


def test_refs_point_at_the_line() -> None:
    assert ask("completion_claim", "Hello.\n\nThe task is complete.").refs == ("response:3",)
    late = "One.\n\nTwo.\n\n<promise>COMPLETE</promise>"
    assert ask("done_signal", late).refs == ("response:5",)
    assert ask("remaining_work", "Hi.\n- [ ] parser").refs == ("response:2",)
