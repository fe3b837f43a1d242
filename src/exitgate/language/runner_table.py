"""The runners that the transcripts hold most, as data."""

from __future__ import annotations

from exitgate.language.more_runners import MORE_RUNNERS
from exitgate.language.runner import N, Runner

_PYTEST_WORDS = "failed|passed|skipped|deselected|xfailed|xpassed|warnings?|errors?|rerun"
_PYTEST_HINTS = tuple(f" {word.rstrip('?')} in " for word in _PYTEST_WORDS.split("|"))

RUNNERS = (
    Runner(
        "pytest",
        (*_PYTEST_HINTS, " warning in ", " error in ", "no tests ", "collected 0 items"),
        rf"^(?:=++ )?(?P<counts>{N} (?:{_PYTEST_WORDS})"
        rf"(?:, {N} (?:subtests )?(?:{_PYTEST_WORDS})){{0,9}}+)"
        r" in [\d.]{1,12}s\b",
        zero=r"^(?:=++ )?no tests (?:ran|collected)\b|^collected 0 items$",
        names=r"^(?:FAILED|ERROR) (?P<name>\S[^\n]{0,300}?)(?: - [^\n]*+)?$",
    ),
    Runner(
        "sympy",
        ("tests finished: ",),
        rf"^=*+ tests finished: (?P<counts>{N} [a-z ]{{4,20}}+"
        rf"(?:, {N} [a-z ]{{4,20}}+){{0,6}}+), in ",
    ),
    Runner(
        "unittest",
        ("Ran ",),
        rf"^Ran (?P<t>{N}) tests? in [\d.]{{1,12}}s\s{{1,8}}+"
        r"(?:OK|FAILED|NO TESTS RAN)(?: \((?P<counts>[^)\n]{0,200}+)\))?",
        names=r"^(?:FAIL|ERROR): (?P<name>\S{1,200}+(?: \([^)\n]{1,200}+\))?)",
    ),
    Runner(
        "jest",
        ("Tests: ", "No tests found"),
        rf"^Tests: {{1,12}}+(?P<counts>[\w, ]{{0,120}}?)(?P<t>{N}) total",
        zero=r"^No tests found\b",
        names=r"^ {2}● (?!Test suite failed|Console)(?P<name>[^\n]{1,300}+)$",
        broken=rf"^Test Suites: {{1,12}}+(?P<f>{N}) failed",
    ),
    Runner(
        "vitest",
        ("Tests  ", "No test files found"),
        rf"^ {{1,12}}+Tests {{1,6}}+(?P<counts>{N} \w{{4,8}}+(?: \| {N} \w{{4,8}}+){{0,5}}+)"
        rf" \((?P<t>{N})\)(?:\n {{1,12}}+Errors {{1,6}}+(?P<e>{N}) errors?)?",
        zero=r"^ {1,12}+Tests {1,6}+no tests|^No test files found",
        names=r"^ FAIL {1,4}+(?P<name>\S[^\n]{1,300}+)$",
        broken=rf"^ {{1,12}}+Test Files {{1,6}}+(?P<f>{N}) failed",
    ),
    Runner(
        "mocha",
        (" passing (",),
        rf"^ {{1,6}}+(?P<p>{N}) passing \([^)\n]{{1,20}}+\)(?:\n|\Z)"
        rf"(?: {{1,6}}+(?P<s>{N}) pending(?:\n|\Z))?"
        rf"(?: {{1,6}}+(?P<f>{N}) failing)?",
        names=r"^ {2}\d{1,5}\) (?P<name>[^\n]{1,200}(?:\n {5,40}[^\n]{1,200}){1,6}?):$",
        names_after=True,
    ),
    Runner(
        "cargo",
        ("test result: ",),
        rf"^test result: \w{{2,6}}+\. (?P<p>{N}) passed; (?P<f>{N}) failed; (?P<s>{N}) ignored",
        names=r"^test (?P<name>\S{1,300}+)(?: - should panic)? \.\.\. FAILED",
        adds=True,
    ),
    Runner(
        "nextest",
        (" run: ",),
        rf"^ {{0,12}}+Summary \[[^\]\n]{{1,20}}+\] {{1,6}}+{N}(?:/{N})? tests? run: "
        rf"(?P<counts>[\w, ()]{{1,160}}+)",
        names=r"^ {0,12}+(?:FAIL|TIMEOUT|SIG[A-Z]{2,6}) \[[^\]\n]{1,20}+\] {1,6}+"
        r"(?:\([^)\n]{1,20}+\) {1,4}+)?(?P<name>[^\n]{1,300}+)$",
    ),
    Runner(
        "rspec",
        (" examples, ", " example, "),
        rf"^(?P<t>{N}) examples?, (?P<f>{N}) failures?(?:, (?P<s>{N}) pending)?"
        rf"(?:, (?P<e>{N}) errors? occurred outside)?",
        names=r"^rspec (?P<name>\.?/?\S{1,300}+)",
        names_after=True,
    ),
    Runner(
        "minitest",
        (" assertions, ",),
        rf"^(?P<t>{N}) (?:runs|tests), {N} assertions, (?P<f>{N}) failures, (?P<e>{N}) errors"
        rf"(?:, {N} pendings)?(?:, (?P<s>{N}) (?:skips|omissions))?",
        names=r"^(?: {0,4}+\d{1,5}\) )?(?:Failure|Error):\n(?P<name>\S{1,300}+)",
    ),
    Runner(
        "phpunit",
        (" assertion", "Assertions: ", "No tests executed!"),
        rf"^(?:OK \((?P<p>{N}) tests?, {N} assertions?\)"
        rf"|Tests: (?P<t>{N}), Assertions: {N}(?P<counts>(?:, [\w ]{{3,30}}+: {N}){{0,9}}+)\.)",
        zero=r"^No tests executed!",
        names=r"^\d{1,5}\) (?P<name>[\w\\]{1,200}+::[^\n]{1,200}+)$",
    ),
    Runner(
        "dotnet",
        ("Passed!", "Failed!", "Test summary: ", "Total tests: ", "No test is available"),
        rf"^ {{0,8}}+(?:Passed|Failed)! {{1,4}}+- Failed: {{1,8}}+(?P<f>{N}),"
        rf" Passed: {{1,8}}+(?P<p>{N}), Skipped: {{1,8}}+(?P<s>{N})",
        zero=r"^No test (?:is available|matches)\b",
        names=r"^ {0,8}+Failed (?P<name>\S{1,300}+)(?: \([^\n]{0,200}\))? \[",
        adds=True,
    ),
    Runner(
        "dotnet-summary",
        ("Test summary: ", "Total tests: "),
        rf"^(?:Test summary: total: (?P<t>{N}), failed: (?P<f>{N}), succeeded: {N},"
        rf" skipped: (?P<s>{N})"
        rf"|Total tests: (?P<counts>{N}(?:\n {{2,8}}+(?:Passed|Failed|Skipped): {N}){{1,3}}+))",
        names=r"^ {0,8}+Failed (?P<name>\S{1,300}+)(?: \([^\n]{0,200}\))? \[",
    ),
    Runner(
        "ctest",
        ("% tests passed", "No tests were found"),
        rf"^{N}% tests passed, (?P<f>{N}) tests? failed out of (?P<t>{N})",
        zero=r"^No tests were found!!!",
        names=r"^\s{1,8}+\d{1,6} - (?P<name>\S{1,300}+)(?: \([A-Z][^)\n]{1,40}+\))",
        names_after=True,
    ),
    Runner(
        "maven",
        ("Tests run: ",),
        rf"^(?:\[\w{{4,8}}+\] )?Tests run: (?P<t>{N}), Failures: (?P<f>{N}), Errors: (?P<e>{N}),"
        rf" Skipped: (?P<s>{N}) {{0,4}}+$",
        names=r"^\[ERROR\] {1,6}+(?P<name>[\w.$]{1,200}+):\d{1,7}\b",
        adds=True,
    ),
    Runner(
        "gradle",
        (" completed, ",),
        rf"^(?P<t>{N}) tests? completed, (?P<f>{N}) failed(?:, (?P<s>{N}) skipped)?",
        names=r"^(?P<name>\S[^\n]{1,300}?) FAILED$",
    ),
    Runner(
        "exunit",
        (" tests, ", " test, "),
        rf"^(?:{N} doctests?, )?(?P<t>{N}) tests?, (?P<f>{N}) failures?"
        rf"(?:, (?P<s>{N}) (?:skipped|excluded))?$",
    ),
    Runner(
        "bun",
        (" pass\n",),
        rf"^ {{1,4}}+(?P<p>{N}) pass\n(?: {{1,4}}+(?P<s>{N}) (?:skip|todo)\n)?"
        rf" {{1,4}}+(?P<f>{N}) fail$",
        names=r"^\(fail\) (?P<name>[^\n]{1,300}+)$",
    ),
    Runner(
        "deno",
        (" passed (", " passed | "),
        rf"^(?:ok|FAILED) \| (?P<p>{N}) passed(?: \([^)\n]{{1,30}}+\))? \| (?P<f>{N}) failed"
        rf"(?: \| (?P<s>{N}) ignored)?",
    ),
    Runner(
        "node",
        ("# tests ", "ℹ tests "),
        rf"^[#ℹ] tests (?P<t>{N})\n(?:[#ℹ] suites {N}\n)?[#ℹ] pass {{1,4}}+(?P<p>{N})\n"
        rf"(?:[#ℹ] fail {{1,4}}+(?P<f>{N})\n?)?(?:[#ℹ] cancelled (?P<e>{N})\n)?"
        rf"(?:[#ℹ] skipped (?P<s>{N}))?",
        names=r"^(?: {0,40}+not ok \d{1,7} - |✖ )(?P<name>[^\n]{1,300}+)$",
        replaces=("tap",),
    ),
    *MORE_RUNNERS,
)
