"""Loop detection as the second document has it: every example is a test that names it."""

from __future__ import annotations

import pytest

from exitgate.core.escalation import Escalation, escalation
from exitgate.core.evidence import Evidence
from exitgate.language.signature import extract_signature
from exitgate.signals.repeated_signature import Options
from loops.build import Judged, play

NULL_CHECK = "Fixed auth.ts - added null check"
SIGNATURES = {
    "test outputs": (
        "Running tests... 2 failed: auth.test.ts - login test timeout, logout test assertion",
        "auth.test.ts:login-timeout,logout-assertion",
    ),
    "implementation outputs": (
        "Modified auth.ts line 45-52, added null check for user.profile",
        "auth.ts:null-check",
    ),
    "research outputs": (
        "Searched GitHub for 'oauth2 refresh token', found 3 patterns...",
        "search:oauth2-refresh-token",
    ),
    "error outputs": (
        "Error: TypeError - Cannot read property 'id' of null at auth.ts:45",
        "error:TypeError-null-auth.ts",
    ),
    "edge case, three failing": ("3 tests failing - auth, login, logout", "test-fail:3-auth,login"),
    "edge case, two failing": ("2 tests failing - auth, login", "test-fail:2-auth,login"),
    "edge case, one failing": ("1 test failing - auth", "test-fail:1-auth"),
    "fallback": (
        "Looking   around in the\nrepository to find where sessions are kept",
        "looking-around-in-the-repository-to-find-where-ses",
    ),
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_signature_of_the_document(name: str) -> None:
    output, signature = SIGNATURES[name]
    assert extract_signature(output) == signature


@pytest.mark.parametrize(
    ("output", "signature"),
    [
        ("Fixed parser.rs - added bounds check", "parser.rs:bounds-check"),
        ("Updated src/main/java/App.java, removed the cache", "App.java:no-cache"),
        ("`TypeError: x is not iterable` at lib/run.py:9", "error:TypeError-x-iterable-run.py"),
        ("Error: ENOENT no such file or directory", "error:ENOENT-no-such-file"),
        ("4 failed, 12 passed", "test-fail:4"),
        ("Error: TypeError at a.ts:1", "error:TypeError-a.ts"),
        ("TypeError: at a.ts:1", "error:TypeError-a.ts"),
        ("Error: TypeError (a.ts:1)", "error:TypeError-a.ts"),
        ("Error TypeError at auth.ts:45", "error:TypeError-auth.ts"),
        ("Error at a.ts:1", "error:a.ts"),
        ("Error: a.ts:1 failed", "error:failed-a.ts"),
        ("Error: TypeError at a.ts:1 and b.ts:2", "error:TypeError-a.ts"),
        ("Fatal error: Uncaught TypeError at index.php:3", "error:TypeError-index.php"),
        ("java.lang.NullPointerException: at Foo.java:12", "error:NullPointerException-Foo.java"),
        ("error[E0308]: mismatched types at src/main.rs:4", "error:E0308-mismatched-types-main.rs"),
    ],
)
def test_other_languages_and_shapes(output: str, signature: str) -> None:
    assert extract_signature(output) == signature


@pytest.mark.parametrize(
    "output",
    [
        "0 failed, 12 passed",
        "No errors found in the whole tree",
        "The file error_handler.py is long",
        '{"is_error": false}',
        "ExceptionMapper.java holds the mapping",
    ],
)
def test_what_is_no_error_has_no_error_signature(output: str) -> None:
    assert not extract_signature(output).startswith(("error:", "test-fail:"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "Error: TypeError - null at /home/a/auth.ts:45",
            "\x1b[31mError: TypeError - null at /srv/b/auth.ts:99\x1b[0m",
        ),
        ("Waiting for job 3f9a2c81d7 since 10:32:11", "Waiting  for job 77aa01bc2e since 11:02:59"),
        ("Checked 0x7f3a11 in 12.5s", "Checked 0x99bc02 in 3.1s"),
    ],
)
def test_near_equal_signatures_match_after_normalisation(one: str, other: str) -> None:
    assert extract_signature(one) == extract_signature(other)


def loops_at(*outputs: str, options: Options | None = None) -> list[bool]:
    chosen = {"repeated_signature": options} if options else None
    return ["repeated_signature" in it.found for it in play([{"says": o} for o in outputs], chosen)]


def test_sliding_window_detects_at_the_third_in_a_row() -> None:
    """The document's example under "Sliding Window": detected at iteration 5, not before."""
    a, b = NULL_CHECK, "Fixed cache.ts - added eviction"
    assert loops_at(a, b, a, a, a) == [False, False, False, False, True]


OUTPUTS = (
    NULL_CHECK,
    "Error: TypeError - Cannot read property 'id' of null at auth.ts:45",
    "2 failed: auth.test.ts - login test timeout, logout test assertion",
    "Searched GitHub for 'oauth2 refresh token', found 3 patterns...",
    "I think about it",
)


