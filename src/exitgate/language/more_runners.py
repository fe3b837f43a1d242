"""More runners, as data: those of other languages, of browsers and of whole workspaces."""

from __future__ import annotations

from exitgate.language.runner import N, Runner

MORE_RUNNERS = (
    Runner(
        "gotestsum",
        ("DONE ",),
        rf"^DONE (?P<t>{N}) tests?(?:, (?P<counts>[\w, ]{{1,80}}?))? in [\d.]{{1,12}}s",
        names=r"^=== FAIL: \S{1,300}+ (?P<name>\S{1,300}+)",
        replaces=("go",),
    ),
    Runner(
        "pest",
        ("Tests: ",),
        rf"^ {{2}}Tests: {{1,8}}+(?P<counts>{N} [a-z]{{4,10}}+(?:, {N} [a-z]{{4,10}}+){{0,6}}+)"
        r"(?: \(\d{1,9} assertions?\))?$",
        names=r"^ {2,4}FAILED {2}(?P<name>\S{1,200}+(?: \S{1,200}+){0,40}+)(?: {2}|$)",
    ),
    Runner(
        "dotnet-platform",
        ("Test run summary: ",),
        rf"^Test run summary: [^\n]{{1,400}}+\n {{1,4}}+total: (?P<t>{N})\n"
        rf" {{1,4}}+failed: (?P<f>{N})\n {{1,4}}+succeeded: {N}\n {{1,4}}+skipped: (?P<s>{N})",
        names=r"^failed (?P<name>\S{1,300}+) \(",
    ),
    Runner(
        "gtest",
        (" ran. (",),
        rf"^\[=++\] (?P<t>{N}) tests? from {N} test (?:suite|case)s? ran\.[^\n]{{0,80}}+\n"
        rf"\[ {{2}}PASSED {{2}}\] {N} tests?\."
        rf"(?:\n\[ {{2}}SKIPPED \] (?P<s>{N}) tests?[^\n]{{0,80}}+"
        rf"(?:\n\[ {{2}}SKIPPED \] [^\n]{{0,300}}+){{0,500}}+)?"
        rf"(?:\n\[ {{2}}FAILED {{2}}\] (?P<f>{N}) tests?)?",
        names=r"^\[ {2}FAILED {2}\] (?P<name>[\w/]{1,200}+\.[\w/]{1,200}+)",
        names_after=True,
        adds=True,
    ),
    Runner(
        "catch",
        ("test cases: ", "All tests passed ("),
        rf"^(?:\[doctest\] )?test cases: {{1,6}}+(?P<t>{N}) \| (?P<counts>[\d a-z|]{{1,120}}+)"
        rf"|^All tests passed \({N} assertions? in (?P<p>{N}) test cases?\)",
        adds=True,
    ),
    Runner(
        "gradle-logger",
        (": Executed ",),
        rf"^(?:SUCCESS|FAILURE): Executed (?P<t>{N}) tests? in [\w. ]{{1,30}}?"
        r"(?: \((?P<counts>[^)\n]{1,80}+)\))?$",
        names=r"^ {2}(?:Test )?(?P<name>\S[^\n]{1,300}?) FAILED$",
        adds=True,
        replaces=("gradle",),
    ),
    Runner(
        "xctest",
        ("Executed ",),
        rf"^Test Suite '(?:All|Selected) tests' [^\n]{{1,80}}+\n\s{{1,8}}+Executed (?P<t>{N})"
        rf" tests?, with (?:(?P<s>{N}) tests? skipped and )?(?P<f>{N}) failures?",
        names=r"^Test Case '(?:-\[)?(?P<name>[^'\]\n]{1,300}+)\]?' failed",
    ),
    Runner(
        "swift-testing",
        ("Test run with ",),
        rf"^\W{{1,4}}Test run with (?P<t>{N}) tests?(?: in {N} suites?)? (?:passed|failed) after"
        rf" [\d.]{{1,12}} seconds(?: with (?P<f>{N}) issues?)?",
        names=r"^\W{1,4}Test (?P<name>\S[^\n]{1,200}?) failed after ",
    ),
    Runner(
        "jasmine",
        (" specs, ", " spec, "),
        rf"^(?P<t>{N}) specs?, (?P<f>{N}) failures?(?:, (?P<s>{N}) pending specs?)?",
    ),
    Runner(
        "karma",
        ("TOTAL: ",),
        rf"^TOTAL: (?:(?P<f>{N}) FAILED, )?(?P<p>{N}) SUCCESS",
    ),
    Runner(
        "ava",
        (" tests passed", " test passed", " tests failed", " test failed"),
        rf"^ {{2}}(?P<f>{N}) tests? failed(?:\n {{2}}(?P<p>{N}) tests? passed)?$"
        rf"|^ {{2}}(?P<t>{N}) tests? passed$",
    ),
    Runner(
        "dart",
        ("All tests passed!", "Some tests failed.", "All tests skipped."),
        rf"^[\d:]{{5,8}}+ \+(?P<p>{N})(?: ~(?P<s>{N}))?(?: -(?P<f>{N}))?:"
        r" (?:All tests passed!|Some tests failed\.|All tests skipped\.)",
        names=r"^[\d:]{5,8}+ \+\d{1,9}[^:\n]{0,30}+: (?P<name>[^\n]{1,300}?) \[E\]$",
    ),
    Runner(
        "busted",
        (" successes / ", " success / "),
        rf"^(?P<p>{N}) success(?:es)? / (?P<f>{N}) failures? / (?P<e>{N}) errors?"
        rf" / (?P<s>{N}) pending",
    ),
    Runner(
        "prove",
        ("Files=",),
        # `FAIL` without a failed subtest is a program that died: how many tests it had is unknown.
        rf"^Failed {N}/{N} test programs\. (?P<f>[1-9]\d{{0,8}})/{N} subtests failed\.\n"
        rf"Files={N}, Tests=(?P<t>{N}),[^\n]{{0,200}}+\nResult: FAIL"
        rf"|^Files={N}, Tests=(?P<p>{N}),[^\n]{{0,200}}+\nResult: PASS",
        replaces=("tap",),
    ),
    Runner(
        "scalatest",
        ("Tests: succeeded ",),
        rf"^(?:\[info\] )?Tests: succeeded (?P<p>{N}), failed (?P<f>{N}), canceled {N},"
        rf" ignored (?P<s>{N}), pending {N}",
        names=r"^\[info\] - (?P<name>\S[^\n]{1,300}?) \*\*\* FAILED \*\*\*",
        adds=True,
    ),
    Runner(
        "sbt",
        (": Total ",),
        rf"^\[\w{{4,5}}\] (?:Passed|Failed|Error): Total {N}, Failed (?P<f>{N}), Errors (?P<e>{N}),"
        rf" Passed (?P<p>{N})(?:, (?:Skipped|Ignored) (?P<s>{N}))?",
        names=r"^\[info\] - (?P<name>\S[^\n]{1,300}?) \*\*\* FAILED \*\*\*",
        adds=True,
        replaces=("scalatest",),
    ),
    Runner(
        "cucumber",
        (" scenarios (", " scenario ("),
        rf"^{N} scenarios? \((?P<counts>{N} [a-z]{{4,10}}+(?:, {N} [a-z]{{4,10}}+){{0,6}}+)\)",
    ),
    Runner(
        "behave",
        (" scenarios passed, ", " scenario passed, "),
        rf"^(?P<p>{N}) scenarios? passed, (?P<f>{N}) failed(?:, (?P<e>{N}) error)?,"
        rf" (?P<s>{N}) skipped",
    ),
    Runner(
        "testthat",
        ("[ FAIL ",),
        rf"^\[ FAIL (?P<f>{N}) \| WARN {N} \| SKIP (?P<s>{N}) \| PASS (?P<p>{N}) \]",
    ),
    Runner(
        "zig",
        (" tests passed.", " skipped; "),
        rf"^(?P<p>{N}) passed; (?P<s>{N}) skipped; (?P<f>{N}) failed\."
        rf"|^All (?P<t>{N}) tests passed\.",
    ),
    Runner(
        "clojure",
        (" tests containing ",),
        rf"^Ran (?P<t>{N}) tests containing {N} assertions\.\n"
        rf"(?P<f>{N}) failures, (?P<e>{N}) errors\.",
        names=r"^(?:FAIL|ERROR) in \((?P<name>[^)\n]{1,200}+)\)",
    ),
)