@pytest.mark.parametrize("output", OUTPUTS)
def test_no_other_view_of_a_loop_is_quicker_than_the_sliding_window(output: str) -> None:
    other = "Fixed cache.ts - added eviction"
    played = play([{"says": said} for said in (output, other, output, output, output)])
    assert [judged.is_stuck for judged in played] == [False, False, False, False, True]


def test_true_loop_is_detected() -> None:
    assert loops_at(NULL_CHECK, NULL_CHECK, NULL_CHECK) == [False, False, True]


def test_different_actions_on_the_same_file_are_progress() -> None:
    assert not any(
        loops_at(
            NULL_CHECK, "Fixed auth.ts - updated validation", "Fixed auth.ts - refactored handler"
        )
    )


def test_similar_but_different_failure_counts_are_progress() -> None:
    assert not any(loops_at(*(SIGNATURES[name][0] for name in SIGNATURES if "edge" in name)))


@pytest.mark.parametrize(("threshold", "first"), [(2, 1), (3, 2), (4, 3)])
def test_threshold_is_configuration(threshold: int, first: int) -> None:
    found = loops_at(*[NULL_CHECK] * 6, options=Options(threshold=threshold))
    assert found.index(True) == first


def test_a_threshold_above_the_window_widens_it() -> None:
    found = loops_at(*[NULL_CHECK] * 7, options=Options(window=5, threshold=6))
    assert found == [False] * 5 + [True] * 2


def test_two_signatures_that_take_turns_are_a_loop() -> None:
    a, b = NULL_CHECK, "Fixed auth.ts - removed null check"
    assert loops_at(a, b, a, b, a, b) == [False] * 5 + [True]


def told(told: Escalation) -> str:
    """The document's text from the typed data, to show that nothing is missing in it."""
    mark = " ← Loop detected"
    history = "\n".join(
        f"- Iteration {line.iteration}: {line.work}{mark if line.detected else ''}"
        for line in told.history
    )
    options = "\n".join(
        f"{n}. **{option.title}** - {option.detail}" for n, option in enumerate(told.options, 1)
    )
    return (
        f"## Loop Detected\n\n**Pattern**: {told.pattern}\n**Signature**: `{told.signature}`\n\n"
        f"**Iteration history**:\n\n{history}\n\n**Options**:\n\n{options}\n"
    )


def test_escalation_of_the_document() -> None:
    others = [{"says": f"Added file number {n} of the set"} for n in range(4)]
    last = play([*others, *[{"says": NULL_CHECK}] * 3])[-1]
    found = escalation(last.facts, last.evidence)
    assert found is not None
    assert all(line.repeats for line in found.history)
    assert told(found) == (
        "## Loop Detected\n\n"
        "**Pattern**: Same output signature repeated 3 times\n"
        "**Signature**: `auth.ts:null-check`\n\n"
        "**Iteration history**:\n\n"
        "- Iteration 5: Fixed auth.ts - added null check\n"
        "- Iteration 6: Fixed auth.ts - added null check\n"
        "- Iteration 7: Fixed auth.ts - added null check ← Loop detected\n\n"
        "**Options**:\n\n"
        "1. **Continue with different approach** - Agent will be instructed to try new strategy\n"
        "2. **Review and debug** - Examine why same fix keeps failing\n"
        "3. **Cancel** - Stop task\n"
    )


def test_escalation_shows_what_came_between_the_repeats() -> None:
    error = {"says": "Error: TypeError - null at auth.ts:45"}
    last = play([error, error, {"says": "Read the docs of the module"}, error, error])[-1]
    found = escalation(last.facts, last.evidence)
    assert found is not None
    assert [line.repeats for line in found.history] == [True, True, False, True, True]


def test_no_loop_no_escalation() -> None:
    judged: Judged = play([{"says": NULL_CHECK}])[-1]
    nothing: dict[str, Evidence] = {}
    assert escalation(judged.facts, judged.evidence) is None
    assert escalation(judged.facts, nothing) is None


def test_the_same_beginning_with_another_content_is_progress() -> None:
    start = "Here is what I did in this iteration, in the order of the plan: "
    rest = (
        "wrote the lexer and its error messages for every token class that the grammar names",
        "measured the cache, moved eviction to a timer, and documented how to size it",
        "ported the command line to subcommands; old flags still work and print a note",
    )
    assert not any(loops_at(*(start + words for words in rest)))
    assert loops_at(*[start + rest[0]] * 3)[-1]


def test_failures_that_are_not_the_agents_own_are_no_signature() -> None:
    said = "Added the {} page. 140 passed, 2 failed (pre-existing, unrelated to this)"
    assert not any(loops_at(*(said.format(page) for page in ("login", "cart", "search"))))


def test_a_file_named_with_its_change_beats_one_that_is_only_named() -> None:
    said = "Updated fix_plan.md. Updated parser.py - added recovery."
    assert extract_signature(said) == "parser.py:recovery"
